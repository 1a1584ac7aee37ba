import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followLifecycle } from '../../static/js/lifecycle.js';

/** A window that a test hides, keeps and shows. */
class FakeWindow extends EventTarget {
  document = /** @type {Document} */ ({ hidden: false });

  /** @param {string} happened an event; after a word, whether the page is hidden or kept */
  live(happened) {
    const [type, how] = happened.split(' ');
    if (type === 'visibilitychange') Object.assign(this.document, { hidden: how === 'hidden' });
    this.dispatchEvent(Object.assign(new Event(type), { persisted: how === 'kept' }));
  }
}

/** What happens to a page, and what its client does. @type {[story: string, happened: string[], done: string[]][]} */
const LIVES = [
  ['hidden and seen again', ['visibilitychange hidden', 'visibilitychange seen'], ['look']],
  ['closed', ['pagehide', 'visibilitychange hidden'], ['suspend']],
  ['loaded', ['pageshow'], []],
  [
    'kept for the way back, as Chromium does it',
    [
      'pagehide kept',
      'visibilitychange hidden',
      'freeze',
      'resume',
      'pageshow kept',
      'visibilitychange seen',
    ],
    ['suspend', 'suspend', 'restore', 'look'],
  ],
  [
    'kept for the way back, where pages are told less',
    ['pagehide kept', 'visibilitychange hidden', 'visibilitychange seen', 'pageshow kept'],
    ['suspend', 'restore'],
  ],
  ['kept, and never hidden', ['pagehide kept', 'pageshow kept'], ['suspend', 'restore']],
  [
    'frozen in the background',
    ['visibilitychange hidden', 'freeze', 'resume', 'visibilitychange seen'],
    ['suspend', 'restore', 'look'],
  ],
  [
    'frozen in the background, and thawed only when it is seen',
    ['visibilitychange hidden', 'freeze', 'visibilitychange seen', 'resume'],
    ['suspend', 'restore'],
  ],
  ['without a network', ['offline', 'online'], ['offline', 'online']],
  [
    'without a network while it is away',
    ['pagehide kept', 'offline', 'online', 'pageshow kept'],
    ['suspend', 'restore'],
  ],
];

for (const [story, happened, done] of LIVES) {
  test(`a page that is ${story}`, () => {
    /** @type {string[]} */
    const heard = [];
    const page = new FakeWindow();
    const note = (/** @type {string} */ act) => () => heard.push(act);
    followLifecycle(
      {
        suspend: note('suspend'),
        restore: note('restore'),
        look: note('look'),
        online: note('online'),
        offline: note('offline'),
      },
      /** @type {any} */ (page),
    );
    for (const one of happened) page.live(one);
    assert.deepEqual(heard, done);
  });
}
