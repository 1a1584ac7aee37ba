/** What tiles hold. Pure. */

/** The two halves of a tile. @param {string} tile such as "6-4" */
export const halvesOf = (tile) => tile.split('-').map(Number);

/** Whether both halves have the same pips. @param {string} tile */
export function isDouble(tile) {
  const [one, other] = halvesOf(tile);
  return one === other;
}

/** The pips of some tiles together. @param {readonly string[]} tiles */
export const pipSum = (tiles) => tiles.flatMap(halvesOf).reduce((sum, pips) => sum + pips, 0);
