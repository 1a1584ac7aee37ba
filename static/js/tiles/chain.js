/** The longest chain of a hand: tiles that touch with equal pips. Pure. */
import { without } from './copies.js';
import { ordered, PIPS_MAX } from './orders.js';
import { halvesOf, pipSum } from './pips.js';

/** @import { Lain } from '../games/contract.js' */

/** How many chains are tried at most; the best so far is taken then. Further ones would add a tile to one hand in ten. */
const TRIED_MAX = 3000;

/** @typedef {{ tile: string, halves: number[], weight: number }} Piece */
/** A chain, with the pips with which it begins. @typedef {{ tiles: string[], weight: number, begin: number }} Chain */

/**
 * A hand with its longest chain in front, of equally long ones the heaviest, and the rest by weight.
 * @param {readonly string[]} hand
 * @param {readonly number[]} begins the pips with which the chain may begin
 * @param {readonly string[]} [before] the hand as it lay: its chain stays, unless another is better
 * @returns {Lain}
 */
export function chained(hand, begins, before = []) {
  const kept = before.filter((tile) => hand.includes(tile));
  /** @type {Chain} */
  let best = { tiles: [], weight: 0, begin: 0 };
  for (const begin of begins) best = better(best, followed(kept, begin));
  for (const begin of begins) best = longest(hand, begin, best);
  const { tiles, begin } = best;
  const rest = ordered(without(hand, tiles), 'high', []);
  return { tiles: [...tiles, ...rest], turned: turnedIn(tiles, begin), gap: tiles.length };
}

/**
 * Which tiles of a chain are turned: its halves that touch lie side by side, by turns below and above.
 * @param {readonly string[]} tiles
 * @param {number} begin
 */
function turnedIn(tiles, begin) {
  let end = begin;
  return tiles.filter((tile, at) => {
    const other = pipSum([tile]) - end;
    const upper = at % 2 === 0 ? end : other;
    end = other;
    return upper !== halvesOf(tile)[0];
  });
}

/** @param {Chain} best @param {Chain} other */
function better(best, other) {
  const longer = other.tiles.length - best.tiles.length || other.weight - best.weight;
  return longer > 0 ? other : best;
}

/** The chain of the tiles that touch as they lie. @param {readonly string[]} tiles @param {number} begin @returns {Chain} */
function followed(tiles, begin) {
  let end = begin;
  const chain = tiles.filter((tile) => {
    const fits = halvesOf(tile).includes(end);
    if (fits) end = pipSum([tile]) - end;
    return fits;
  });
  return { tiles: chain, weight: pipSum(chain), begin };
}

/**
 * The longest chain of a hand, or the best one so far.
 * @param {readonly string[]} hand
 * @param {number} begin
 * @param {Chain} best
 */
function longest(hand, begin, best) {
  let found = best;
  let tried = 0;
  /** @param {Chain} chain @param {readonly Piece[]} left @param {number} end the pips at which the chain goes on */
  function goOn(chain, left, end) {
    found = better(found, chain);
    tried += 1;
    const counts = halvesBy(left);
    if (tried > TRIED_MAX || !mayBeat(found, chain, left, counts, end)) return;
    for (const piece of nextOf(left, counts, end)) {
      const { tiles, weight } = chain;
      const longer = { tiles: [...tiles, piece.tile], weight: weight + piece.weight, begin };
      const others = left.filter((one) => one !== piece);
      goOn(longer, others, piece.weight - end);
    }
  }
  const pieces = ordered(hand, 'high', []).map((tile) => ({
    tile,
    halves: halvesOf(tile),
    weight: pipSum([tile]),
  }));
  goOn({ tiles: [], weight: 0, begin }, pieces, begin);
  return found;
}

/** How many halves of each number of pips there are. @param {readonly Piece[]} pieces */
function halvesBy(pieces) {
  const counts = new Array(PIPS_MAX + 1).fill(0);
  for (const { halves } of pieces) {
    counts[halves[0]] += 1;
    counts[halves[1]] += 1;
  }
  return counts;
}

/**
 * What can follow: a double at once, since it never shortens a chain; else what has most behind it first.
 * @param {readonly Piece[]} left
 * @param {readonly number[]} counts the halves of each number of pips that are left
 * @param {number} end
 */
function nextOf(left, counts, end) {
  const fitting = left.filter(({ halves }) => halves.includes(end));
  const double = fitting.find(({ weight }) => weight === 2 * end);
  if (double) return [double];
  return fitting.sort((a, b) => counts[b.weight - end] - counts[a.weight - end]);
}

/**
 * Whether a chain can become better than the best one. A chain passes through pips and needs two halves of them each
 * time, but where it begins and where it ends. So of other pips with an odd number of halves one is left over.
 * @param {Chain} best
 * @param {Chain} chain
 * @param {readonly Piece[]} left
 * @param {readonly number[]} counts
 * @param {number} end
 */
function mayBeat(best, chain, left, counts, end) {
  const odd = counts.filter((count) => count % 2 === 1).length;
  const leftOver = Math.max(0, odd - (counts[end] % 2 === 1 ? 2 : 0)) / 2;
  const most = chain.tiles.length + left.length - leftOver - best.tiles.length;
  const weight = chain.weight + left.reduce((sum, one) => sum + one.weight, 0);
  return most > 0 || (most === 0 && weight > best.weight);
}
