import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_CHOICES } from '../../static/js/games/line/fold.js';
import { reduce } from '../../static/js/reduce.js';
import { offersOf, ownSorted, waitingElsewhere } from '../../static/js/select.js';
import { initial } from '../../static/js/state.js';
import { tileStep } from '../../static/js/tiles/steps.js';
import { board, change, room, snapshot, standing, TABLE, view } from './line.js';

/** @typedef {Parameters<typeof reduce>[1]} Message */

const AT_TABLE = initial({ page: 'table', table: TABLE, invite: null });

/**
 * The state after messages, each checked to leave the one before untouched.
 * @param {import('../../static/js/state.js').State} state
 * @param {Message[]} messages
 */
function after(state, ...messages) {
  return messages.reduce((before, message) => {
    const copy = structuredClone(before);
    const next = reduce(before, message);
    assert.deepEqual(before, copy, `${message.type} changed the state before it`);
    return next;
  }, state);
}

const LOST = /** @type {const} */ ('lost');

/** The followed table. @param {import('../../static/js/state.js').State} state */
function tableOf({ table }) {
  assert.ok(table);
  return table;
}

/** @param {string} table @param {number} open_seats @returns {import('../../static/js/protocol.js').Listing} */
function listing(table, open_seats = 1) {
  const seats = [{ name: 'Ana' }, null];
  return {
    table,
    notation: 'Draw 100',
    seats,
    open_seats,
    status: 'open',
    opened_ms: 0,
  };
}

test('the lobby is listed, changed and taken away table by table', () => {
  const state = after(
    initial({ page: 'lobby' }),
    { type: 'lobby', tables: [listing('a'), listing('b')] },
    { type: 'listed', table: listing('b', 0) },
    { type: 'listed', table: listing('c') },
    { type: 'unlisted', table: 'a' },
  );
  assert.deepEqual(
    state.lobby?.map((one) => [one.table, one.open_seats]),
    [
      ['c', 1],
      ['b', 0],
    ],
  );
});

/** @type {(table: string, own: Partial<import('../../static/js/protocol.js').OwnTable>) => import('../../static/js/protocol.js').OwnTable} */
const ownTable = (table, own) => ({
  ...listing(table),
  seat: 0,
  waits: false,
  since_ms: 0,
  ...own,
});

test('tables that wait for the visitor come first, and are counted on every other page', () => {
  const tables = [
    ownTable('open', {}),
    ownTable('theirs', { status: 'playing', turn: 1 }),
    ownTable('rematch', { status: 'over', waits: true }),
    ownTable('mine', { status: 'playing', turn: 0, waits: true }),
  ];
  const start = initial({ page: 'me' });
  assert.deepEqual(waitingElsewhere(start), [], 'before the list has come');
  const state = reduce(start, { type: 'own_tables', tables });
  assert.deepEqual(
    ownSorted(state.own ?? []).map((one) => one.table),
    ['mine', 'rematch', 'theirs', 'open'],
  );
  assert.equal(waitingElsewhere(state).length, 2);
  const there = reduce(state, {
    type: 'local_route',
    route: { page: 'table', table: 'mine', invite: null },
  });
  assert.equal(waitingElsewhere(there).length, 1);
  /** @type {Message} */
  const failed = { type: 'error', about: 'own_tables', code: 'unavailable', text: '' };
  assert.equal(reduce(state, failed), state, 'the page asks again by itself');
});

test('an update says what its events don’t', () => {
  /** @type {import('../../static/js/protocol.js').VisibleEvent[]} */
  const events = [
    { type: 'played', seat: 0, tile: '6-4', joint: { arm: 'a', outer: 6 } },
    { type: 'drew', seat: 1 },
  ];
  const said = change({ turn: 1, events, boneyard: 13 });
  const counted = view();
  counted.board.count = { total: 9, terms: [] };
  const table = tableOf(
    after(AT_TABLE, snapshot({ view: counted }), {
      type: 'update',
      table: TABLE,
      v: 6,
      ...said,
    }),
  );
  assert.equal(table.v, 6);
  const now = board({
    ends: [
      { arm: 'a', pips: 6 },
      { arm: 'b', pips: 5 },
    ],
    hand_sizes: [6, 8],
    boneyard: 13,
  });
  assert.deepEqual(table.view?.board, now);
  assert.deepEqual(table.view?.standing, standing({ ply: 4, turn: 1 }));
  const own = { seat: 0, hand: ['5-4', '1-0'], ...NO_CHOICES };
  assert.deepEqual(table.view?.own, own);
  assert.deepEqual(table.view?.history.slice(2), events);
  assert.deepEqual(table.view?.layout[1], { tile: '6-4', seat: 0, joint: { arm: 'a', outer: 6 } });
  assert.deepEqual(table.fresh, events);
});

test('what an update leaves out of how the match stands is as before, or none', () => {
  const before = { scores: [15, 0], round_scores: [[15, 0]] };
  const stands = { ...before, over: true, winner: 0, last_round: true };
  const seen = reduce(AT_TABLE, snapshot({ view: view(stands) }));
  assert.deepEqual(tableOf(seen).view?.standing, standing(stands));
  const told = change({ turn: null });
  const table = tableOf(after(seen, { type: 'update', table: TABLE, v: 6, ...told }));
  assert.deepEqual(table.view?.standing, standing({ ...before, ply: 4, turn: null }));
});

test('what a round is worth is told with the board, and begins anew with the round', () => {
  const there = { type: /** @type {const} */ ('update'), table: TABLE };
  const worth = { won_rounds: 1, bonus: 75, twice: true };
  const told = after(AT_TABLE, snapshot(), { ...there, v: 6, ...change(worth) });
  const later = after(told, { ...there, v: 7, ...change({ ply: 5, turn: 1 }) });
  for (const state of [told, later]) {
    const { won_rounds, bonus, twice } = tableOf(state).view?.board ?? board();
    assert.deepEqual({ won_rounds, bonus, twice }, worth);
  }
  const anew = { ...there, v: 8, ...change({ clear: true, round: 2, won_rounds: 2 }) };
  const { won_rounds, bonus, twice } = tableOf(after(later, anew)).view?.board ?? board();
  assert.deepEqual({ won_rounds, bonus, twice }, { won_rounds: 2, bonus: 0, twice: false });
});

test('a seat is told what it may do, and what it has drawn', () => {
  const own = {
    hand: ['6-4', '5-4', '4-1', '1-0'],
    placements: [{ tile: '4-1', arm: /** @type {const} */ ('a') }],
    may_call: true,
    may_give_lead: true,
  };
  const there = { type: /** @type {const} */ ('update'), table: TABLE };
  const table = after(AT_TABLE, snapshot(), { ...there, v: 6, ...change({}, own) });
  assert.deepEqual(tableOf(table).view?.own, { seat: 0, ...own });
  const idle = tableOf(after(table, { ...there, v: 7, own: { line: {} } })).view?.own;
  assert.deepEqual(idle, { seat: 0, hand: own.hand, ...NO_CHOICES });
  const talk = tableOf(after(table, { ...there, v: 7 })).view?.own;
  assert.deepEqual(talk, { seat: 0, ...own });
  const me = { pseudonym: 'pseudonym of Ana', seat: null, host: false, invite: null };
  assert.equal(tableOf(after(table, { ...there, v: 7, me })).view?.own, null);
});

test('a new round empties layout and history, and keeps the scores of those before', () => {
  const over = after(AT_TABLE, snapshot(), {
    type: 'update',
    table: TABLE,
    v: 6,
    ...change({ scores: [15, 0], round_scores: [[15, 0]] }),
  });
  const table = tableOf(
    reduce(over, {
      type: 'update',
      table: TABLE,
      v: 7,
      ...change({
        ...{ clear: true, events: [{ type: 'dealt', leader: 0 }] },
        ...{ round: 2, turn: 0, ends: [], hand_sizes: [7, 7] },
      }),
    }),
  );
  assert.deepEqual(table.view?.board.ends, []);
  assert.deepEqual(table.view?.layout, []);
  assert.deepEqual(table.view?.history, [{ type: 'dealt', leader: 0 }]);
  assert.deepEqual(table.view?.standing.round_scores, [[15, 0]]);
});

test('an old update changes nothing, and after a gap nothing changes until a snapshot', () => {
  const opened = after(AT_TABLE, snapshot());
  const old = after(opened, { type: 'update', table: TABLE, v: 5, ...change({ round: 9 }) });
  assert.equal(old, opened);
  const behind = after(
    opened,
    { type: 'update', table: TABLE, v: 7, ...change({ round: 9 }) },
    { type: 'update', table: TABLE, v: 8, ...change({ round: 9 }) },
  );
  assert.equal(tableOf(behind).behind, true);
  assert.equal(tableOf(behind).view?.standing.round, 1);
  const caught = after(behind, snapshot({ v: 8 }));
  assert.equal(tableOf(caught).behind, false);
});

test('who comes back is told what happened meanwhile', () => {
  const later = view();
  later.history.push({ type: 'passed', seat: 0 });
  const table = tableOf(after(AT_TABLE, snapshot(), snapshot({ v: 6, view: later })));
  assert.deepEqual(table.fresh, [{ type: 'passed', seat: 0 }]);
  const other = tableOf(after(AT_TABLE, snapshot(), snapshot({ v: 6, view: null })));
  assert.deepEqual(other.fresh, []);
});

/** The answer to a client that has missed nothing. @type {Message} */
const NOTHING_MISSED = {
  type: 'missed',
  table: TABLE,
  v: 5,
  updates: [],
  presence: { seats: [true, true], away_since_ms: [null, null], watchers: 0 },
  chat: [],
};

/** @type {Message} */
const EXPERT = {
  type: 'hint',
  table: TABLE,
  ply: 3,
  hint: { line: { tile: '5-4', arm: 'b', reason: { type: 'only_play' } } },
};

test('while the connection stands, an answer to the heartbeat takes nothing away', () => {
  const asked = after(AT_TABLE, snapshot(), { type: 'local_asked' }, { type: 'local_sent' });
  const still = tableOf(after(asked, NOTHING_MISSED));
  assert.deepEqual(still.ui.hint, { ply: 3, answer: null });
  assert.equal(still.ui.pending, true);
  const hinted = after(asked, EXPERT);
  assert.equal(tableOf(after(hinted, NOTHING_MISSED)).ui.hint?.answer?.tile, '5-4');
});

test('with the connection, all that waits for an answer is lost, and what was answered stays', () => {
  const asked = after(AT_TABLE, snapshot(), { type: 'local_asked' }, { type: 'local_sent' });
  const lost = { type: /** @type {const} */ ('local_connection'), connection: LOST };
  const back = tableOf(after(asked, lost, NOTHING_MISSED));
  assert.equal(back.ui.hint, null);
  assert.equal(back.ui.pending, false);
  const hinted = after(asked, EXPERT, lost, NOTHING_MISSED);
  assert.equal(tableOf(hinted).ui.hint?.answer?.tile, '5-4');
});

test('an update brings what has changed of the room, and the rest stays', () => {
  const ending = { type: /** @type {const} */ ('played'), winner: 0 };
  const over = after(AT_TABLE, snapshot(), {
    type: 'update',
    table: TABLE,
    v: 6,
    room: { status: 'over', match: 1, record: 'r1', ending },
  });
  assert.deepEqual(tableOf(over).room, {
    ...room(),
    status: 'over',
    match: 1,
    record: 'r1',
    ending,
  });
  const [ana, ben] = room().seats;
  const seats = [ana, ben && { ...ben, ready: true }];
  const again = after(over, {
    type: 'update',
    table: TABLE,
    v: 7,
    room: { status: 'playing', match: 2, seats },
  });
  assert.deepEqual(tableOf(again).room, { ...room(), status: 'playing', match: 2, seats });
});

test('who loses the seat loses the hand', () => {
  const me = { pseudonym: 'pseudonym of Ana', seat: null, host: false, invite: null };
  const table = tableOf(
    after(AT_TABLE, snapshot(), { type: 'update', table: TABLE, v: 6, room: room(), me }),
  );
  assert.equal(table.view?.own, null);
});

test('a chosen tile stays chosen while it is held, and a refusal frees the hand', () => {
  const chosen = after(AT_TABLE, snapshot(), { type: 'local_pick', picked: [tileStep('5-4')] });
  assert.deepEqual(tableOf(chosen).ui.picked, [tileStep('5-4')]);
  const sent = after(chosen, { type: 'local_sent' });
  assert.equal(tableOf(sent).ui.pending, true);
  const refused = after(sent, {
    type: 'error',
    about: 'move',
    table: TABLE,
    code: 'stale',
    text: 'The match has moved on.',
  });
  assert.equal(tableOf(refused).ui.pending, false);
  assert.deepEqual(tableOf(refused).ui.picked, [tileStep('5-4')]);
  assert.equal(refused.notice?.code, 'stale');
  const own = { hand: ['1-0'], ...NO_CHOICES };
  const played = after(sent, { type: 'update', table: TABLE, v: 6, ...change({}, own) });
  assert.deepEqual(tableOf(played).ui.picked, []);
  assert.equal(tableOf(played).ui.pending, false);
});

test('nothing is to be played while a call waits for its answer', () => {
  const called = after(AT_TABLE, snapshot(), { type: 'local_sent' });
  assert.deepEqual(offersOf(tableOf(called)), []);
  const { own } = view();
  assert.ok(own);
  const { placements: offers } = own;
  const answered = after(called, {
    type: 'update',
    table: TABLE,
    v: 6,
    ...change({ turn: 0 }, { placements: offers }),
  });
  assert.deepEqual(offersOf(tableOf(answered)), offersOf(tableOf(after(AT_TABLE, snapshot()))));
  assert.ok(offersOf(tableOf(answered)).length > 0);
});

test('messages of another table are none of this page', () => {
  const opened = after(AT_TABLE, snapshot());
  assert.equal(after(opened, snapshot({ table: 'f'.repeat(32) })), opened);
  assert.equal(after(opened, { type: 'closed', table: 'f'.repeat(32), reason: 'gone' }), opened);
});

test('a table that is closed or not found says so', () => {
  const closed = after(AT_TABLE, snapshot(), { type: 'closed', table: TABLE, reason: 'removed' });
  assert.deepEqual([closed.table, closed.shut], [null, 'removed']);
  const missing = after(AT_TABLE, { type: 'error', about: 'open', code: 'not_found', text: '' });
  assert.equal(missing.shut, 'not_found');
});

test('a notice goes only by its own number', () => {
  const twice = after(
    AT_TABLE,
    { type: 'local_notice', code: 'rate', text: '' },
    { type: 'local_notice', code: 'stale', text: '' },
  );
  assert.equal(after(twice, { type: 'local_notice_gone', serial: 1 }).notice?.code, 'stale');
  assert.equal(after(twice, { type: 'local_notice_gone', serial: 2 }).notice, null);
});

test('of the own tables that wait, the one whose time is up first comes first', () => {
  const all = [{ until_ms: 9000 }, {}, { until_ms: 4000 }, { until_ms: 1, waits: false }];
  const own = all.map((one, i) => ownTable(`table ${i}`, { waits: true, ...one }));
  const state = initial({ page: 'table', table: 'table 0', invite: null });
  const next = waitingElsewhere({ ...state, own }).map(({ table }) => table);
  assert.deepEqual(next, ['table 2', 'table 1']);
});
