/** Letting another device in: a code is shown here and typed there, and the device that gave it is shown here. */
import { fill, h, say, setText, show } from '../../dom.js';
import { clockFace } from '../../format/clock.js';
import { t } from '../../i18n/index.js';
import {
  answerTransfer,
  fetchTransfer,
  repeat,
  startTransfer,
  withdrawTransfer,
} from '../../people/api.js';
import { attempt, errorLine } from '../attempt.js';
import { button } from '../widgets.js';
import { hint, part } from './page.js';
import { codeView } from './recovery.js';

/** @import { Part } from './account_view.js' */
/** @typedef {ReturnType<typeof frameView>} Frame */
/** @typedef {() => Promise<boolean>} Count counts down; whether there is time left */

/** How often it is asked whether a device has given the code, in milliseconds. */
const ASK_MS = 2000;
const SECOND_MS = 1000;

/** @returns {Part} */
export function transferPart() {
  const frame = frameView(() => offer(frame));
  return { element: frame.element, end: frame.stop };
}

/** Where the code and the question are shown, and what runs meanwhile. @param {() => Promise<void>} make */
function frameView(make) {
  const error = errorLine();
  const place = h('div.account-transfer.stack.if-any');
  const left = h('p.hint', { role: 'timer', testid: 'transfer-left' });
  const status = h('p', { role: 'status', testid: 'transfer-told' });
  const begin = button(t('transfer.make'), { testid: 'transfer-make', press: make });
  /** What ends the asking and the counting. @type {(() => void)[]} */
  let running = [];

  function stop() {
    for (const end of running) end();
    running = [];
  }

  const about = hint(t('transfer.hint'));
  return {
    element: part('transfer', t('transfer.part'), about, begin, place, status, error),
    error,
    place,
    left,
    begin,
    stop,
    /** These run from now on, and nothing else. @param {(() => void)[]} endings what ends each */
    run(...endings) {
      stop();
      running = endings;
    },
    /** Ends the offer. @param {string} words what has become of it */
    finish(words) {
      stop();
      fill(place);
      show(begin, true);
      say(status, words);
    },
  };
}

/** Makes a code, and shows it until a device has given it. @param {Frame} frame */
async function offer(frame) {
  await attempt(frame.error, async () => {
    const { code = '', expires_ms } = await startTransfer();
    const count = countdown(frame, expires_ms);
    const withdraw = button(t('app.cancel'), {
      kind: 'quiet',
      testid: 'transfer-not',
      async press() {
        // A code that can't be taken back runs out by itself.
        await withdrawTransfer().catch(() => {});
        frame.finish('');
        frame.begin.focus();
      },
    });
    const shown = codeView(code, 'transfer-code');
    fill(frame.place, h('p', t('transfer.type_it')), shown, frame.left, withdraw);
    show(frame.begin, false);
    withdraw.focus();
    void count();
    frame.run(
      repeat(SECOND_MS, count),
      repeat(ASK_MS, async () => {
        const { device } = await fetchTransfer();
        if (device) ask(frame, device, count);
        return !device;
      }),
    );
  });
}

/** @param {Frame} frame @param {number} expires_ms @returns {Count} */
const countdown = (frame, expires_ms) => async () => {
  const rest = expires_ms - Date.now();
  setText(frame.left, t('transfer.left', { time: clockFace(rest) }));
  if (rest <= 0) frame.finish(t('transfer.over'));
  return rest > 0;
};

/** Asks whether a device is to be let in. @param {Frame} frame @param {string} device @param {Count} count */
function ask(frame, device, count) {
  frame.run(repeat(SECOND_MS, count));
  /** @param {boolean} agree */
  const answer = (agree) => () =>
    attempt(frame.error, async () => {
      await answerTransfer(device, agree);
      frame.finish(t(agree ? 'transfer.came' : 'transfer.declined', { device }));
      frame.begin.focus();
    });
  const [yes, no] = [answer(true), answer(false)];
  const agree = button(t('transfer.agree'), { testid: 'transfer-agree', press: yes });
  const decline = button(t('transfer.decline'), { testid: 'transfer-decline', press: no });
  const props = { class: 'account-asks', role: 'alert', testid: 'transfer-asks' };
  fill(
    frame.place,
    h('p', props, t('transfer.asks', { device })),
    h('p.hint', t('transfer.asks_hint')),
    h('div.account-row.row', agree, decline),
    frame.left,
  );
  // The safe answer has the focus: a key pressed in a hurry must let nobody in.
  decline.focus();
}
