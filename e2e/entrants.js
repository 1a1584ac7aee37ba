/** Players of tournaments without a page, who do over HTTP what the page would do. */
import { request } from '@playwright/test';

/** @typedef {import('@playwright/test').APIRequestContext} Requests */
/** @typedef {import('../static/js/protocol.js').CreateTournament} CreateTournament */
/** @typedef {import('../static/js/protocol.js').TakeOrganiserAction} TakeOrganiserAction */

const MINUTE_MS = 60_000;

/** Does a request that must be answered well. @param {Promise<import('@playwright/test').APIResponse>} asked */
async function answered(asked) {
  const answer = await asked;
  if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`);
  return answer.status() === 204 ? null : answer.json();
}

/** Keeps the name of a visitor who has an identity. @param {Requests} requests @param {string} name */
export const keepName = (requests, name) =>
  answered(requests.post('/api/account', { data: { name } }));

/**
 * Creates a Swiss that begins in an hour, or what is wished instead. Its id.
 * @param {Requests} requests of the organiser
 * @param {Partial<CreateTournament>} [wishes]
 */
export async function createEvent(requests, wishes = {}) {
  const { line } = await answered(requests.get('/api/presets'));
  const { rules } = line.presets.find(
    (/** @type {{ name: string }} */ { name }) => name === 'Draw',
  );
  /** @type {CreateTournament} */
  const data = {
    name: 'Friday',
    format: 'swiss',
    rounds: 3,
    rules: { line: wishes.pairs ? { ...rules, seating: 'partners' } : rules },
    clock: { type: 'per_move', seconds: 120 },
    starts_ms: Date.now() + 60 * MINUTE_MS,
    players_max: 16,
    come_minutes: 30,
    ...wishes,
  };
  const { tournament } = await answered(requests.post('/api/tournaments', { data }));
  return /** @type {string} */ (tournament);
}

/**
 * A visitor with a name of their own who takes part.
 * @param {string} baseURL
 * @param {string} event
 * @param {string} name
 * @param {string} [from] the address that a proxy tells; left out, there is no proxy
 */
export async function enterAs(baseURL, event, name, from) {
  const requests = await request.newContext({
    baseURL,
    ...(from !== undefined && { extraHTTPHeaders: { 'X-Forwarded-For': from } }),
  });
  await answered(requests.post('/api/me'));
  await keepName(requests, name);
  await answered(requests.put(`/api/tournaments/${event}/entry`, { data: {} }));
  return requests;
}

/** @param {Requests} requests of the organiser @param {string} event @param {TakeOrganiserAction} data */
export const organise = (requests, event, data) =>
  answered(requests.post(`/api/tournaments/${event}/actions`, { data }));

/** All matches of all rounds. @param {Requests} requests @param {string} event @returns {Promise<import('../static/js/protocol.js').TournamentMatch[]>} */
export async function matchesOf(requests, event) {
  return (await answered(requests.get(`/api/tournaments/${event}/matches`))).matches;
}
