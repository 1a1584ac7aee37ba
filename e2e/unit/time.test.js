import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  clockFace,
  clockWords,
  daysFace,
  endingWords,
  leftMs,
} from '../../static/js/format/clock.js';
import { minutesAt } from '../../static/js/format/minutes.js';
import { overPhase } from '../../static/js/format/over.js';
import { turnLine } from '../../static/js/format/turn.js';
import { newEnding, timeGivenBack, timeGotShort } from '../../static/js/moments.js';
import { noteFor } from '../../static/js/notices.js';
import { reduce } from '../../static/js/reduce.js';
import { initial } from '../../static/js/state.js';
import { clockOffset } from '../../static/js/table/ui.js';
import { promptsOf } from '../../static/js/table/views/prompts.js';
import { change, room, snapshot, TABLE } from './line.js';

/** @typedef {import('../../static/js/protocol.js').Room} Room */
/** @typedef {import('../../static/js/state.js').State} State */

const START = initial({ page: 'table', table: TABLE, invite: null });

/** @param {Parameters<typeof reduce>[1][]} messages */
const after = (...messages) => messages.reduce(reduce, START);

/** @param {Parameters<typeof snapshot>[0]} [changes] */
const table = (changes) => {
  const made = after(snapshot(changes)).table;
  assert.ok(made);
  return made;
};

/** @type {import('../../static/js/protocol.js').Time} */
const TIME = {
  running: { seat: 0, since_ms: 1000, until_ms: 16_000, warned: false },
  left_ms: [15_000, 12_000],
};
const WARNED = { ...TIME, running: { seat: 0, since_ms: 1000, until_ms: 16_000, warned: true } };

/** Actions that only tell their name. */
const ACTIONS = /** @type {import('../../static/js/actions.js').Actions} */ (
  /** @type {unknown} */ ({ back() {}, agree() {}, absent() {} })
);

/** The names of the choices that a visitor has. @param {Parameters<typeof snapshot>[0]} changes */
const choices = (changes) =>
  promptsOf(table(changes), ACTIONS, () => {}, 0).flatMap((one) => one.choices.map(({ id }) => id));

test('a clock runs by the time of the server, whatever the own clock says', () => {
  assert.equal(clockOffset(1000, 1400, 9200), 8000, 'the answer was written at 1200');
  const welcome = /** @type {const} */ ({
    type: 'welcome',
    protocol: 1,
    server: '',
    build: '',
    name: 'Ana',
  });
  const state = after({ ...welcome, now_ms: 9200, asked_ms: 1000, heard_ms: 1400 });
  assert.equal(state.clock_ms, 8000);
  assert.equal(leftMs(TIME, 0, 4000), 12_000);
  assert.equal(leftMs(TIME, 0, 0), 15_000, 'never more than there is');
  assert.equal(leftMs(TIME, 0, 99_000), 0);
  assert.equal(leftMs(TIME, 1, 4000), 12_000, 'it does not run');
  assert.deepEqual([65_000, 9001, 1, 0, -5].map(clockFace), [
    '1:05',
    '0:10',
    '0:01',
    '0:00',
    '0:00',
  ]);
});

test('clocks are told in words', () => {
  assert.equal(clockWords(undefined), 'None');
  assert.equal(clockWords({ type: 'per_move', seconds: 30 }), '30 s');
  assert.equal(clockWords({ type: 'bank', seconds: 180, increment: 2 }), '3 min + 2 s');
});

test('a warning comes once, and only to whom it is for', () => {
  const before = after(snapshot({ time: TIME }));
  const now = reduce(before, { type: 'update', table: TABLE, v: 6, time: WARNED });
  assert.equal(timeGotShort(now, before), true);
  assert.equal(timeGotShort(now, now), false);
  const other = after(
    snapshot({
      time: TIME,
      me: { pseudonym: 'pseudonym of Ana', seat: 1, host: false, invite: null },
    }),
  );
  const told = reduce(other, { type: 'update', table: TABLE, v: 6, time: WARNED });
  assert.equal(timeGotShort(told, other), false);
});

test('time that is given back ends the warning, and its notification', () => {
  const short = after(snapshot({ time: WARNED }));
  assert.ok(short.table);
  assert.equal(turnLine(short.table), 'Your time is almost up: play now!');
  const time = { ...TIME, running: { seat: 0, since_ms: 9000, until_ms: 24_000, warned: false } };
  const given = reduce(short, { type: 'update', table: TABLE, v: 6, time });
  assert.ok(given.table);
  assert.notEqual(turnLine(given.table), 'Your time is almost up: play now!');
  assert.equal(timeGivenBack(given, short), true);
  assert.equal(timeGivenBack(given, given), false);
  assert.match(noteFor(given, short)?.title ?? '', /turn/);
});

test('a warning is not kept up while the connection is lost', () => {
  const short = after(snapshot({ time: WARNED }));
  const cut = reduce(short, { type: 'local_connection', connection: 'lost' });
  assert.ok(cut.table);
  assert.notEqual(turnLine(cut.table), 'Your time is almost up: play now!');
  const back = reduce(cut, { ...snapshot({ time: WARNED }), v: 6 });
  assert.ok(back.table);
  assert.equal(turnLine(back.table), 'Your time is almost up: play now!');
});

test('one comes back, agrees and declines', () => {
  /** @param {number} seat @param {object} care @returns {Room} */
  const cared = (seat, care) => {
    const made = room();
    const seats = made.seats.map((one, i) => (one && i === seat ? { ...one, ...care } : one));
    return { ...made, seats };
  };
  assert.deepEqual(choices({ room: cared(0, { away: true }) }), ['back-again']);
  assert.deepEqual(choices({ room: cared(0, { lent: 'club' }) }), ['back-again']);
  assert.deepEqual(choices({ room: cared(0, { lent: 'club', resigned: true }) }), []);
  assert.deepEqual(choices({ room: cared(1, { offers_end: true }) }), ['end-agree', 'end-decline']);
  assert.deepEqual(choices({ room: cared(0, { offers_end: true }) }), ['end-decline']);
});

test('a match that was not played out is over all the same', () => {
  const before = after(snapshot());
  /** @type {Room} */
  const over = { ...room(), status: 'over', ending: { type: 'resigned', seat: 1, winner: 0 } };
  const state = reduce(before, { type: 'update', table: TABLE, v: 6, room: over });
  assert.ok(state.table);
  assert.equal(newEnding(state, before), 'win');
  assert.deepEqual(overPhase(state.table), {
    type: 'match_over',
    winner: 0,
    isPlayed: false,
    hands: [],
  });
  assert.equal(endingWords(over), 'Ben has resigned.');
});

test('what was missed is folded in, and told as past', () => {
  const cut = after(snapshot(), { type: 'local_connection', connection: 'lost' });
  const { presence } = snapshot();
  const played = /** @type {const} */ ({
    type: 'played',
    seat: 1,
    tile: '6-4',
    joint: { arm: 'a', outer: 6 },
  });
  const state = reduce(cut, {
    type: 'missed',
    table: TABLE,
    v: 7,
    updates: [
      { table: TABLE, v: 6, ...change({ events: [played] }) },
      { table: TABLE, v: 7 },
    ],
    presence,
    chat: [],
  });
  assert.equal(state.table?.v, 7);
  assert.equal(state.table?.live, false);
  assert.deepEqual(state.table?.ui.meanwhile?.events, [played]);
  assert.equal(state.table?.ui.cut, false);
  // A gap is not papered over.
  const gap = { type: /** @type {const} */ ('missed'), table: TABLE, presence, chat: [] };
  const broken = reduce(cut, { ...gap, v: 9, updates: [{ table: TABLE, v: 9 }] });
  assert.equal(broken.table?.v, 5);
});

test('days are told by their two largest units, and whole ones by themselves', () => {
  const hour_ms = 3_600_000;
  assert.equal(daysFace(49.5 * hour_ms), '2 days 1 h');
  assert.equal(daysFace(48 * hour_ms), '2 days');
  assert.equal(daysFace(24 * hour_ms), '1 day');
  assert.equal(daysFace(5 * hour_ms + 90_000), '5 h 2 min');
  assert.equal(daysFace(59_000), '0:59');
  assert.equal(clockWords({ type: 'days', days: 1, holiday: 0 }), '1 day a move');
  assert.equal(clockWords({ type: 'days', days: 3, holiday: 7 }), '3 days a move');
});

test('a match is said to last about as long as its game and its target make it', () => {
  /** @param {string} notation @param {Parameters<typeof room>[0]} rules */
  const about = (notation, rules) => minutesAt({ ...room(rules), notation });
  assert.equal(about('Draw 100', { target: 100 }), 20);
  assert.equal(about('Draw 50 · 9 tiles', { target: 50 }), 10);
  assert.equal(about('Fives 500', { target: 500 }), 35);
  const love = /** @type {const} */ ({ hands: 'none', love: 'one_all' });
  assert.equal(about('Six-Love 6', { ...love, target: 6 }), 90);
  assert.equal(about('Six-Love 3', { ...love, target: 3 }), 15);
  assert.equal(about('A game of tomorrow 50', { target: 50 }), null);
});
