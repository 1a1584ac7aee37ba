/** A tournament that is followed: what the server tells of it, folded together. Pure. */

/** @import { Reducers } from './reduce.js' */
/** @import { State } from './state.js' */
/** @import { ServerMessage, TournamentEntrant, TournamentHead, TournamentMatch } from './protocol.js' */

/** How many matches with a result an arena shows: as many as the server sends. */
const ARENA_ENDED_SHOWN = 20;

/**
 * @typedef {object} Shown
 * @property {string} id
 * @property {number} v
 * @property {boolean} behind a change was missed: the tournament must be asked for again
 * @property {TournamentHead} head
 * @property {TournamentEntrant[]} entrants by their numbers, from 1
 * @property {TournamentMatch[]} matches of the last round, by their numbers, from 1
 */

/**
 * What a tournament is to the visitor. `fresh`: the table was not there when the tournament was first shown.
 * @typedef {Omit<Extract<ServerMessage, { type: 'tournament_own' }>, 'type'> & { fresh: boolean }} Entered
 */

/** What the messages about tournaments make of the state. Only that of the page is shown. @satisfies {Reducers<State>} */
export const TOURNAMENT = {
  tournament(state, { tournament: id, v, head, entrants, matches }) {
    const isWanted = state.route.page === 'tournament' && state.route.tournament === id;
    const tournament = { id, v, behind: false, head, entrants, matches };
    return isWanted ? { ...state, tournament, shut: null } : state;
  },
  tournament_changed: (state, message) => {
    return { ...state, tournament: afterChange(state.tournament, message) };
  },
  tournament_own: (state, message) => {
    return { ...state, entered: afterOwn(state.tournament, state.entered, message) };
  },
};

/**
 * @param {Shown | null} shown
 * @param {Extract<ServerMessage, { type: 'tournament_changed' }>} change
 * @returns {Shown | null}
 */
function afterChange(shown, { tournament, since, v, head, entrants, matches }) {
  if (shown?.id !== tournament) return shown;
  if (since !== shown.v) return { ...shown, behind: true };
  const isNewRound = head.round !== shown.head.round;
  const replacing = () => replaced(shown.matches, matches, ({ number }) => number);
  const inRounds = () => (isNewRound ? matches : replacing());
  return {
    ...shown,
    v,
    head,
    entrants: replaced(shown.entrants, entrants, ({ n }) => n),
    matches: head.format === 'arena' ? ofArena(shown.matches, matches) : inRounds(),
  };
}

/** The matches of an arena after a change: those that are being played, and the last of the others. @param {TournamentMatch[]} before @param {TournamentMatch[]} changed */
function ofArena(before, changed) {
  const all = new Map([...before, ...changed].map((one) => [`${one.round}.${one.number}`, one]));
  const order = [...all.values()].toSorted((a, b) => a.round - b.round || a.number - b.number);
  const ended = new Set(order.filter(({ result }) => result).slice(-ARENA_ENDED_SHOWN));
  return order.filter((one) => !one.result || ended.has(one));
}

/**
 * A list with some of its entries replaced, or with more at its end.
 * @template T
 * @param {T[]} list
 * @param {T[]} changed
 * @param {(one: T) => number} numberOf from 1
 */
function replaced(list, changed, numberOf) {
  if (changed.length === 0) return list;
  const next = [...list];
  for (const one of changed) next[numberOf(one) - 1] = one;
  return next;
}

/**
 * @param {Shown | null} shown the tournament of the page
 * @param {Entered | null} before
 * @param {Extract<ServerMessage, { type: 'tournament_own' }> & { heard_ms?: number }} message
 * @returns {Entered}
 */
function afterOwn(shown, before, { type: _, heard_ms: __, ...own }) {
  const isSame = before?.tournament === own.tournament;
  if (isSame && own.table === before.table) return { ...own, fresh: before.fresh };
  // A page that is opened while a match waits shows the way to it, and doesn't lead there by itself.
  const isFirst = shown?.id === own.tournament && !isSame;
  return { ...own, fresh: !isFirst };
}
