/** How a match stands, in terms that all games share. Pure. */

/** @import { Standing } from './games/contract.js' */
/** @import { Standing as Told, StandingChange } from './protocol.js' */

/** Before the first deal. @type {Readonly<Standing>} */
export const NOTHING_DEALT = Object.freeze({
  ply: 0,
  round: 0,
  turn: null,
  scores: [],
  round_scores: [],
  over: false,
  winner: null,
  last_round: false,
});

/** What the server tells, with all that it leaves out. @param {Told} told @returns {Standing} */
export const standingOf = (told) => ({
  ...told,
  turn: told.turn ?? null,
  over: told.over ?? false,
  winner: told.winner ?? null,
  last_round: told.last_round ?? false,
});

/** @param {Standing} before @param {StandingChange} change */
export const standingAfter = ({ round, scores, round_scores }, change) =>
  standingOf({ round, scores, round_scores, ...change });
