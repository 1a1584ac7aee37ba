/** Which tile each thing of a deal is. Pure. */

/** All tiles up to double nine: 0-0, 1-0, 1-1, 2-0, … 9-9. */
const UP_TO_NINE = Array.from({ length: 10 }, (_, high) =>
  Array.from({ length: high + 1 }, (_, low) => `${high}-${low}`),
).flat();

/**
 * The tiles of an order of things; '' for what is none. The set of 27 lacks the double blank.
 * @param {readonly number[]} order
 * @param {number} [copies] how many things each tile has
 */
export const tilesOf = (order, copies = 1) =>
  order.map(
    (thing) => UP_TO_NINE[Math.floor(order.length === 27 ? thing + 1 : thing / copies)] ?? '',
  );
