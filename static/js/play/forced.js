// @ts-check
/** Which play is no decision. Pure. */
import { drawnNow, muggins, placements } from '../select.js';

/** @typedef {import('../state.js').Table} Table */

/**
 * The play that may be made for the visitor: the lead that the rules force, or the only place for
 * a tile just drawn. Whoever holds the only tile that fits sees so, and plays it himself.
 * @param {Table} table
 * @returns {{ offer: import('../protocol.js').Offer, why: 'forced' | 'must_lead' } | null}
 */
export function forced(table) {
  const offers = placements(table);
  if (offers.length !== 1 || muggins(table) || table.me.seat === null) return null;
  const [offer] = offers;
  if (offer.arm === null) return { offer, why: 'must_lead' };
  const drew = drawnNow(table.view?.history ?? [], table.me.seat);
  return drew > 0 ? { offer, why: 'forced' } : null;
}
