/** How many seats a table has, by its seating. Pure. */

/** The seatings in which everybody plays alone. @type {Record<string, number>} */
const ALONE = { two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8 };

/** @type {Record<string, number>} */
const SEATS = { ...ALONE, partners: 4, six_partners: 6, eight_partners: 8 };

/** The seats of a seating in which everybody plays alone; undefined for any other. @param {string} seating */
export const seatsAlone = (seating) => ALONE[seating];

/** @param {string} seating */
export const seatsOf = (seating) => SEATS[seating] ?? 2;
