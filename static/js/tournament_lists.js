/** The players and matches of a tournament, as its page lists them. Pure. */

/** @import { TournamentEntrant, TournamentHead, TournamentMatch } from './protocol.js' */
/** @import { Shown } from './tournament.js' */

/** The lowest place on the podium. */
const PODIUM = 3;

/** What of a tournament says until when it counts down. @typedef {Pick<TournamentHead, 'phase' | 'starts_ms' | 'ends_ms' | 'come_by_ms'>} CountedHead */

/** The entrants from the best to the last; those without a place by their numbers. @param {TournamentEntrant[]} entrants */
export function ranked(entrants) {
  const place = (/** @type {TournamentEntrant} */ one) => one.place ?? Number.MAX_SAFE_INTEGER;
  return entrants.toSorted((a, b) => place(a) - place(b) || a.n - b.n);
}

/** The first three, or those who share their places; of a pair only the first player. @param {TournamentEntrant[]} entrants */
export const podiumOf = (entrants) =>
  ranked(rowsOf(entrants))
    .filter(({ place = PODIUM + 1 }) => place <= PODIUM)
    .slice(0, PODIUM);

/**
 * What is counted down: the time until the start, until an arena ends, or until the players of the round must have come;
 * null if nothing is.
 * @param {{ head: CountedHead, matches?: TournamentMatch[] }} shown
 * @param {number} now by the server's clock
 */
export function countdownOf({ head, matches = [] }, now) {
  const { phase, starts_ms, ends_ms, come_by_ms = 0 } = head;
  /** @param {'begins' | 'ends' | 'come'} what @param {number} until_ms */
  const of = (what, until_ms) => ({ what, left_ms: Math.max(0, until_ms - now) });
  if (phase === 'coming') return of('begins', starts_ms);
  if (phase !== 'running') return null;
  if (ends_ms !== undefined) return ends_ms > now ? of('ends', ends_ms) : null;
  return come_by_ms > now && matches.some(isPlayed) ? of('come', come_by_ms) : null;
}

/** The last match that an entrant plays, or the bye. @param {Shown} shown @param {number | undefined} n */
export function ownMatch({ matches }, n) {
  return n === undefined ? undefined : matches.findLast(({ sides }) => sides.flat().includes(n));
}

/** The round and the number of a match, which identify it. @param {TournamentMatch} match */
export const placeOf = ({ round, number }) => `${round}.${number}`;

/**
 * The matches whose result the organiser can set: those that are shown, and the one that the organiser has chosen,
 * as long as no round of a knockout follows from it.
 * @param {Shown} shown
 * @param {TournamentMatch | null} chosen
 */
export function decidable({ head, matches }, chosen) {
  const all = matches.filter(({ sides }) => sides.length > 1);
  if (!chosen || all.some((one) => placeOf(one) === placeOf(chosen))) return all;
  return isFollowed(head, chosen) ? all : [chosen, ...all];
}

/**
 * The places that players have by numbers of which the lowest is the best: players with the same number are level, and
 * places are left out behind them. A player with 0 has none.
 * @param {number[]} numbers
 */
export const placesOf = (numbers) =>
  numbers.map((own) => (own === 0 ? 0 : 1 + numbers.filter((n) => 0 < n && n < own).length));

/** Whether the next round of a knockout follows from a match. @param {TournamentHead} head @param {TournamentMatch} match */
function isFollowed({ format, rounds, round: last }, { round }) {
  const isKnockout = format === 'knockout' || (rounds !== undefined && round > rounds);
  return isKnockout && round < last;
}

/** Whether a match has a result, which may not be shown yet. @param {TournamentMatch} match */
export const isDecided = ({ result, over }) => Boolean(result ?? over);

/** Whether a match is being played. @param {TournamentMatch} match */
export const isPlayed = (match) => match.sides.length > 1 && !isDecided(match);

/** The matches of the last round that are being played. @param {Shown} shown */
export const undecided = ({ matches }) => matches.filter(isPlayed);

/** Matches with those first that are being played, and among these the leaders' first. @param {Pick<Shown, 'entrants' | 'matches'>} shown */
export function leadersFirst({ entrants, matches }) {
  const placeOf = (/** @type {number} */ n) => entrants[n - 1]?.place ?? Number.MAX_SAFE_INTEGER;
  const rank = (/** @type {TournamentMatch} */ one) =>
    isPlayed(one) ? Math.min(...one.sides.flat().map(placeOf)) : Number.MAX_SAFE_INTEGER;
  return matches.toSorted((a, b) => Number(isPlayed(b)) - Number(isPlayed(a)) || rank(a) - rank(b));
}

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
