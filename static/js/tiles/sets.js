/** Which tile each thing of a deal is. Pure. */

/** All tiles up to double twelve: 0-0, 1-0, 1-1, 2-0, … 12-12. */
const UP_TO_TWELVE = Array.from({ length: 13 }, (_, high) =>
  Array.from({ length: high + 1 }, (_, low) => `${high}-${low}`),
).flat();

/**
 * The tiles of an order of things; '' for what is none.
 * @param {readonly number[]} order
 * @param {number} [copies] how many things each tile has
 * @param {string} [lacking] the tile that is none of the things: of 27 things the double blank
 */
export function tilesOf(order, copies = 1, lacking = order.length === 27 ? '0-0' : '') {
  const tiles = UP_TO_TWELVE.filter((tile) => tile !== lacking);
  return order.map((thing) => tiles[Math.floor(thing / copies)] ?? '');
}
