import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accuracyOf, playedWords } from '../../static/js/format/accuracy.js';
import {
  chanceAt,
  curveOf,
  levelOf,
  mistakesOf,
  movesByPosition,
} from '../../static/js/format/analysed.js';
import { betterInWords } from '../../static/js/games/line/better.js';
import { loadTexts } from '../../static/js/i18n/index.js';
import { makeTimeline } from '../../static/js/records/timeline.js';
import { FIVE_UP, room } from './line.js';

await loadTexts('later', 'match');

/** @typedef {import('../../static/js/protocol.js').MoveAnalysis} Move */

/** @param {Partial<Move>} changes @returns {Move} */
const move = (changes = {}) => ({
  seat: 0,
  round: 1,
  step: 1,
  choices: 2,
  played: { line: { play: { tile: '5-0', arm: 'a' } } },
  best: { line: { play: { tile: '5-2', arm: 'a' } } },
  chance: 512,
  cost: 21,
  stake: 100,
  ...changes,
});

/** Two rounds of three and of four positions. */
const TIMELINE = makeTimeline(
  'a match',
  {
    ...{ notation: 'Five-Up 150', seating: 'two', rules: { line: FIVE_UP } },
    ...{ lengths: [3, 4], rounds: [], next: null },
  },
  [{ name: 'Ana' }, { name: 'Ben' }],
);

const MOVES = movesByPosition(TIMELINE, [
  move({ step: 1 }),
  move({ step: 2, seat: 1, cost: 90 }),
  move({ round: 2, step: 2, chance: 800, cost: 60 }),
  move({ round: 2, step: 3, choices: 1, chance: 0, cost: 0, stake: 0 }),
]);

test('a costly move is told with what was better', () => {
  assert.equal(
    betterInWords(move(), room(), [{ arm: 'a', pips: 5 }]),
    'Ana played 5-0 on the 5, which cost 2.1% of the chance to win; 5-2 on the 5 was better.',
  );
  const levels = [{ choices: 1 }, { cost: 0 }, { cost: 49 }, { cost: 50 }].map((changes) =>
    levelOf(move(changes)),
  );
  assert.deepEqual(levels, ['forced', 'best', 'slip', 'mistake']);
});
test('the end of a match says how well a player chose, and what cost most', () => {
  const moves = [...MOVES.values()];
  assert.equal(
    playedWords(moves, 0, room()),
    'Quality of your play: 60%. 5-0 in round 2 cost you 6% of the chance to win.',
  );
  assert.equal(playedWords([move({ cost: 0 })], 0, room()), 'Quality of your play: 100%.');
  assert.equal(playedWords(moves, 2, room()), '', 'who had no choice is not judged');
});

test('where it was measured, the end of a match says like which level of the computer it was', () => {
  const variant = /** @type {const} */ ('draw');
  /** @param {number} cost of each of so many choices that they count @param {Parameters<typeof room>[0]} [changes] */
  const played = (cost, changes) => {
    const moves = Array.from({ length: 20 }, () => move({ cost }));
    return playedWords(moves, 0, room({ variant, ...changes }));
  };
  assert.equal(played(0), 'You played like the computer at its level “Expert”.');
  assert.match(
    played(10),
    /^You played like the computer at its level “Club”\. 5-0 in round 1 cost/,
  );
  assert.match(
    played(40),
    /^You played like the computer between its levels “Beginner” and “Casual”/,
  );
  assert.match(played(0, { seating: 'partners' }), /^Quality of your play: 100%/);
  const few = playedWords([move({ cost: 0 })], 0, room({ variant }));
  assert.match(few, /^Quality/, 'a few choices say little');
});

test('mistakes are marked at the positions that they led to', () => {
  assert.deepEqual(mistakesOf(MOVES, 0), [5]);
  assert.deepEqual(mistakesOf(MOVES, 1), [2]);
});

test('the curve has the chance before and after each choice of a seat, and the end', () => {
  const moves = [
    { at: 0, chance: 512 },
    { at: 1, chance: 491 },
    { at: 4, chance: 800 },
    { at: 5, chance: 740 },
  ];
  assert.deepEqual(curveOf(TIMELINE, MOVES, 0, null), moves);
  const curve = curveOf(TIMELINE, MOVES, 0, false);
  assert.deepEqual(curve, [...moves, { at: 6, chance: 0 }]);
  assert.deepEqual(
    [0, 3, 5, 6].map((at) => chanceAt(curve, at)),
    [512, 491, 740, 0],
  );
  assert.equal(chanceAt(curveOf(TIMELINE, MOVES, 1, true), 0), null);
});

test('the quality of play is what was kept of what was at stake', () => {
  const moves = [...MOVES.values()];
  assert.equal(accuracyOf(moves, 0), 60);
  assert.equal(accuracyOf(moves, 1), 10);
  assert.equal(accuracyOf([move({ choices: 1, stake: 0, cost: 0 })], 0), null);
});
