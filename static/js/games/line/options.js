/** What follows from the options of a game of the line. Pure. */
import { DEFAULTS } from '../../format/options.js';

/** @import { DominoSet, LineOptions } from '../../protocol.js' */

/** How many tiles each set has. @type {Record<DominoSet, number>} */
export const SET_SIZES = { double_six: 28, no_double_blank: 27, double_nine: 55 };

/** Whether rules use an option that only some games have. @param {LineOptions} rules */
export const isExtended = (rules) =>
  rules.next_lead === 'winning_side' || Object.keys(rules).some((name) => name in DEFAULTS);

/** The options on which depend who wins a round and what it is worth. */
const OF_WORTH = Object.freeze([
  'hands',
  'blocked_winner',
  'blocked_tie',
  'finish',
  'double_blank',
  'round_bonus',
  'entry',
  'love',
]);

/** Whether a round is worth something else than the opponents' pips, or not to the lighter side. @param {LineOptions} rules */
export const hasOwnWorth = (rules) => OF_WORTH.some((name) => name in rules);
