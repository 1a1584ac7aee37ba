/** Requests to the server over HTTP. */
import { addressOf } from './build.js';
import { once } from './loader.js';

/** @import { BotCreated, BotsBody, CreateTable, MeBody, TableCreated, TournamentsBody } from './protocol.js' */

/** A refusal by the server, in its own words and, where one option is to blame, with its name. */
export class RefusedError extends Error {
  /** @param {string} code @param {string} text @param {string | null} option */
  constructor(code, text, option) {
    super(text);
    this.code = code;
    this.option = option;
  }
}

/** The pauses before a request that took the server too long is sent again, in milliseconds. */
const PAUSES_MS = [1000, 4000, 16_000];

/**
 * The server's answer; null where it has no content. What only reads is asked again, after growing pauses, if the
 * server took too long to answer.
 * @param {string} path @param {RequestInit} [init]
 */
export async function request(path, init) {
  let response = await fetch(path, { credentials: 'same-origin', ...init });
  for (const pause of init?.method ? [] : PAUSES_MS) {
    if (response.status !== 408) break;
    await new Promise((resolve) => setTimeout(resolve, pause));
    response = await fetch(path, { credentials: 'same-origin', ...init });
  }
  if (response.status === 204) return null;
  // An answer that is cut off fails as a request does.
  if (response.ok) return await response.json();
  const body = await response.json().catch(() => null);
  const {
    code = stranger(response.status),
    text = response.statusText,
    option = null,
  } = body ?? {};
  throw new RefusedError(code, text, option);
}

/** The code of an answer that comes from a proxy and not from the server. @param {number} status */
const stranger = (status) => (status >= 500 ? 'no_answer' : 'intercepted');

/** @param {string} method @param {object} body sent as JSON @param {AbortSignal} [signal] @returns {RequestInit} */
export function withBody(method, body, signal) {
  const headers = { 'content-type': 'application/json' };
  return { method, headers, body: JSON.stringify(body), signal };
}

/**
 * The request that changes who this visitor is, until the server is asked who they are now.
 * @type {Promise<unknown> | null}
 */
let change = null;

/**
 * A request whose answer brings another identity cookie.
 * @template T
 * @param {Promise<T>} request
 */
export function changesIdentity(request) {
  const mine = request.catch(() => {
    if (change === mine) change = null;
  });
  change = mine;
  return request;
}

/** Whether the connection ends because a request has changed this visitor's identity. */
export const isIdentityChanging = () => change !== null;

/**
 * Who this visitor is; the answer sets the identity cookie when there was none. A POST, since with it a browser
 * tells the address of the page: the server refuses it where it would refuse the WebSocket. It waits for a request that
 * changes the cookie: with the old one the server would take the visitor for a stranger, and answer with the
 * cookie of one.
 * @param {AbortSignal} [signal] ends the waiting
 * @returns {Promise<MeBody>}
 */
export async function fetchMe(signal) {
  const awaited = change;
  await awaited;
  if (change === awaited) change = null;
  return request('/api/me', { method: 'POST', signal });
}

/** The tournaments that are listed. @param {AbortSignal} [signal] @returns {Promise<TournamentsBody>} */
export const fetchTournaments = (signal) => request('/api/tournaments', { signal });

/** This visitor's programs. @param {AbortSignal} signal @returns {Promise<BotsBody>} */
export const fetchBots = (signal) => request('/api/bots', { signal });

/**
 * Makes a program that can play. Its token is in the answer, and can't be had again.
 * @param {string} name
 * @returns {Promise<BotCreated>}
 */
export const createBot = (name) => request('/api/bots', withBody('POST', { name }));

/** Takes a program's token back. @param {string} id */
export const deleteBot = (id) =>
  request(`/api/bots/${encodeURIComponent(id)}`, { method: 'DELETE' });

/**
 * Opens a new table; the caller sits at seat 0 as its host.
 * @param {CreateTable} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<TableCreated>}
 */
export const createTable = (body, signal) => request('/api/tables', withBody('POST', body, signal));

/** Whether the answer is the server's own, not that of a proxy or a network's sign-in page. @param {Response} response */
export const isFromServer = ({ headers }) => headers.has('x-boneyard');

/** Fails unless the server has another build by now: it has the files of one only. */
const findReplaced = once(async () => {
  const style = await fetch(addressOf('css/all.css'), { method: 'HEAD', cache: 'no-store' });
  if (style.status !== 404 || !isFromServer(style)) throw new Error('the server has this build');
  dispatchEvent(new Event('replaced'));
});

/**
 * Whether the server has another build by now. The window then hears `replaced`, once, and the server is asked no
 * more; until then one request at a time asks for all who want to know.
 */
export const checkReplaced = () =>
  findReplaced().then(
    () => true,
    () => false,
  );
