/** Short ways to write down positions that are shown as examples. Pure. */

/** @import { ArmId, End, Laid } from '../../protocol.js' */

/**
 * A tile as it lies: "6-4" leads, "b 4-1 1" lies on arm b and leaves 1 open.
 * @param {string} text
 * @param {number} [seat] whose it was
 * @returns {Laid}
 */
export function laidTile(text, seat = 0) {
  const [first, tile, outer] = text.split(' ');
  if (tile === undefined) return { tile: first, seat, joint: null };
  return { tile, seat, joint: { arm: /** @type {ArmId} */ (first), outer: Number(outer) } };
}

/** Open ends: "a6 b1". @param {string} text @returns {End[]} */
export function endsOf(text) {
  return text.split(' ').map((end) => ({
    arm: /** @type {ArmId} */ (end[0]),
    pips: Number(end[1]),
  }));
}
