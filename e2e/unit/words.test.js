import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcementOf } from '../../static/js/announce.js';
import { nameAt, nameOf, namesWithLevels } from '../../static/js/format/names.js';
import { scoresFrom } from '../../static/js/format/scores.js';
import { sideName } from '../../static/js/format/sides.js';
import { turnLine } from '../../static/js/format/turn.js';
import { countInTerms, countSum } from '../../static/js/games/line/count.js';
import { lastTurns, turnNote } from '../../static/js/games/line/turns.js';
import { outcomeInWords, sentences } from '../../static/js/games/line/words.js';
import { loadTexts, t, textOrNull } from '../../static/js/i18n/index.js';
import { reduce } from '../../static/js/reduce.js';
import { initial } from '../../static/js/state.js';
import { titleOf } from '../../static/js/titles.js';
import { change, room, snapshot, TABLE } from './line.js';

await loadTexts('match');

/** @import { CountSeen, VisibleEvent } from '../../static/js/protocol.js' */

/** @param {string} tile @param {number} seat @returns {VisibleEvent} */
const played = (tile, seat) => ({
  type: 'played',
  seat,
  tile,
  joint: { arm: 'a', outer: 0 },
});

/** @param {VisibleEvent[]} events @param {ReturnType<typeof room>} at */
const say = (events, at = room()) => sentences(events, at).map((one) => one.text);

const OPEN = reduce(initial({ page: 'table', table: TABLE, invite: null }), snapshot());

test('the count is a sum, end by end, doubles counted twice', () => {
  /** @type {CountSeen} */
  const count = {
    total: 20,
    terms: [
      { arm: 'a', pips: 6, double: false },
      { arm: 'b', pips: 4, double: false },
      { arm: 'c', pips: 5, double: true },
    ],
  };
  assert.equal(countSum(count), '6 + 4 + 5 + 5');
  assert.equal(countInTerms(count), `6 + 4 + 10 = ${count.total}`);
});

test('what belongs together is said in one sentence', () => {
  const told = say([
    played('6-4', 0),
    { type: 'scored', side: 0, points: 10, reason: 'count' },
    { type: 'drew', seat: 1 },
    { type: 'drew', seat: 1 },
    { type: 'drew', seat: 1 },
    { type: 'passed', seat: 1 },
    played('4-0', 0),
    { type: 'domino', seat: 0 },
    { type: 'scored', side: 0, points: 15, reason: 'domino' },
    { type: 'match_over', winner: 0 },
  ]);
  assert.deepEqual(told, [
    'Ana plays 6-4 for 10 points.',
    'Ben draws 3 tiles.',
    'Ben passes.',
    'Ana plays 4-0.',
    'Ana goes out for 15 points.',
    'Ana wins the match.',
  ]);
  const won = sentences([{ type: 'match_over', winner: 0 }], room(), 0);
  assert.equal(won[0].text, 'You win the match!');
});

test('lots, redeals, calls and blocks are said', () => {
  const told = say(
    [
      { type: 'lots', tiles: ['3-2', '6-1', '0-0', '5-0'], leader: 1 },
      { type: 'dealt', leader: 1 },
      { type: 'played', seat: 1, tile: '5-5', joint: null, announced: 15 },
      { type: 'called', seat: 0 },
      { type: 'scored', side: 0, points: 10, reason: 'call' },
      { type: 'blocked', winner: 0 },
      { type: 'scored', side: 0, points: 9, reason: 'blocked' },
    ],
    room({ seating: 'partners', hand_size: 5 }),
  );
  assert.deepEqual(told, [
    'Drawn for the lead: Ana 3-2, Ben 6-1, Cem 0-0, Dora 5-0. Ben leads.',
    'New deal: Ben leads.',
    'Ben leads 5-5 and says 15.',
    'Ana calls Muggins! and takes 10.',
    'Blocked: 9 points for Ana + Cem.',
  ]);
});

test('computer players at one table have names of their own, and their level beside them', () => {
  const computer = { name: 'Computer', computer: /** @type {const} */ ('casual') };
  const table = room({ seating: 'partners' });
  table.seats = table.seats.map((sitter, i) => sitter && { ...sitter, ...(i > 0 && computer) });
  const names = [0, 1, 2, 3].map((seat) => nameAt(table, seat));
  assert.deepEqual(names, ['Ana', 'Ada', 'Max', 'Zoe']);
  assert.equal(nameOf(computer, 0), 'Leo');
  assert.deepEqual(namesWithLevels([{ name: 'Ana' }, computer, null]), ['Ana', 'Ada · casual', '']);
  assert.deepEqual(
    [0, 1].map((side) => sideName(table, side, 0)),
    ['You + Max', 'Ada + Zoe'],
  );
  assert.equal(sideName(room(), 0, 0), 'Ana');
});

test('beside a seat stands what it last did', () => {
  /** @type {VisibleEvent[]} */
  const history = [
    played('6-4', 0),
    { type: 'scored', side: 0, points: 10, reason: 'count' },
    { type: 'drew', seat: 1 },
    { type: 'drew', seat: 1 },
    { type: 'passed', seat: 1 },
  ];
  assert.deepEqual(lastTurns(history, 2).map(turnNote), ['6-4 +10', 'drew 2, passes']);
  history.push(played('4-1', 0), { type: 'drew', seat: 1 });
  assert.deepEqual(lastTurns(history, 2).map(turnNote), ['4-1', 'drew 1']);
});

test('the outcome of a round gives its reason', () => {
  /** @type {VisibleEvent[]} */
  const none = [];
  const out = outcomeInWords(
    { type: 'domino', by: 0, points: 15 },
    [[], ['6-6', '5-0']],
    room(),
    none,
  );
  assert.deepEqual(out, [
    'Ana goes out.',
    'Ben holds 17 pips, rounded to the nearest five: 15 points.',
  ]);
  const lost = outcomeInWords(
    { type: 'domino', by: 1, points: 20 },
    [['6-6'], [], ['5-0'], ['1-0']],
    room({ seating: 'four' }),
    none,
    0,
  );
  assert.equal(
    lost[1],
    'The others hold 12 + 5 + 1 = 18 pips, rounded to the nearest five: 20 points.',
  );
  const draw = room({ variant: 'draw', blocked_score: 'difference' });
  const hands = [
    ['6-5', '6-4'],
    ['4-2', '2-0', '2-2'],
  ];
  assert.deepEqual(outcomeInWords({ type: 'blocked', winner: 1, points: 9 }, hands, draw, none), [
    'Nobody can play.',
    'The fewest pips: Ben.',
    'Ana holds 21 pips, Ben 12: a difference of 9 points.',
  ]);
  const mine = outcomeInWords({ type: 'blocked', winner: 1, points: 9 }, hands, draw, none, 1);
  assert.deepEqual(mine, [
    'Nobody can play.',
    'The fewest pips: you.',
    'Ana holds 21 pips, you 12: a difference of 9 points.',
  ]);
  const yours = outcomeInWords({ type: 'blocked', winner: 1, points: 9 }, hands, draw, none, 0);
  assert.equal(yours[2], 'You hold 21 pips, Ben 12: a difference of 9 points.');
  const tie = outcomeInWords({ type: 'blocked', winner: null, points: 0 }, hands, draw, none);
  assert.equal(tie[1], 'The lightest hands are equal: nobody scores.');
  const point = room({ variant: 'fives_and_threes', going_out_point: true, target: 61 });
  assert.equal(
    outcomeInWords({ type: 'domino', by: 0, points: 1 }, [[], ['1-0']], point, none)[1],
    'One point for going out.',
  );
  /** @type {VisibleEvent[]} */
  const over = [{ type: 'overshot', side: 0, points: 8, reason: 'domino' }];
  assert.equal(
    outcomeInWords({ type: 'domino', by: 0, points: 0 }, [[], ['5-3']], point, over)[1],
    '8 would pass 61, so they don’t count.',
  );
});

test('one pip and one point are one', () => {
  assert.equal(t('count.pips', { n: 1 }), '1 pip');
  assert.equal(
    t('tile.lead_for', { tile: '5-5', points: t('count.points', { n: 1 }) }),
    'Lead 5-5 for 1 point',
  );
  const last = t('round.boneyard_reserve', { tiles: t('count.tiles', { n: 8 }), n: 1 });
  assert.equal(last, '8 tiles in the boneyard, the last one stays');
  const draw = room({ variant: 'draw', blocked_score: 'opponents_total' });
  const out = outcomeInWords({ type: 'domino', by: 0, points: 1 }, [[], ['1-0']], draw, []);
  assert.equal(out[1], 'Ben holds 1 pip: 1 point.');
});

test('scores begin with the side that they are told for', () => {
  assert.equal(scoresFrom([40, 20], 1), '20\u00a0–\u00a040');
  assert.equal(scoresFrom([10, 20, 30], 2), '30\u00a0–\u00a010\u00a0–\u00a020');
});

test('the turn is told in the page, in the title and aloud', () => {
  assert.ok(OPEN.table);
  assert.equal(turnLine(OPEN.table), 'Your turn');
  assert.equal(titleOf(OPEN), '● Your turn – Five-Up to 150 – Boneyard');
  const theirs = reduce(OPEN, {
    type: 'update',
    table: TABLE,
    v: 6,
    ...change({ turn: 1, events: [played('6-4', 0)] }),
  });
  assert.ok(theirs.table);
  assert.equal(turnLine(theirs.table), 'Ben to play');
  assert.equal(announcementOf(theirs, OPEN), 'You play 6-4.');
  const mine = reduce(theirs, {
    type: 'update',
    table: TABLE,
    v: 7,
    ...change({ ply: 5, turn: 0, events: [{ type: 'passed', seat: 1 }] }),
  });
  // The line above the hand is a live region too, and says whose turn it is.
  assert.equal(announcementOf(mine, theirs), 'Ben passes.');
});

test('the visitor’s own moves are told as theirs', () => {
  /** @type {VisibleEvent[]} */
  const events = [
    { type: 'dealt', leader: 0 },
    { type: 'played', seat: 0, tile: '6-6', joint: null },
    { type: 'scored', side: 0, points: 10, reason: 'count' },
    { type: 'drew', seat: 1 },
    { type: 'drew', seat: 0 },
    { type: 'drew', seat: 0 },
    { type: 'passed', seat: 0 },
    { type: 'played', seat: 0, tile: '4-0', joint: { arm: 'a', outer: 0 }, announced: 5 },
    { type: 'domino', seat: 0 },
    { type: 'scored', side: 0, points: 15, reason: 'domino' },
  ];
  const told = sentences(events, room(), 0);
  assert.deepEqual(
    told.map(({ text }) => text),
    [
      'New deal: you lead.',
      'You lead 6-6 for 10 points.',
      'Ben draws a tile.',
      'You draw 2 tiles.',
      'You pass.',
      'You play 4-0 and say 5.',
      'You go out for 15 points.',
    ],
  );
});

test('the connection is told aloud', () => {
  const here = { ...OPEN, everOpen: true };
  const lost = reduce(here, { type: 'local_connection', connection: 'lost' });
  assert.equal(announcementOf(lost, here), 'Connection lost. Trying again…');
  const back = reduce(lost, {
    type: 'welcome',
    protocol: 1,
    server: '0',
    build: '',
    name: 'Ana',
    now_ms: 0,
  });
  assert.equal(announcementOf(back, lost), 'Connected again.');
});

test('words have plural forms and never show a key', () => {
  assert.equal(t('count.tiles', { n: 1 }), '1 tile');
  assert.equal(t('count.tiles', { n: 2 }), '2 tiles');
  assert.equal(textOrNull('no.such.key'), null);
});
