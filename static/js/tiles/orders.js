/** The orders in which a hand of tiles can lie. Pure. */
import { without } from './copies.js';
import { halvesOf, pipSum } from './pips.js';

/** @import { Game } from '../games/contract.js' */
/** @import { Settings } from '../settings.js' */

/** @typedef {Settings['hand_sort']} HandSort */

/** The most pips of a half. */
export const PIPS_MAX = 12;

const PIPS = Array.from({ length: PIPS_MAX + 1 }, (_, i) => PIPS_MAX - i);

/** The orders of all games, in the order in which the button goes through them. @type {readonly HandSort[]} */
const HAND_SORTS = ['dealt', 'high', 'suit'];

/** The orders of a game. @param {Pick<Game, 'orders'>} game */
export const sortsOf = ({ orders = {} }) =>
  /** @type {HandSort[]} */ ([...HAND_SORTS, ...Object.keys(orders)]);

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
    return [...hand].sort((a, b) => pipSum([b]) - pipSum([a]) || halvesOf(b)[0] - halvesOf(a)[0]);
  if (by === 'suit') return bySuit(hand);
  return asTheyCame(hand, before);
}

/** As it came: held tiles keep their places. @param {readonly string[]} hand @param {readonly string[]} before */
export function asTheyCame(hand, before) {
  const kept = without(before, without(before, hand));
  return [...kept, ...without(hand, before)];
}

/** The longest suit first, from the double down; then the longest of the rest. @param {readonly string[]} hand */
function bySuit(hand) {
  /** @type {string[]} */
  const done = [];
  let left = [...hand];
  while (left.length > 0) {
    const suits = PIPS.map((pips) => left.filter((tile) => halvesOf(tile).includes(pips)));
    const longest = suits.reduce((best, suit) => (suit.length > best.length ? suit : best));
    const pips = PIPS[suits.indexOf(longest)];
    /** The double leads its suit. @param {string} tile */
    const rank = (tile) => (pipSum([tile]) === 2 * pips ? PIPS_MAX + 1 : pipSum([tile]) - pips);
    done.push(...longest.sort((a, b) => rank(b) - rank(a)));
    left = left.filter((tile) => !longest.includes(tile));
  }
  return done;
}
