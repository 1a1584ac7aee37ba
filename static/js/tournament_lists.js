/** The players and matches of a tournament, as its page lists them. Pure. */

/** @import { TournamentEntrant, TournamentMatch } from './protocol.js' */
/** @import { Shown } from './tournament.js' */

/** The entrants from the best to the last; those without a place by their numbers. @param {TournamentEntrant[]} entrants */
export function ranked(entrants) {
  const place = (/** @type {TournamentEntrant} */ one) => one.place ?? Number.MAX_SAFE_INTEGER;
  return entrants.toSorted((a, b) => place(a) - place(b) || a.n - b.n);
}

/** The last match that an entrant plays, or the bye. @param {Shown} shown @param {number | undefined} n */
export function ownMatch({ matches }, n) {
  return n === undefined ? undefined : matches.findLast(({ sides }) => sides.flat().includes(n));
}

/** Whether a match is being played. @param {TournamentMatch} match */
export const isPlayed = ({ sides, result, over }) => sides.length === 2 && !result && !over;

/** The matches of the last round that are being played. @param {Shown} shown */
export const undecided = ({ matches }) => matches.filter(isPlayed);

/** Matches with those first that are being played, and among these the leaders' first. @param {Pick<Shown, 'entrants' | 'matches'>} shown */
export function leadersFirst({ entrants, matches }) {
  const placeOf = (/** @type {number} */ n) => entrants[n - 1]?.place ?? Number.MAX_SAFE_INTEGER;
  const rank = (/** @type {TournamentMatch} */ one) =>
    isPlayed(one) ? Math.min(...one.sides.flat().map(placeOf)) : Number.MAX_SAFE_INTEGER;
  return matches.toSorted((a, b) => Number(isPlayed(b)) - Number(isPlayed(a)) || rank(a) - rank(b));
}
