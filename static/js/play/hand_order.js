/** The order of the tiles in the own hand. Pure. */
import { weight } from '../select.js';

/** @import {Settings} from '../settings.js' */

/** @typedef {Settings['hand_sort']} HandSort */

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
  if (by === 'high') return [...hand].sort((a, b) => weight([b]) - weight([a]) || compare(b, a));
  if (by === 'suit') return bySuit(hand);
  return asTheyCame(hand, before);
}

/**
 * The hand as it came: what was held before keeps its place.
 * @param {readonly string[]} hand
 * @param {readonly string[]} before
 */
export function asTheyCame(hand, before) {
  const kept = before.filter((tile) => hand.includes(tile));
  return [...kept, ...hand.filter((tile) => !before.includes(tile))];
}

/**
 * The longest suit first, its tiles from the double down; then the longest of what is left.
 * @param {readonly string[]} hand
 */
function bySuit(hand) {
  /** @type {string[]} */
  const done = [];
  let left = [...hand];
  while (left.length > 0) {
    const suits = [6, 5, 4, 3, 2, 1, 0].map((pips) => left.filter((tile) => has(tile, pips)));
    const longest = suits.reduce((best, suit) => (suit.length > best.length ? suit : best));
    const pips = [6, 5, 4, 3, 2, 1, 0][suits.indexOf(longest)];
    const other = (/** @type {string} */ tile) => weight([tile]) - pips;
    const suit = longest.sort((a, b) => rank(b, pips, other) - rank(a, pips, other));
    done.push(...suit);
    left = left.filter((tile) => !suit.includes(tile));
  }
  return done;
}

/**
 * The double leads its suit.
 * @param {string} tile
 * @param {number} pips
 * @param {(tile: string) => number} other
 */
function rank(tile, pips, other) {
  return other(tile) === pips ? 7 : other(tile);
}

/** @param {string} tile @param {number} pips */
function has(tile, pips) {
  return tile.includes(String(pips));
}

/** @param {string} a @param {string} b */
function compare(a, b) {
  return a < b ? -1 : Number(a > b);
}
