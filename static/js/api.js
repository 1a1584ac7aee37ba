// @ts-check
/** The few things that are asked for by HTTP. */

import { once } from './once.js';

/** @typedef {import('./protocol.js').Catalogue} Catalogue */
/** @typedef {import('./protocol.js').CreateTable} CreateTable */
/** @typedef {import('./protocol.js').TableCreated} TableCreated */

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
 * Opens a new table; the caller sits at seat 0 as its host.
 * @param {CreateTable} body
 * @returns {Promise<TableCreated>}
 */
export function createTable(body) {
  return ask('/api/tables', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
