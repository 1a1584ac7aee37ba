/** What the rules of the line's games say before the rest of the game is there. Pure. */
import { countsRounds, fullOptions } from '../../format/options.js';

/** @import { LineOptions, Room } from '../../protocol.js' */
/** @import { Aim } from '../contract.js' */

/** @param {Pick<Room, 'rules'>} room @returns {Aim} */
export const aim = ({ rules: { line } }) => ({
  target: line.target,
  unit: countsRounds(line) ? 'wins' : 'points',
  falls: fullOptions(line).love !== 'no',
});

/** @param {Pick<Room, 'rules'>} room */
export const turns = ({ rules }) => fullOptions(rules.line).turns;

/**
 * What a round brings the winner of a match on average, in pips, with two players and with more: from simulated matches.
 */
const PIPS_A_ROUND = {
  block: [3.3, 10],
  draw: [7.4, 10],
  all_fives: [30, 29],
  fives_and_threes: [25, 25],
};
/** The tiles that are played in a round, the same way. */
const PLAYS_A_ROUND = {
  block: [11, 22],
  draw: [19, 20],
  all_fives: [18, 17],
  fives_and_threes: [18, 17],
};
const PLAY_S = 5;
const BETWEEN_ROUNDS_S = 10;

/** About how many minutes a match lasts without a clock, in steps of five. @param {Pick<Room, 'rules' | 'seats'>} room */
export function minutes({ rules: { line }, seats }) {
  const more = Number(seats.length > 2);
  const seconds = PLAYS_A_ROUND[line.variant][more] * PLAY_S + BETWEEN_ROUNDS_S;
  return Math.max(5, Math.round((roundsOf(line, more) * seconds) / 300) * 5);
}

/** About how many rounds a match has. @param {LineOptions} rules @param {number} more */
function roundsOf(rules, more) {
  const { target, variant, point_unit, hands, love, seating, tile_set } = fullOptions(rules);
  if (love !== 'no') return 0.7 * 2 ** target;
  const sides = seating === 'three' ? 3 : seating === 'four' ? 4 : 2;
  if (countsRounds(rules)) return target * (0.5 + 0.55 * sides);
  const pips =
    PIPS_A_ROUND[variant][more] * (hands === 'all' || tile_set === 'double_nine' ? 2 : 1);
  return (point_unit === 'fives' ? 5 * target : target) / pips;
}
