/** Quick match: what this page knows of the visitor's search, and what the server's messages make of it. Pure. */

/** @import { ClientMessage, Paired, SeekCounts, Seeking } from './protocol.js' */
/** @import { State } from './state.js' */

/** What is looked for. @typedef {Pick<Seeking, 'presets' | 'mixed' | 'party'>} Wish */

/**
 * @typedef {object} Matching
 * @property {Seeking | null} search the search that goes on; until the server has answered, as it was asked for
 * @property {SeekCounts | null} counts how many look and play, told while the lobby is shown
 * @property {Paired | null} found a table that was found, until the visitor goes there or stays away
 */

/** @type {Readonly<Matching>} */
export const NO_MATCHING = Object.freeze({ search: null, counts: null, found: null });

/** After a search was begun, or changed. @param {Matching} matching @param {Wish} wish @param {number} now_ms @returns {Matching} */
export function afterSeek(matching, { presets, mixed, party }, now_ms) {
  const since_ms = matching.search?.since_ms ?? now_ms;
  const search = { presets, mixed, ...(party && { party }), since_ms, offers_computer: false };
  return { ...matching, search, found: null };
}

/** After the server has said how the search stands. @param {Matching} matching @param {Seeking} told @returns {Matching} */
export function afterSeeking(
  matching,
  { presets, since_ms, mixed, party, partner, offers_computer, ended },
) {
  if (ended) return { ...matching, search: null };
  const pair = { ...(party && { party }), ...(partner && { partner }) };
  return { ...matching, search: { presets, since_ms, mixed, ...pair, offers_computer } };
}

/** After a table was found. @param {Matching} matching @param {Paired} paired @returns {Matching} */
export function afterPaired(matching, { table, preset, rated }) {
  return { ...matching, search: null, found: { table, preset, rated } };
}

/** What asks the server to search. @param {Wish} wish @returns {ClientMessage} */
export function seekOf({ presets, mixed, party }) {
  return { type: 'seek', presets, mixed, ...(party && { party }) };
}

/** Whether the visitor plays a match that isn't over. @param {State} state */
export function isPlaying({ table }) {
  return table?.room.status === 'playing' && table.me.seat !== null;
}

/** A fresh id for two partners, which nobody can guess: 32 hexadecimal digits. */
export function freshParty() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
