/** The count of a line in words. Pure. */

/** @import { CountSeen as Count } from '../../protocol.js' */

/** The count as a sum, half by half: a double at an end counts twice. @param {Count} count */
export function countSum(count) {
  return count.terms.flatMap(({ pips, double }) => (double ? [pips, pips] : [pips])).join(' + ');
}
