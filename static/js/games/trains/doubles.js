/** What tiles do to doubles: which one they cover or fill, and what is asked for after them. Pure. */
import { halvesOf, isDouble } from '../../tiles/pips.js';
import { highestOf } from './dealing.js';

/** @import { TrainsOptions, TrainsView } from './types.js' */

/** The tiles that a foot asks for. */
export const TOES = 3;

/** A double that asks for tiles. @typedef {{ double: string, missing: number, isHub: boolean }} Asked */

/** Whether all tiles with the pips of a double lie once the first tiles of a round do. @param {TrainsView} view @param {number} laid @param {string} double @param {TrainsOptions} options */
function isDeadAfter({ table: { engine = '' }, played }, laid, double, options) {
  const [pips] = halvesOf(double);
  const tiles = [engine, ...played.slice(0, laid).map(({ tile }) => tile)];
  return tiles.filter((tile) => halvesOf(tile).includes(pips)).length > highestOf(options);
}

/**
 * The open double of a train that a tile covers; null if it covers none.
 * @param {TrainsView} view
 * @param {number} at the tile's index among those of the round
 * @param {TrainsOptions} options
 */
export function coveredBy({ played }, at, { game, double_turn }) {
  if (game === 'chickenfoot' || double_turn === 'none') return null;
  const under = played.slice(0, at).findLast(({ on }) => on === played[at].on);
  return under && isDouble(under.tile) ? under.tile : null;
}

/**
 * The double that asks for tiles after a tile is laid: this tile, or the one that it fills; null if none does.
 * @param {TrainsView} view
 * @param {number} at the tile's index among those of the round
 * @param {TrainsOptions} options
 * @returns {Asked | null}
 */
export function askedAfter(view, at, options) {
  const { game, double_turn, arms } = options;
  const { table, played } = view;
  const { tile, on } = played[at];
  const isFoot = game === 'chickenfoot';
  if (!isFoot && (double_turn === 'none' || !isDouble(tile))) return null;
  const number = isDouble(tile) ? at + 1 : Number(on);
  const double = isFoot ? [table.engine ?? '', ...played.map((one) => one.tile)][number] : tile;
  if (!isDouble(double) || isDeadAfter(view, at + 1, double, options)) return null;
  const isHub = isFoot && number === 0;
  const needs = isHub ? arms : isFoot ? TOES : 1;
  const missing =
    needs - played.slice(0, at + 1).filter((one) => isFoot && Number(one.on) === number).length;
  return missing > 0 ? { double, missing, isHub } : null;
}
