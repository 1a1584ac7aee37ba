import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TIME } from '../../static/js/format/absence.js';
import { clockFace } from '../../static/js/format/clock.js';
import { meanwhileText } from '../../static/js/format/turn.js';
import { loadTexts } from '../../static/js/i18n/index.js';
import { reduce } from '../../static/js/reduce.js';
import { initial } from '../../static/js/state.js';
import { promptsOf } from '../../static/js/table/views/prompts.js';
import { board, room, snapshot, TABLE, view } from './line.js';

await loadTexts('match');

/** @typedef {import('../../static/js/protocol.js').Absent} Absent */
/** @typedef {import('../../static/js/protocol.js').ClockRule} ClockRule */
/** @typedef {import('../../static/js/protocol.js').LineOptions} Options */
/** @typedef {import('../../static/js/protocol.js').RoomSeat} RoomSeat */
/** @typedef {import('../../static/js/protocol.js').VisibleEvent} VisibleEvent */
/** @typedef {import('../../static/js/protocol.js').Time} Time */

/** When the absent player went, by the server's clock. */
const WENT = 1_000_000;
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** What the server tells of a player who is gone from a table without a clock. @param {number} seat @returns {Absent} */
const gone = (seat) => ({
  seat,
  computer_ms: WENT + 30 * SECOND,
  place_ms: WENT + 3 * MINUTE,
  claim_ms: WENT + 3 * MINUTE,
});

/** The same where a partner is there, or several sides play. @param {number} seat @returns {Absent} */
const goneNoClaim = (seat) => ({ ...gone(seat), claim_ms: undefined });

/** @type {ClockRule} */
const PER_MOVE = { type: 'per_move', seconds: 15 };
/** @type {ClockRule} */
const BANK = { type: 'bank', seconds: 300, increment: 0 };

/**
 * @typedef {object} Case
 * @property {Options['seating']} [seating]
 * @property {Record<number, number>} [away] since when each seat's player is away
 * @property {Absent} [absent]
 * @property {ClockRule} [clock]
 * @property {number} [runs] the seat whose clock runs
 * @property {number} [left] what is on it at `WENT`
 * @property {Partial<RoomSeat>[]} [people] what else is so at each seat
 * @property {number | null} [me]
 * @property {boolean} [cut] the own connection is lost
 */

/** @param {Case} given */
function tableOf({ seating = 'two', away = {}, people = [], ...given }) {
  const { absent, clock, runs, left = 15 * SECOND, me = 0, cut } = given;
  const made = room({ seating });
  made.seats = made.seats.map((seat, i) => seat && { ...seat, ...people[i] });
  if (clock) made.clock = clock;
  /** @type {Time | undefined} */
  const time = clock && {
    left_ms: made.seats.map(() => left),
    ...(runs !== undefined && {
      running: { seat: runs, since_ms: WENT, until_ms: WENT + left, warned: false },
    }),
  };
  const presence = {
    seats: made.seats.map((_, seat) => !(seat in away)),
    away_since_ms: made.seats.map((_, seat) => away[seat] ?? null),
    watchers: 0,
    ...(absent && { absent }),
  };
  const start = initial({ page: 'table', table: TABLE, invite: null });
  const shown = {
    room: made,
    presence,
    time,
    me: { pseudonym: 'of Ana', seat: me, host: false, invite: null },
  };
  const open = reduce(start, snapshot(shown));
  const state = cut ? reduce(open, { type: 'local_connection', connection: 'lost' }) : open;
  assert.ok(state.table);
  return state.table;
}

/** Actions that do nothing. */
const ACTIONS = /** @type {import('../../static/js/actions.js').Actions} */ (
  /** @type {unknown} */ ({ back() {}, absent() {} })
);

/** What is asked at a moment, each sentence with its choices; the main ones have an asterisk. @param {Case} given @param {number} after */
function said(given, after) {
  const now = WENT + after;
  return promptsOf(tableOf(given), ACTIONS, () => {}, now).map(({ text, until, choices }) => {
    assert.equal(text.includes(TIME), until !== undefined, text);
    const sentence = text.replace(TIME, clockFace((until ?? 0) - now));
    const buttons = choices.map(({ id, primary }) => `${id.split('-')[1]}${primary ? '*' : ''}`);
    return [sentence, ...buttons].join(' | ');
  });
}

/** @type {[what: string, given: Case, after: number, said: string[]][]} */
const CASES = [
  [
    'gone for a moment',
    { away: { 1: WENT }, absent: gone(1) },
    10 * SECOND,
    ['Ben is away. You can go on without them in 0:20.'],
  ],
  [
    'gone for half a minute',
    { away: { 1: WENT }, absent: gone(1) },
    30 * SECOND,
    [
      'Ben is away. The computer can play until they are back; in 2:30 you can also claim the win. | computer*',
    ],
  ],
  [
    'gone for three minutes',
    { away: { 1: WENT }, absent: gone(1) },
    3 * MINUTE,
    ['Ben is away. Go on without them? | computer* | place | claim'],
  ],
  [
    'gone for ten minutes',
    { away: { 1: WENT }, absent: gone(1) },
    10 * MINUTE,
    ['Ben is away. Go on without them? | computer* | place | claim'],
  ],
  [
    'gone, in a rated match',
    { away: { 1: WENT }, absent: { ...gone(1), computer_ms: WENT + 3 * MINUTE } },
    50 * SECOND,
    ['Ben is away. You can go on without them in 2:10.'],
  ],
  [
    'one of three gone',
    { seating: 'three', away: { 2: WENT }, absent: goneNoClaim(2) },
    MINUTE,
    [
      'Cem is away. The computer can play until they are back; in 2:00 you can also play one tile for them. | computer*',
    ],
  ],
  [
    'the partner gone',
    { seating: 'partners', away: { 2: WENT }, absent: gone(2) },
    4 * MINUTE,
    ['Cem is away. Go on without them? | computer* | place'],
  ],
  [
    'two of four away, the one on turn not the longest',
    { seating: 'four', away: { 1: WENT, 3: WENT - MINUTE }, absent: goneNoClaim(1) },
    4 * MINUTE,
    ['Ben is away. Go on without them? Away, the longest first: Dora & Ben. | computer* | place'],
  ],
  [
    'two of four away, and a computer plays for one',
    {
      seating: 'four',
      away: { 1: WENT, 3: WENT },
      absent: goneNoClaim(1),
      people: [{}, {}, {}, { lent: 'club' }],
    },
    4 * MINUTE,
    ['Ben is away. Go on without them? | computer* | place'],
  ],
  ['away while this visitor is to play', { away: { 1: WENT } }, 4 * MINUTE, []],
  [
    'connected, and thinks for long',
    { absent: { ...gone(1), computer_ms: WENT + 3 * MINUTE } },
    MINUTE,
    ['Ben has not played for a long time. You can go on without them in 2:00.'],
  ],
  [
    'connected, and has thought for too long',
    { absent: { ...gone(1), computer_ms: WENT + 3 * MINUTE } },
    3 * MINUTE,
    ['Ben has not played for a long time. Go on without them? | computer* | place | claim'],
  ],
  [
    'this visitor thinks for long',
    { absent: gone(0) },
    MINUTE,
    ['It is your move. In 2:00 the others can go on without you.'],
  ],
  [
    'this visitor has thought for too long',
    { absent: gone(0) },
    3 * MINUTE,
    ['It is your move. The others can go on without you now.'],
  ],
  ...[PER_MOVE, BANK].map(
    /** @returns {[string, Case, number, string[]]} */ (clock) => [
      `gone, with a clock ${clock.type}`,
      { clock, runs: 1, away: { 1: WENT }, absent: { seat: 1 } },
      6 * SECOND,
      ['Ben is away, and their clock goes on: in 0:09 a tile is played for them.'],
    ],
  ),
  [
    'given up, with a clock',
    {
      clock: PER_MOVE,
      runs: 1,
      absent: {
        seat: 1,
        computer_ms: WENT + 5000,
        place_ms: WENT + 5000,
        claim_ms: WENT + 5000,
      },
      people: [{}, { away: true }],
    },
    5 * SECOND,
    [
      'Ben is away, and their clock goes on: in 0:10 a tile is played for them. | computer* | place | claim',
    ],
  ],
  [
    'both were away: this visitor comes back first',
    { away: { 1: WENT }, absent: gone(1), people: [{ away: true }, { away: true }] },
    4 * MINUTE,
    ['You were away: tiles are being played for you. | again*'],
  ],
  [
    'both were away, and a computer plays for this visitor',
    { away: { 1: WENT }, absent: gone(1), people: [{ lent: 'club' }] },
    4 * MINUTE,
    ['The computer plays for you. | again*'],
  ],
  ['who watches decides nothing', { me: null, away: { 1: WENT }, absent: gone(1) }, 4 * MINUTE, []],
  ['who has resigned neither', { absent: gone(1), people: [{ resigned: true }] }, 4 * MINUTE, []],
  // The own connection is lost.
  [
    'cut, without a clock',
    { cut: true },
    0,
    ['The table waits for you for a while. Then the others can go on without you.'],
  ],
  [
    'cut, alone with computer players',
    { cut: true, people: [{}, { computer: 'club' }] },
    0,
    ['The table waits for you.'],
  ],
  ...[PER_MOVE, BANK].flatMap(
    /** @returns {[string, Case, number, string[]][]} */ (clock) => [
      [
        `cut in the own turn, ${clock.type}`,
        { cut: true, clock, runs: 0 },
        3 * SECOND,
        ['Your clock goes on: 0:12 left. Then a tile is played for you.'],
      ],
      [
        `cut until the time is over, ${clock.type}`,
        { cut: true, clock, runs: 0 },
        16 * SECOND,
        ['Your time is over: a tile is played for you.'],
      ],
      [
        `cut in another's turn, ${clock.type}`,
        { cut: true, clock, runs: 1 },
        3 * SECOND,
        ['The match goes on. In your turn your clock runs: 0:15 left.'],
      ],
    ],
  ),
  [
    'cut, and a computer plays for this visitor',
    { cut: true, people: [{ lent: 'club' }] },
    0,
    ['The computer plays for you.'],
  ],
  [
    'cut, and nothing can be pressed that could not be sent',
    { cut: true, away: { 1: WENT }, absent: gone(1) },
    4 * MINUTE,
    ['The table waits for you for a while. Then the others can go on without you.'],
  ],
  ['cut while watching', { cut: true, me: null }, 0, []],
];

for (const [what, given, after, expected] of CASES) {
  test(what, () => assert.deepEqual(said(given, after), expected));
}

test('to claim the win is never the main choice', () => {
  for (const [, given, after] of CASES) {
    for (const line of said(given, after)) assert.ok(!line.includes('claim*'), line);
  }
});

test('who comes back hears which tiles were played for them, and not of their own play', () => {
  const open = reduce(initial({ page: 'table', table: TABLE, invite: null }), snapshot());
  /** @type {VisibleEvent[]} */
  const events = [
    { type: 'played', seat: 0, tile: '6-4', joint: { arm: 'a', outer: 6 } },
    { type: 'passed', seat: 1 },
    { type: 'played', seat: 0, tile: '1-0', joint: { arm: 'a', outer: 1 } },
  ];
  const now = { ...view(), board: board(), history: [...view().history, ...events] };
  /** @param {import('../../static/js/state.js').State} before */
  const back = (before) => {
    const lost = reduce(before, { type: 'local_connection', connection: 'lost' });
    const { table } = reduce(lost, snapshot({ v: 9, view: now }));
    assert.ok(table);
    return meanwhileText(table);
  };
  assert.equal(
    back(open),
    'While you were away: Tiles were played for you: 6-4 & 1-0. Ben passes. It is your turn.',
  );
  assert.equal(
    back(reduce(open, { type: 'local_sent' })),
    'While you were away: A tile was played for you: 1-0. You play 6-4. Ben passes. It is your turn.',
  );
});
