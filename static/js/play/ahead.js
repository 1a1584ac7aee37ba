// @ts-check
/** Tiles chosen ahead, while others think. Pure. */
import { mayChooseAhead, muggins, myTurn } from '../select.js';

/** @typedef {import('../state.js').Table} Table */
/** @typedef {import('../protocol.js').Offer} Offer */

/**
 * The ends that a tile would fit if it could be played now. By the own turn they may be others.
 * @param {Table} table
 * @param {string} tile
 * @returns {Offer[]} without points: those depend on what comes before
 */
export function aheadOffers(table, tile) {
  if (!mayChooseAhead(table)) return [];
  const pips = tile.split('-').map(Number);
  return (table.view?.board.ends ?? [])
    .filter((end) => pips.includes(end.pips))
    .map(({ arm }) => ({ tile, arm }));
}

/**
 * What becomes of a tile chosen ahead when the own turn comes. With muggins it is only taken in
 * hand: the points are still to be said.
 * @param {Table} table on the own turn
 * @returns {{ type: 'play', offer: Offer } | { type: 'choose', tile: string } | { type: 'cancel', tile: string } | null}
 */
export function resolveAhead(table) {
  const { ahead } = table.ui.plan;
  if (!ahead || !myTurn(table)) return null;
  const { tile, arm } = ahead;
  const fits = (table.view?.own?.placements ?? []).filter(
    (offer) => offer.tile === tile && (arm === null || offer.arm === arm),
  );
  if (fits.length === 0) return { type: 'cancel', tile };
  if (fits.length > 1 || muggins(table)) return { type: 'choose', tile };
  return { type: 'play', offer: fits[0] };
}
