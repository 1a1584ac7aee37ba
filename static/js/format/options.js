/** The options of a table as its whole choice: what the server leaves out of them is filled in. Pure. */

/** @import { DominoSet, LineOptions } from '../protocol.js' */
/** @typedef {Required<LineOptions>} AllOptions */

/** What an option is where the rules leave it out. */
export const DEFAULTS = Object.freeze({
  tile_set: 'double_six',
  turns: 'clockwise',
  redeal_doubles: 0,
  hands: 'opponents',
  blocked_winner: 'side',
  blocked_tie: 'nobody',
  finish: Object.freeze({ plain: 0, double: 0, both: 0, double_both: 0, blocked: 0 }),
  double_blank: 0,
  round_bonus: Object.freeze([0, 0, 0, 0]),
  passes: Object.freeze({ lead_double: 0, lead_other: 0, next: 0, all: 0 }),
  entry: 0,
  love: 'no',
  match_end: 'at_once',
  domino_winner: 'out',
  callers: 'opponents',
});

/** How many doubles each set has. @type {Record<DominoSet, number>} */
export const DOUBLES = { double_six: 7, no_double_blank: 6, double_nine: 10 };

/** Every option of the rules. @param {LineOptions} rules @returns {AllOptions} */
export const fullOptions = (rules) => /** @type {AllOptions} */ ({ ...DEFAULTS, ...rules });

/**
 * Whether each won round counts one, however it was won: players then speak of rounds, not of points.
 * @param {LineOptions} rules
 */
export function countsRounds(rules) {
  const { hands, finish } = fullOptions(rules);
  return hands === 'none' && Object.values(finish).every((points) => points === 1);
}
