/** The count of a line in words. Pure. */

/** @import { CountSeen as Count } from '../../protocol.js' */

/** The count as a sum, half by half: a double at an end counts twice. @param {Count} count */
export function countSum(count) {
  return count.terms.flatMap(({ pips, double }) => (double ? [pips, pips] : [pips])).join(' + ');
}

/** What one outermost tile adds to the count. @param {Count['terms'][number]} term */
export const termWorth = ({ pips, double }) => (double ? 2 * pips : pips);

/** The count as a sum, tile by tile: "5 + 10 = 15". @param {Count} count */
export function countInTerms({ terms, total }) {
  const sum = terms.map(termWorth).join(' + ');
  return terms.length > 1 ? `${sum} = ${total}` : sum;
}
