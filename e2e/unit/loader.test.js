/** Downloads: the last one counts, whatever comes in between. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLoader } from '../../static/js/loader.js';

/** A loader that notes its phases and what was shown. */
function noted() {
  /** @type {string[]} */
  const phases = [];
  /** @type {string[]} */
  const shown = [];
  const loader = createLoader((phase) => phases.push(phase));
  return { loader, phases, shown, show: (/** @type {string} */ part) => void shown.push(part) };
}

/** Lets everything run that needs no time. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('what comes is shown, part by part', async () => {
  const { loader, phases, shown, show } = noted();
  loader.load({ fetch: async () => 'whole', show });
  await settled();
  assert.deepEqual([shown, phases], [['whole'], ['loading', 'idle']]);
  loader.load({
    async *fetch() {
      yield 'one';
      yield 'two';
    },
    show,
  });
  await settled();
  assert.deepEqual(shown, ['whole', 'one', 'two']);
});

test('a newer download takes the place of one under way, and ends its requests', async () => {
  const { loader, phases, shown, show } = noted();
  /** @type {AbortSignal[]} */
  const signals = [];
  let answer = (/** @type {string} */ _) => {};
  const slow = new Promise((resolve) => {
    answer = resolve;
  });
  loader.load({
    fetch(signal) {
      signals.push(signal);
      return slow;
    },
    show,
  });
  loader.load({ fetch: async () => 'newer', show });
  assert.equal(signals[0].aborted, true);
  answer('older');
  await settled();
  assert.deepEqual([shown, phases], [['newer'], ['loading', 'loading', 'idle']]);
});

test('nothing further is fetched or shown once it is stopped', async () => {
  const { loader, phases, shown, show } = noted();
  let fetched = 0;
  loader.load({
    async *fetch(signal) {
      for (;;) {
        signal.throwIfAborted();
        fetched += 1;
        yield String(fetched);
        await settled();
      }
    },
    show(part) {
      show(part);
      if (part === '2') loader.stop();
    },
  });
  await settled();
  await settled();
  await settled();
  assert.deepEqual([fetched, shown, phases.at(-1)], [2, ['1', '2'], 'idle']);
});

test('what failed can be tried again, unless its error is told otherwise', async () => {
  const { loader, phases, shown, show } = noted();
  let attempts = 0;
  const fetch = async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('no network');
    return 'there';
  };
  loader.load({ fetch, show });
  await settled();
  assert.deepEqual([shown, phases], [[], ['loading', 'failed']]);
  loader.retry();
  await settled();
  assert.deepEqual([shown, phases.slice(2)], [['there'], ['loading', 'idle']]);

  loader.load({
    fetch: () => Promise.reject(new Error('not found')),
    show,
    refused: ({ message }) => message === 'not found',
  });
  await settled();
  assert.equal(phases.at(-1), 'idle');
});
