import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changes } from '../../static/js/dom.js';
import { reduce } from '../../static/js/reduce.js';
import { createStore, initial } from '../../static/js/state.js';
import { promptsOf } from '../../static/js/table/views/prompts.js';
import { room, snapshot, TABLE } from './line.js';

const START = initial({ page: 'table', table: TABLE, invite: null });

test('a view is drawn anew for other values, and by nothing that hides what it is for', () => {
  const isNew = changes();
  assert.equal(isNew('a', [1, undefined]), true);
  assert.equal(isNew('a', [1, undefined]), false);
  assert.equal(isNew('a', [1, 2]), true);
  assert.equal(isNew('a1', [2]), true);
  assert.throws(() => isNew({ text: 'Go on', run: () => {} }), TypeError);
});

test('when two players of one name are away in turn, the bar acts on the second', () => {
  const seats = room({ seating: 'four' }).seats.map(
    (seat, i) => seat && { ...seat, name: i === 0 ? 'Ana' : 'Ada' },
  );
  /** @type {unknown[]} */
  const sent = [];
  const actions = /** @type {any} */ ({
    absent: (/** @type {number} */ seat) => sent.push(seat),
  });
  /** @param {number} seat */
  function prompts(seat) {
    const [all, none] = [seats.map(() => true), seats.map(() => null)];
    const absent = { seat, computer_ms: 0 };
    const presence = { seats: all, away_since_ms: none, watchers: 0, absent };
    const at = { ...room({ seating: 'four' }), seats };
    const { table } = reduce(START, snapshot({ room: at, presence }));
    assert.ok(table);
    return promptsOf(table, actions, () => {}, 1);
  }
  const isNew = changes();
  for (const seat of [1, 3]) {
    const [bar] = prompts(seat);
    assert.equal(isNew(bar.id, bar.of), true, `seat ${seat}`);
    bar.choices[0].run();
  }
  assert.deepEqual(sent, [1, 3]);
});

test('listeners hear every change once and in order, also of what one of them dispatches', () => {
  const store = createStore(START, reduce);
  /** @param {string[]} heard */
  const noting =
    (heard) => (/** @type {typeof START} */ state, /** @type {typeof START} */ before) =>
      heard.push(`${before.notice?.code} ${state.notice?.code}`);
  const notice = (/** @type {string} */ code) =>
    store.dispatch({ type: 'local_notice', code, text: '' });
  /** @type {[string[], string[]]} */
  const [first, last] = [[], []];
  store.subscribe(noting(first));
  store.subscribe((state) => {
    if (state.notice?.code !== 'one') return;
    notice('two');
    // It counts at once, and is told later.
    assert.equal(store.get().notice?.code, 'two');
    assert.deepEqual(last, []);
  });
  store.subscribe(noting(last));
  notice('one');
  assert.deepEqual(first, ['undefined one', 'one two']);
  assert.deepEqual(last, first);
});

test('a listener that fails keeps no later change from the others', () => {
  const store = createStore(START, reduce);
  /** @type {(string | undefined)[]} */
  const heard = [];
  store.subscribe(({ notice }) => {
    if (notice?.code === 'bad') throw new Error('as expected');
    heard.push(notice?.code);
  });
  assert.throws(() => store.dispatch({ type: 'local_notice', code: 'bad', text: '' }));
  store.dispatch({ type: 'local_notice', code: 'good', text: '' });
  assert.deepEqual(heard, ['good']);
});
