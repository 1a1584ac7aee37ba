import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurnLock, FORCED_MS, HIDDEN_MS } from '../../static/js/table/autoplay.js';
import { snapshot } from './line.js';
import { fakeClock, mine, seat } from './seat.js';

/** @type {import('../../static/js/protocol.js').Offer} */
const LEAD = { tile: '6-4', arm: null, points: 0 };

/** The locks that the windows of one browser share. */
function fakeLocks() {
  /** @type {Map<string, Promise<unknown>>} */
  const last = new Map();
  return /** @type {any} */ ({
    /** @param {string} name @param {() => Promise<void>} run */
    request(name, run) {
      const mine = (last.get(name) ?? Promise.resolve()).then(run);
      last.set(name, mine);
      return mine;
    },
  });
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Windows of one account at their forced lead.
 *
 * @param {boolean[]} hidden one for each window
 * @param {object | null} [locks]
 */
async function windows(hidden, locks = fakeLocks()) {
  const opened = hidden.map((isHidden) => {
    const wait = fakeClock();
    const lock = createTurnLock(wait, /** @type {any} */ ({ locks }), () => isHidden);
    return { ...seat(true, lock), wait };
  });
  for (const { store } of opened) store.dispatch(snapshot({ view: mine([LEAD]) }));
  await settled();
  return opened;
}

/** @param {Awaited<ReturnType<typeof windows>>} opened */
async function play(opened) {
  for (const { wait } of opened) wait.pass(HIDDEN_MS);
  await settled();
  for (const { clock } of opened) clock.pass(FORCED_MS);
  return opened.map(({ played }) => played.length);
}

test('of two windows that are seen one plays a forced tile', async () => {
  assert.deepEqual(await play(await windows([false, false])), [1, 0]);
});

test('a window that is seen plays before one that is hidden', async () => {
  assert.deepEqual(await play(await windows([true, false])), [0, 1]);
});

test('where no window is seen the hidden one plays', async () => {
  assert.deepEqual(await play(await windows([true])), [1]);
});

test('a forced tile that is stopped in one window is played by no other', async () => {
  const opened = await windows([false, true]);
  opened[0].store.dispatch({ type: 'local_plan', plan: { soon: null } });
  assert.deepEqual(await play(opened), [0, 0]);
});

test('a window that has lost its connection leaves the turn to the others', async () => {
  for (const isOtherHidden of [false, true]) {
    const opened = await windows([false, isOtherHidden]);
    opened[0].store.dispatch({ type: 'local_connection', connection: 'lost' });
    await settled();
    assert.deepEqual(await play(opened), [0, 1]);
  }
});

test('without locks each window plays', async () => {
  assert.deepEqual(await play(await windows([false, false], null)), [1, 1]);
});
