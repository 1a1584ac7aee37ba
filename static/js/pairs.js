/** Tournaments of pairs that stay together. Pure. */

/** @import { TournamentEntrant } from './protocol.js' */
/** @import { Shown } from './tournament.js' */

/** Of each pair only the first player, whose row stands for both; all other entrants. @param {TournamentEntrant[]} entrants */
export function rowsOf(entrants) {
  return entrants.filter(({ n, partner }) => partner === undefined || n < partner);
}

/** The players who need a partner. @param {Shown} shown */
export function withoutPartner({ head, entrants }) {
  const isAlone = (/** @type {TournamentEntrant} */ one) =>
    !one.withdrawn && one.partner === undefined;
  return head.pairs ? entrants.filter(isAlone) : [];
}
