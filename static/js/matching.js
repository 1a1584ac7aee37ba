/** Quick match: what this page knows of the visitor's search, and what the server's messages make of it. Pure. */

/** @import { ClientMessage, ListedSeeker, Paired, Seeking } from './protocol.js' */
/** @import { Reducers } from './reduce.js' */
/** @import { State } from './state.js' */

/**
 * What is looked for; `with` is the number of a listed search whose player is chosen.
 * @typedef {Pick<Seeking, 'presets' | 'mixed' | 'party'> & { with?: number }} Wish
 */

/**
 * @typedef {object} Matching
 * @property {Seeking | null} search the search that goes on; until the server has answered, as it was asked for
 * @property {readonly ListedSeeker[]} seekers those who look alone, told while the lobby is shown
 * @property {Paired | null} found a table that was found, until the visitor goes there or stays away
 */

/** @type {Readonly<Matching>} */
export const NO_MATCHING = Object.freeze({ search: null, seekers: [], found: null });

/** What each message about quick match makes of it. @satisfies {Reducers<Matching>} */
export const SEARCH = {
  local_seek(matching, { wish: { presets, mixed, party }, now_ms }) {
    const since_ms = matching.search?.since_ms ?? now_ms;
    const number = matching.search?.number ?? 0;
    const pair = party && { party };
    const search = { number, presets, mixed, ...pair, since_ms, offers_computer: false };
    return { ...matching, search, found: null };
  },
  seeking(matching, { number, presets, since_ms, mixed, party, partner, offers_computer, ended }) {
    if (ended) return withoutSearch(matching);
    const pair = { ...(party && { party }), ...(partner && { partner }) };
    return { ...matching, search: { number, presets, since_ms, mixed, ...pair, offers_computer } };
  },
  paired(matching, { table, preset, rated, open }) {
    const found = { table, preset, rated, ...(open && { open }) };
    return { ...withoutSearch(matching), found };
  },
  seekers: (matching, { seekers }) => ({ ...matching, seekers }),
  local_unseek: withoutSearch,
  local_found_gone: (matching) => ({ ...matching, found: null }),
};

/** Once the search is over: it isn't listed any more, though the server tells that a moment later. @param {Matching} matching @returns {Matching} */
export function withoutSearch(matching) {
  const seekers = matching.seekers.filter(({ number }) => number !== matching.search?.number);
  return { ...matching, search: null, seekers };
}

/**
 * The players who look for a match, and whom this visitor may meet.
 * @param {Pick<State, 'matching' | 'person'>} state
 * @param {boolean} mixed whether the visitor would play guests and people with an account alike
 */
export function seekersFor({ matching: { seekers, search }, person }, mixed) {
  return seekers.filter(
    (one) => one.number !== search?.number && (isAlike(one, person) || (mixed && one.mixed)),
  );
}

/** Whether both have an account, or neither has. @param {ListedSeeker} seeker @param {State['person']} person */
const isAlike = ({ kept }, person) => kept === Boolean(person);

/**
 * The search of a visitor who has chosen a listed seeker: for the game of the page, if that is among the seeker's.
 * @param {ListedSeeker} seeker
 * @param {Pick<State, 'person'>} state
 * @param {string} game
 * @param {boolean} mixed what the visitor looks for otherwise
 * @returns {Wish}
 */
export function wishFor(seeker, { person }, game, mixed) {
  const { number, presets } = seeker;
  return {
    presets: presets.includes(game) ? [game] : presets,
    mixed: mixed || !isAlike(seeker, person),
    with: number,
  };
}

/** What asks the server to search. @param {Wish} wish @returns {ClientMessage} */
export function seekOf({ presets, mixed, party, with: chosen }) {
  return {
    type: 'seek',
    presets,
    mixed,
    ...(party && { party }),
    ...(chosen !== undefined && { with: chosen }),
  };
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
