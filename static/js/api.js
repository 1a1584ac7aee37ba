/** The few things that are asked for by HTTP. */

import { once } from './once.js';

/** @import { BotCreated, BotsBody, Catalogue, CreateTable, TableCreated } from './protocol.js' */

/**
 * A refusal by the server, in its own words and, where one option is to blame, with its name.
 */
export class Refused extends Error {
  /**
   * @param {string} code
   * @param {string} text
   * @param {string | null} option
   */
  constructor(code, text, option) {
    super(text);
    this.code = code;
    this.option = option;
  }
}

/**
 * Asks the server, and reads its answer.
 * @param {string} path
 * @param {RequestInit} [init]
 */
export async function ask(path, init) {
  const response = await fetch(path, { credentials: 'same-origin', ...init });
  const body = await response.json().catch(() => null);
  if (response.ok) return body;
  throw new Refused(
    body?.code ?? 'unavailable',
    body?.text ?? response.statusText,
    body?.option ?? null,
  );
}

/**
 * Who this visitor is; the answer sets the identity cookie when there was none.
 * @param {AbortSignal} [signal] ends the waiting
 * @returns {Promise<{ name: string }>}
 */
export function me(signal) {
  return ask('/api/me', { signal });
}

/**
 * Every preset and every option, asked for once.
 * @type {() => Promise<Catalogue>}
 */
export const presets = once(() => ask('/api/presets'));

/**
 * This visitor's programs.
 * @returns {Promise<BotsBody>}
 */
export function bots() {
  return ask('/api/bots');
}

/**
 * Makes a program that can play. Its token is in the answer, and can't be had again.
 * @param {string} name
 * @returns {Promise<BotCreated>}
 */
export function makeBot(name) {
  return ask('/api/bots', write({ name }));
}

/** Takes a program's token back. @param {string} id */
export function deleteBot(id) {
  return ask(`/api/bots/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

/** A request that brings something. @param {object} body @returns {RequestInit} */
function write(body) {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(body) };
}

/**
 * Opens a new table; the caller sits at seat 0 as its host.
 * @param {CreateTable} body
 * @returns {Promise<TableCreated>}
 */
export function createTable(body) {
  return ask('/api/tables', write(body));
}
