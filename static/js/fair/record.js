/** Whether the rounds of a record were dealt as they must have been. */
import { roundsTold } from '../records/transcript.js';
import { checkRound } from './check.js';
import { notes } from './own.js';

/** @import {Fairness, Options} from '../protocol.js' */
/** @import {Report} from './check.js' */

/**
 * What checks a record, round by round.
 * @param {Fairness} fairness
 * @param {{ id: string | null, transcript: string, rules: Options, key?: string }} record
 * @param {typeof notes.findRecord} [noted]
 */
export function recordCheck(fairness, { id, transcript, rules, key }, noted = notes.findRecord) {
  const told = roundsTold(transcript, fairness.seats.length, rules.hand_size);
  const note = noted(id, fairness);
  // A record doesn't say which seat this visitor had; their seed is at one of the seats or at none.
  const seed = note?.shown ? note.seed : null;
  const seat = Math.max(
    0,
    fairness.seats.findIndex((one) => one.seed === seed),
  );
  return {
    /** What the server signed before this browser told its seed. */
    receipt: note?.receipt,
    /** How many rounds there must be proofs of; more or fewer are as wrong as a bad one. */
    rounds: Math.max(told.length, fairness.rounds.length, note?.rounds ?? 0),
    /** @param {number} round @returns {Promise<Report>} */
    check(round) {
      const { history, left, deals } = told[round - 1] ?? { history: [], left: [], deals: [] };
      const seen = { note, seat, history, hands: left, deals };
      return checkRound(fairness, round, rules, { ...seen, key });
    },
  };
}
