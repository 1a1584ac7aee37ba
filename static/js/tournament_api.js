/** The HTTP requests about tournaments: one function for each route. */
import { request, withBody } from './api.js';

/** @import { CreateTournament, EnterTournament, ReportTournament, TakeOrganiserAction, TournamentCreated, TournamentMatches } from './protocol.js' */

/** @param {string} tournament @param {string} [part] */
const pathOf = (tournament, part = '') =>
  `/api/tournaments/${encodeURIComponent(tournament)}${part}`;

/** @param {CreateTournament} body @returns {Promise<TournamentCreated>} */
export const createTournament = (body) => request('/api/tournaments', withBody('POST', body));

/** All matches of all rounds, page by page. @param {string} tournament @param {AbortSignal} [signal] @returns {Promise<TournamentMatches>} */
export async function fetchMatches(tournament, signal, page = 0, get = request) {
  const part = await get(pathOf(tournament, `/matches?page=${page}`), { signal });
  if (!part.more) return part;
  const rest = await fetchMatches(tournament, signal, page + 1, get);
  return { matches: part.matches.concat(rest.matches), more: false };
}

/** Takes part. @param {string} tournament @param {EnterTournament} body */
export const enter = (tournament, body) =>
  request(pathOf(tournament, '/entry'), withBody('PUT', body));

/** @param {string} tournament */
export const withdraw = (tournament) => request(pathOf(tournament, '/entry'), { method: 'DELETE' });

/** @param {string} tournament */
export const checkIn = (tournament) => request(pathOf(tournament, '/check-in'), { method: 'PUT' });

/** Takes a break from an arena. @param {string} tournament */
export const takeBreak = (tournament) => request(pathOf(tournament, '/break'), { method: 'PUT' });

/** @param {string} tournament */
export const comeBack = (tournament) => request(pathOf(tournament, '/break'), { method: 'DELETE' });

/** @param {string} tournament @param {TakeOrganiserAction} action */
export const act = (tournament, action) =>
  request(pathOf(tournament, '/actions'), withBody('POST', action));

/** Reports the organiser to the moderators. @param {string} tournament @param {ReportTournament} report */
export const report = (tournament, report) =>
  request(pathOf(tournament, '/reports'), withBody('POST', report));

/** The addresses of downloads. @param {string} tournament */
export const downloads = (tournament) => ({
  results: pathOf(tournament, '/results.csv'),
  calendar: pathOf(tournament, '/calendar.ics'),
});
