import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settings } from '../../static/js/settings.js';
import { createSound } from '../../static/js/sound.js';

settings.set({ volume: 50 });

/** A sound device that a test interrupts. */
class FakeContext {
  /** @type {string} */
  state = 'suspended';
  destination = {};
  currentTime = 0;
  canResume = true;
  createGain = () => ({ gain: { value: 0 }, connect() {} });

  async resume() {
    if (this.state === 'closed' || !this.canResume) throw new Error('InvalidStateError');
    this.state = 'running';
  }

  async close() {
    this.state = 'closed';
  }
}

/** A browser that makes such devices, and a visitor who touches the page. */
async function visited() {
  /** @type {FakeContext[]} */
  const made = [];
  class Recorded extends FakeContext {
    constructor() {
      super();
      made.push(this);
    }
  }
  const page = new EventTarget();
  const browser = Object.assign(page, { AudioContext: Recorded });
  createSound(/** @type {any} */ (browser));
  const touch = async () => {
    page.dispatchEvent(new Event('pointerup'));
    // The module of the sounds comes in its own time.
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  await import('../../static/js/sound/cues.js');
  await touch();
  return { made, touch };
}

test('the first gesture makes sound possible', async () => {
  const { made, touch } = await visited();
  await touch();
  assert.deepEqual(
    made.map(({ state }) => state),
    ['running'],
  );
});

for (const state of ['suspended', 'interrupted', 'a state of a later browser']) {
  test(`sound that is ${state} is resumed by the next gesture`, async () => {
    const { made, touch } = await visited();
    made[0].state = state;
    await touch();
    assert.deepEqual(
      made.map((one) => one.state),
      ['running'],
    );
  });
}

test('sound that is closed is made anew by the next gesture', async () => {
  const { made, touch } = await visited();
  made[0].state = 'closed';
  await touch();
  assert.deepEqual(
    made.map(({ state }) => state),
    ['closed', 'running'],
  );
});

test('sound that can’t be resumed is closed, and made anew by the gesture after', async () => {
  const { made, touch } = await visited();
  Object.assign(made[0], { state: 'interrupted', canResume: false });
  await touch();
  await touch();
  assert.deepEqual(
    made.map(({ state }) => state),
    ['closed', 'running'],
  );
});
