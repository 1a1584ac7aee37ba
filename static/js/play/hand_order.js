/** The order of the tiles in the own hand. Pure. */
import { weight } from '../select.js';

/** @import {Settings} from '../settings.js' */

/** @typedef {Settings['hand_sort']} HandSort */

const PIPS = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0];

/** The orders, in the order in which the button goes through them. @type {readonly HandSort[]} */
export const HAND_SORTS = ['dealt', 'high', 'suit'];

/**
 * The hand in its order.
 * @param {readonly string[]} hand
 * @param {HandSort} by "dealt": as the tiles came; "high": the heaviest first; "suit": what is
 *   held most of first, tiles of one suit together
 * @param {readonly string[]} before the order as they came so far; a tile that is new goes last
 * @returns {string[]}
 */
export function ordered(hand, by, before) {
  if (by === 'high')
    return [...hand]
      .sort()
      .sort((a, b) => weight([a]) - weight([b]))
      .reverse();
  if (by === 'suit') return bySuit(hand);
  return asTheyCame(hand, before);
}

/** As it came: held tiles keep their places. @param {readonly string[]} hand @param {readonly string[]} before */
export function asTheyCame(hand, before) {
  const kept = before.filter((tile) => hand.includes(tile));
  return [...kept, ...hand.filter((tile) => !before.includes(tile))];
}

/** The longest suit first, from the double down; then the longest of the rest. @param {readonly string[]} hand */
function bySuit(hand) {
  /** @type {string[]} */
  const done = [];
  let left = [...hand];
  while (left.length > 0) {
    const suits = PIPS.map((pips) => left.filter((tile) => tile.includes(String(pips))));
    const longest = suits.reduce((best, suit) => (suit.length > best.length ? suit : best));
    const pips = PIPS[suits.indexOf(longest)];
    /** The double leads its suit. @param {string} tile */
    const rank = (tile) => (weight([tile]) === 2 * pips ? 10 : weight([tile]) - pips);
    done.push(...longest.sort((a, b) => rank(b) - rank(a)));
    left = left.filter((tile) => !longest.includes(tile));
  }
  return done;
}
