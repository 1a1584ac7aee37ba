import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActions } from '../../static/js/actions.js';
import { reduce } from '../../static/js/reduce.js';
import { createStore, initial } from '../../static/js/state.js';
import { createSeen, createSteps } from '../../static/js/table/steps.js';
import { change, snapshot, TABLE } from './line.js';

/** @typedef {import('../../static/js/protocol.js').ServerMessage} ServerMessage */
/** @typedef {Extract<ServerMessage, { type: 'missed' }>} Missed */
/** @typedef {Missed['updates'][number]} Update */

/** @param {number} v @param {Partial<Update>} [more] @returns {Update} */
const played = (v, more) => ({
  table: TABLE,
  v,
  ...change({ events: [{ type: 'passed', seat: 1 }] }),
  ...more,
});

/** The end of a round. @param {number} v */
const roundOver = (v) =>
  played(
    v,
    change({
      ply: v,
      turn: null,
      events: [{ type: 'passed', seat: 1 }],
      phase: { type: 'round_over', outcome: { type: 'domino', by: 0, points: 5 }, hands: [[], []] },
    }),
  );

/** @param {Update[]} updates @returns {Missed} */
const missed = (updates) => ({
  type: 'missed',
  table: TABLE,
  v: updates.at(-1)?.v ?? 1,
  updates,
  presence: { seats: [true, false], away_since_ms: [null, null], watchers: 0 },
  chat: [],
});

/** Steps whose time passes by hand. @param {Update[]} updates */
function begun(updates) {
  /** @type {string[]} */
  const told = [];
  /** @type {(() => void)[]} */
  const due = [];
  const steps = createSteps({
    dispatch: (message) =>
      told.push(
        message.type === 'local_steps'
          ? `left ${message.left}`
          : `${message.type} ${'v' in message ? message.v : ''}`.trim(),
      ),
    later: (run) => due.push(run),
  });
  steps.ask(TABLE);
  const taken = steps.takes(missed(updates));
  return { steps, told, taken, pass: () => due.shift()?.() };
}

test('what happened is shown one event after the other, and then the table of now', () => {
  const { steps, told, taken, pass } = begun([played(2), { table: TABLE, v: 3 }, played(4)]);
  assert.ok(taken && steps.isShowing());
  pass();
  assert.deepEqual(told, ['left 2', 'update 2', 'left 1']);
  pass();
  assert.deepEqual(told.slice(3), ['update 3', 'update 4', 'missed 4', 'left 0']);
  assert.ok(!steps.isShowing());
});

test('what comes meanwhile waits, and is told in its order', () => {
  const { steps, told, pass } = begun([played(2), played(3)]);
  assert.ok(steps.takes({ ...played(4), type: 'update' }));
  assert.ok(!steps.takes({ type: 'friends_changed' }));
  pass();
  pass();
  assert.deepEqual(told.slice(-3), ['missed 3', 'left 0', 'update 4']);
});

test('the end of a round is read until the visitor goes on', () => {
  const { steps, told, pass } = begun([roundOver(2), played(3), played(4)]);
  pass();
  pass();
  assert.deepEqual(told, ['left 3', 'update 2', 'left 2'], 'no time passes');
  assert.ok(steps.stops({ type: 'move', table: TABLE, ply: 3, move: { line: 'call' } }));
  assert.equal(told.length, 3, 'the move was for a table that is past');
  assert.ok(steps.stops({ type: 'next', table: TABLE }));
  assert.deepEqual(told.slice(3), ['update 3', 'left 1']);
});

test('of a press that is held back the visitor reads nothing, of one that is not sent that it was not', () => {
  const store = createStore(initial({ page: 'table', table: TABLE, invite: null }), reduce);
  store.dispatch(snapshot());
  const { steps } = begun([roundOver(2), played(3)]);
  const session = { send: () => false, stops: steps.stops, go() {} };
  const actions = createActions(store, session);
  const reads = () => store.get().notice?.code ?? null;
  actions.next();
  assert.equal(reads(), null);
  steps.skip();
  actions.next();
  assert.equal(reads(), 'not_connected');
});

test('everything is skipped by a press', () => {
  const { steps, told, pass } = begun([played(2), played(3), played(4)]);
  pass();
  steps.skip();
  assert.deepEqual(told.slice(-2), ['missed 4', 'left 0']);
  pass();
  assert.deepEqual(told.slice(-2), ['missed 4', 'left 0'], 'a step that was due comes to nothing');
  assert.ok(!steps.stops({ type: 'next', table: TABLE }));
});

test('a single event, and what was not asked for, is shown as ever', () => {
  assert.ok(!begun([played(2)]).taken);
  const steps = createSteps({ dispatch() {} });
  assert.ok(!steps.takes(missed([played(2), played(3)])));
});

test('a browser remembers what it has shown last of the last tables', () => {
  let text = /** @type {string | null} */ (null);
  const seen = createSeen({
    read: () => text,
    write(now) {
      text = now;
    },
  });
  assert.equal(seen.find(TABLE), null);
  seen.note(TABLE, 4);
  seen.note(TABLE, 9);
  assert.equal(seen.find(TABLE), 9);
  for (let other = 0; other < 64; other += 1) seen.note(`${other}`, 1);
  assert.equal(seen.find(TABLE), null, 'there is an end to it');
  text = '{"broken';
  assert.equal(seen.find(TABLE), null);
});
