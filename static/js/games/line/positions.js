/**
 * The positions of the advice: what lies, what the player on turn holds, and the best tile. They are data,
 * as the rules allow them; nothing here plays or counts. Pure.
 */
import { endsOf, laidTile } from './laid.js';

/** @import { Chain } from './layout/chain.js' */
/** @import { DominoSet } from '../../protocol.js' */
/** @import { Counted } from './figures.js' */

/**
 * @typedef {object} Position
 * @property {number} seats
 * @property {number} dealt how many tiles each seat was dealt
 * @property {DominoSet} set
 * @property {string[]} turns from the lead on: "6-4", "b 4-1 1" or "pass"; "draws 2" comes before the play of
 *   the seat that drew
 * @property {string} ends the open ends, such as "a6 b1"; empty before the lead
 * @property {string | null} spinner
 * @property {string[]} hand of the player on turn
 * @property {string} best the tile and its arm, such as "4-1 b"; a lead has no arm
 * @property {Omit<Counted, 'chain'>} [counted] what the ends come to once the best tile lies
 */

/**
 * @param {string} turns with commas between
 * @param {string} ends
 * @param {string} hand
 * @param {string} best
 * @param {Partial<Position>} [more]
 * @returns {Position}
 */
const four = (turns, ends, hand, best, more) => ({
  seats: 4,
  dealt: 7,
  set: 'double_six',
  turns: turns === '' ? [] : turns.split(/,\s+/),
  ends,
  spinner: null,
  hand: hand.split(' '),
  best,
  ...more,
});

/** @type {typeof four} */
const two = (turns, ends, hand, best, more) => four(turns, ends, hand, best, { seats: 2, ...more });

/** @type {typeof four} */
const nine = (turns, ends, hand, best) =>
  four(turns, ends, hand, best, { dealt: 10, set: 'double_nine' });

/**
 * @param {string} ends such as "a3 b4+4": an outermost double counts both its halves
 * @param {number} total
 * @param {Counted['points']} points
 * @returns {Pick<Position, 'counted'>}
 */
function counted(ends, total, points) {
  const doubles = ends.split(' ').map((end) => end.includes('+'));
  const terms = endsOf(ends).map((end, i) => ({ ...end, double: doubles[i] }));
  return { counted: { terms, total, points } };
}

/** A line that the seventh 6 closes. */
const SIX_SIXES = '6-6, a 6-2 2, b 6-3 3, a 2-1 1, b 4-3 4, a 6-1 6, b 6-4 6, b 6-5 5, b 5-0 0';

/** A line with all tiles that have a 6 or a 4, but for 6-4 and 4-4. */
const SIXES_AND_FOURS = `5-1, b 3-1 3, b 6-3 6, a 5-5 5, b 6-1 1, a 6-5 6, b 1-0 0, b 4-0 4,
  b 4-1 1, a 6-6 6, b 2-1 2, b 4-2 4, pass, b 5-4 5, a 6-2 2, b 5-3 3,
  b 3-3 3, b 4-3 4, a 2-0 0, a 6-0 6, pass, pass, pass`;

/** A line with four blanks. */
const FOUR_BLANKS = `3-2, pass, a 4-3 4, b 2-2 2, b 2-0 0, b 6-0 6, b 6-4 4, a 4-2 2,
  b 4-0 0, pass, a 5-2 5, b 0-0 0`;

/** A line with five 1s. */
const FIVE_ONES = '6-1, b 5-1 5, b 5-4 4, b 4-1 1, b 2-1 2, b 3-2 3, b 3-1 1';

/** A line with five 2s. */
const FIVE_TWOS = '4-2, b 5-2 5, b 6-5 6, b 6-2 2, b 2-0 0, b 3-0 3, b 3-2 2';

/** One that closes the line with a light hand. */
const CLOSING = four(SIX_SIXES, 'a6 b0', '6-0 3-0 2-0 1-1 1-0', '6-0 b');

/** By the advice that they belong to. */
export const POSITIONS = {
  suits: two('6-6, b 6-2 2, a 6-3 3', 'a3 b2', '5-4 5-2 5-1 5-0 4-1 3-0', '5-2 b'),
  doubles: two('6-6, a 6-4 4, b 6-1 1', 'a4 b1', '5-3 5-0 4-4 4-2 3-2 1-0', '4-4 a'),
  passes: two('3-3, b 6-3 6, a 4-3 4, pass', 'a4 b6', '6-4 5-5 5-2 4-1 4-0', '6-4 b'),
  lock: two(SIX_SIXES, 'a6 b0', '6-0 3-0 1-1', '6-0 b'),
  many: two('6-6, a 6-5 5, b 6-2 2', 'a5 b2', '6-1 6-0 5-4 5-1 3-2 3-0', '5-1 a'),
  force: two('4-4, b 4-2 2, a 4-1 1, draws 2, b 2-0 0', 'a1 b0', '6-5 6-3 5-0 3-1 1-0', '1-0 b'),
  first_five: two(
    '',
    '',
    '6-5 6-2 4-4 4-1 3-2 2-0 1-1',
    '3-2',
    counted('a3 b2', 5, { pips: 5, fives: 1, threes: 1 }),
  ),
  again: two(
    '6-4',
    'a6 b4',
    '6-3 6-1 5-2 5-1 4-2 3-3 2-0',
    '6-1 a',
    counted('a1 b4', 5, { pips: 5, fives: 1, threes: 1 }),
  ),
  outer: two(
    '6-2, a 6-4 4',
    'a4 b2',
    '6-3 5-2 4-4 4-0 3-1 1-1',
    '4-4 a',
    counted('a4+4 b2', 10, { pips: 10, fives: 2, threes: 2 }),
  ),
  third: two('5-5, a 5-3 3, b 6-5 6', 'a3 b6 c5 d5', '6-0 5-4 5-1 4-2 2-2 1-0', '5-1 c', {
    spinner: '5-5',
    ...counted('a3 b6 c1', 10, { pips: 10, fives: 2, threes: 2 }),
  }),
  safe: two('6-5, a 6-4 4, b 5-1 1', 'a4 b1', '6-6 6-0 5-5 4-0 3-1 2-2', '4-0 a'),
  fifteen: two(
    '6-4, b 4-3 3',
    'a6 b3',
    '6-6 6-5 5-1 4-0 3-2 2-2',
    '6-6 a',
    counted('a6+6 b3', 15, { pips: 15, fives: 3, threes: 8 }),
  ),
  first_nine: two(
    '',
    '',
    '6-3 6-2 5-4 4-4 3-1 2-0 1-0',
    '5-4',
    counted('a5 b4', 9, { pips: 0, fives: 0, threes: 3 }),
  ),
  quiet: two('6-2, b 2-0 0, b 3-0 3', 'a6 b3', '6-4 5-4 5-2 5-0 3-2 2-2', '3-2 b'),
  lead: four('', '', '6-4 6-1 5-0 4-4 4-2 4-0 3-2', '4-4'),
  partner: four('5-5, b 5-1 1', 'a5 b1', '6-4 6-2 5-0 4-4 4-3 4-1 3-2', '4-1 b'),
  passed: four('3-3, pass, b 5-3 5, b 5-1 1', 'a3 b1', '6-3 6-0 5-4 4-0 3-1 1-0', '3-1 b'),
  count: four(FIVE_ONES, 'a6 b1', '6-3 5-0 4-2 2-2 1-1 1-0', '6-3 a'),
  double: four(FIVE_TWOS, 'a4 b2', '6-1 5-5 5-0 4-3 2-2 1-0', '2-2 b'),
  closing_side: CLOSING,
  closing_lightest: CLOSING,
  closing_blocker: CLOSING,
  both: four(SIXES_AND_FOURS, 'a6 b4', '6-4 4-4', '4-4 b'),
  cross: four(SIXES_AND_FOURS, 'a6 b4', '6-4 4-4', '6-4 a'),
  first_pass: four('', '', '6-3 5-5 5-4 5-2 5-1 5-0 3-1', '5-5'),
  everybody: four(FOUR_BLANKS, 'a5 b0', '5-3 5-0 3-0 1-0', '5-0 a'),
  ten: nine('9-9, a 9-4 4, b 9-2 2', 'a4 b2', '8-8 8-6 8-4 8-3 8-1 7-2 6-1 5-3 5-0 3-3', '8-4 a'),
  nine_doubles: nine(
    '9-7, b 7-2 2, a 9-8 8',
    'a8 b2',
    '9-3 8-8 8-5 7-5 6-4 6-1 5-3 4-1 3-0 2-0',
    '8-8 a',
  ),
  nine_passed: nine(
    '8-8, pass, b 8-5 5, b 9-5 9',
    'a8 b9',
    '9-8 9-4 8-3 8-0 7-2 6-6 6-1 4-3 1-0',
    '9-8 b',
  ),
};

/** @typedef {keyof typeof POSITIONS} PositionName */

/**
 * The pips in the hands once the six sixes are closed: after `closing` those of the own hand, of the three
 * others, and on average of both opponents, of the own side, and of the next player; after `lock` those of
 * the own hand, and on average of the two tiles of the other.
 */
export const CLOSED = { own: 8, others: 82, theirs: 53, ours: 37, next: 29 };
export const LOCKED = { own: 5, theirs: 11 };

/**
 * A first double makes the next player pass and the one after play once in so many deals, if the leader holds
 * five tiles of its number, or four.
 */
export const FIRST_PASS = { five: 3, four: 4 };

/** The tiles on the table, and the ends that are open. @param {Position} position @returns {Chain} */
export function chainOf({ turns, ends, spinner }) {
  const tiles = turns.filter((turn) => !/^(?:pass|draws \d+)$/.test(turn));
  const open = ends === '' ? [] : endsOf(ends);
  return { laid: tiles.map((tile) => laidTile(tile)), spinner, ends: open };
}
