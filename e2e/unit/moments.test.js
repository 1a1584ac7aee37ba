import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcementOf } from '../../static/js/announce.js';
import { newcomerName, turnBegan } from '../../static/js/moments.js';
import { noteFor } from '../../static/js/notices.js';
import { reduce } from '../../static/js/reduce.js';
import { DEFAULTS } from '../../static/js/settings.js';
import { soundsFor } from '../../static/js/sound/cues.js';
import { makers } from '../../static/js/sound/synth.js';
import { loudness } from '../../static/js/sound.js';
import { initial } from '../../static/js/state.js';
import { board, change, room, snapshot, TABLE, view } from './line.js';

/** @typedef {import('../../static/js/state.js').State} State */
/** @typedef {import('../../static/js/protocol.js').VisibleEvent} VisibleEvent */

const START = { ...initial({ page: 'table', table: TABLE, invite: null }), name: 'Ana' };
const MINE = reduce(START, snapshot());
const THEIR_TURN = { ...view({ turn: 1, ply: 4 }), board: board() };
const THEIRS = reduce(START, snapshot({ view: THEIR_TURN }));

/**
 * @param {State} before
 * @param {VisibleEvent[]} events
 * @param {Parameters<typeof change>[0]} [changes]
 */
function after(before, events, changes = {}) {
  return reduce(before, {
    type: 'update',
    table: TABLE,
    v: 6,
    ...change({ turn: 1, ply: 5, events, ...changes }),
  });
}

/** @param {State} state @param {State} before */
const names = (state, before) => soundsFor(state, before, DEFAULTS).map((cue) => cue.sound);

/** @type {VisibleEvent} */
const PLAYED = {
  type: 'played',
  seat: 1,
  tile: '4-4',
  joint: { arm: 'a', outer: 4 },
};

test('each event has its sound, one after the other', () => {
  const state = after(MINE, [
    PLAYED,
    { type: 'scored', side: 1, points: 10, reason: 'count' },
    { type: 'drew', seat: 0 },
    { type: 'drew', seat: 0 },
    { type: 'passed', seat: 0 },
  ]);
  assert.deepEqual(names(state, MINE), ['clack', 'score', 'draw', 'draw', 'knock']);
  const times = soundsFor(state, MINE, DEFAULTS).map((cue) => cue.at_ms);
  assert.deepEqual(
    times,
    [...new Set(times)].sort((a, b) => a - b),
  );
  assert.equal(times[0], 0);
});

test('the own turn is told last, also when the others had to pass', () => {
  const turn = { turn: 0 };
  const state = after(THEIRS, [PLAYED], turn);
  assert.deepEqual(names(state, THEIRS), ['clack', 'turn']);
  assert.equal(turnBegan(state, THEIRS), true);
  const again = after(
    MINE,
    [
      { ...PLAYED, seat: 0 },
      { type: 'passed', seat: 1 },
    ],
    turn,
  );
  assert.deepEqual(names(again, MINE), ['clack', 'knock', 'turn']);
  // The line above the hand says the same as before, so it is not heard by itself.
  assert.match(announcementOf(again, MINE, DEFAULTS) ?? '', /Ben passes\. Your turn$/);
  assert.doesNotMatch(announcementOf(state, THEIRS, DEFAULTS) ?? '', /Your turn/);
  assert.equal(turnBegan(after(MINE, [PLAYED]), MINE), false);
});

test('the end of a round and of a match', () => {
  /** @type {VisibleEvent[]} */
  const out = [
    PLAYED,
    { type: 'domino', seat: 1 },
    { type: 'scored', side: 1, points: 20, reason: 'domino' },
  ];
  assert.deepEqual(names(after(MINE, out), MINE), ['clack', 'round', 'score']);
  const lost = after(MINE, [...out, { type: 'match_over', winner: 1 }]);
  assert.deepEqual(names(lost, MINE), ['clack', 'score', 'lose']);
  const won = after(MINE, [...out, { type: 'match_over', winner: 0 }]);
  assert.equal(names(won, MINE).at(-1), 'win');
});

test('what happened before the page was there, or while it was cut off, makes no sound', () => {
  assert.deepEqual(names(MINE, START), []);
  const lost = reduce(THEIRS, { type: 'local_connection', connection: 'lost' });
  const now = view();
  now.history = [...now.history, PLAYED, { type: 'passed', seat: 0 }];
  const back = reduce(lost, snapshot({ v: 9, view: now }));
  // But the own turn is news.
  assert.deepEqual(names(back, lost), ['turn']);
  const chat = [
    { n: 1, seat: 1, name: 'Ben', pseudonym: 'pseudonym of Ben', text: 'hi', at_ms: 0 },
  ];
  assert.deepEqual(names(reduce(MINE, snapshot({ chat })), MINE), []);
});

test('others are heard when they write, unless muted', () => {
  const line = { n: 1, seat: 1, name: 'Ben', pseudonym: 'pseudonym of Ben', text: 'hi', at_ms: 0 };
  const said = reduce(THEIRS, { type: 'said', table: TABLE, line });
  assert.deepEqual(names(said, THEIRS), ['chat']);
  assert.deepEqual(soundsFor(said, THEIRS, { ...DEFAULTS, mute_all: true }), []);
  const own = reduce(THEIRS, {
    type: 'said',
    table: TABLE,
    line: { ...line, seat: 0, name: 'Ana', pseudonym: 'pseudonym of Ana' },
  });
  assert.deepEqual(names(own, THEIRS), []);
});

test('somebody sits down while one waits', () => {
  const free = { ...room(), status: /** @type {const} */ ('open'), seats: [room().seats[0], null] };
  const waiting = reduce(START, snapshot({ room: free, view: null }));
  const full = { ...free, seats: room().seats };
  const come = reduce(waiting, { type: 'update', table: TABLE, v: 6, room: full });
  assert.equal(newcomerName(come, waiting), 'Ben');
  assert.deepEqual(names(come, waiting), ['sit']);
  assert.deepEqual(noteFor(come, waiting), {
    table: TABLE,
    title: 'Ben sits down.',
    body: 'Five-Up to 150',
    waits: false,
  });
});

test('a notification says what happened and that it is one’s turn', () => {
  const state = after(THEIRS, [PLAYED], { turn: 0 });
  assert.deepEqual(noteFor(state, THEIRS), {
    table: TABLE,
    waits: true,
    title: 'Your turn.',
    body: 'Ben plays 4-4. · Five-Up to 150',
  });
  assert.equal(noteFor(after(MINE, [PLAYED]), MINE), null);
});

test('a match of a tournament that begins is told once, and not to a page that opens later', () => {
  const tournament = 'c'.repeat(32);
  const own = (/** @type {string} */ table) =>
    /** @type {const} */ ({ type: 'tournament_own', tournament, entrant: 1, table });
  const lobby = { ...initial({ page: 'lobby' }), name: 'Ana' };
  const begun = reduce(lobby, own(TABLE));
  const note = { table: TABLE, title: 'Your match begins', body: '', waits: true };
  assert.deepEqual(noteFor(begun, lobby), note);
  assert.deepEqual(names(begun, lobby), ['turn']);
  assert.equal(noteFor(reduce(begun, own(TABLE)), begun), null);
  const next = reduce(begun, own('d'.repeat(32)));
  assert.equal(noteFor(next, begun)?.title, 'Your match begins');
});

test('every sound can be made, and the volume goes from silence to full', () => {
  for (const name of [
    'clack',
    'draw',
    'knock',
    'score',
    'deal',
    'turn',
    'round',
    'win',
    'lose',
    'chat',
    'sit',
  ]) {
    assert.equal(typeof makers[/** @type {keyof typeof makers} */ (name)], 'function', name);
  }
  assert.deepEqual([loudness(0), loudness(50), loudness(100)], [0, 0.25, 1]);
});
