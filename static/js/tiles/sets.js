/** Which tile each thing of a deal is. Pure. */

/** All tiles up to double nine: 0-0, 1-0, 1-1, 2-0, … 9-9. */
const UP_TO_NINE = Array.from({ length: 10 }, (_, high) =>
  Array.from({ length: high + 1 }, (_, low) => `${high}-${low}`),
).flat();

/** The tiles of an order of things. The set of 27 lacks the double blank. @param {readonly number[]} order */
export const tilesOf = (order) =>
  order.map((thing) => UP_TO_NINE[order.length === 27 ? thing + 1 : thing]);
