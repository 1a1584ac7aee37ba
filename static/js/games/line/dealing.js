/** How a round of the line's games is dealt, and when its tiles are dealt again. Pure. */
import { DEFAULTS } from '../../format/options.js';
import { isDouble } from '../../tiles/pips.js';
import { SET_SIZES } from './options.js';
import { roundsOf } from './transcript.js';

/** @import { LineOptions } from '../../protocol.js' */
/** @import { Dealing, Dealt } from '../contract.js' */

/** @typedef {Pick<LineOptions, 'hand_size' | 'opening' | 'no_double' | 'tile_set' | 'redeal_doubles' | 'next_lead' | 'after_block' | 'love'>} LineDealRules */

/**
 * Whether the opening rule finds who leads a round; null if that can't be told (crates/rules/RULES.md, The next
 * leader).
 * @param {number} round
 * @param {LineDealRules} rules
 * @param {Dealt['end'] | null} [before] how the round before has ended
 */
function isOpened(round, { opening, next_lead, after_block, love }, before) {
  if (opening === 'lot') return false;
  if (round === 1 || next_lead === 'opening') return true;
  if (love !== 'no' && love !== undefined) return null;
  if (before === null || before === undefined) {
    return after_block === 'opening' || next_lead !== 'rotate' ? null : false;
  }
  if (before !== 'domino' && after_block === 'opening') return true;
  return before === 'tied' && next_lead !== 'rotate';
}

/** How many doubles a hand has. @param {readonly string[]} hand */
const doublesIn = (hand) => hand.filter(isDouble).length;

/** @param {{ rules: { line: LineDealRules } }} room @returns {Dealing} */
export function dealing({ rules: { line } }) {
  const { tile_set, hand_size, no_double, redeal_doubles } = { ...DEFAULTS, ...line };
  return {
    things: SET_SIZES[tile_set],
    held: hand_size,
    rounds: roundsOf,
    // When tiles are dealt again (crates/rules/RULES.md, The deal and The opening).
    isThrownIn(hands, round, before) {
      const doubles = hands.map(doublesIn);
      if (redeal_doubles > 0 && Math.max(...doubles) >= redeal_doubles) return true;
      if (no_double !== 'redeal' || doubles.some((n) => n > 0)) return false;
      return isOpened(round, line, before);
    },
  };
}
