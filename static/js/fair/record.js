/** Checks the deals of a finished match against its record. */
import { fetchDealing } from '../games/index.js';
import { check, checkRound } from './check.js';
import { keptLog } from './log.js';
import { dealNotes, foundIn } from './notes.js';
import { hex, sha256 } from './scheme.js';

/** @import { Fairness, Options, RecordSeat } from '../protocol.js' */
/** @import { Report } from './check.js' */

/**
 * What checks a record, round by round.
 * @param {Fairness} fairness
 * @param {{ id: string | null, transcript: string, rules: Options, seats: RecordSeat[], key?: string }} record
 */
export async function recordCheck(
  fairness,
  { id, transcript, rules, seats, key },
  { notes = dealNotes, log = keptLog } = {},
) {
  const rounds = (await fetchDealing({ rules })).rounds(transcript);
  const note = notes.findRecord(id, fairness);
  const known = log.key();
  // A copy from elsewhere may come from another server. A match of which this browser has notes doesn't.
  const isOwnKey = !note || !key || !known ? [] : [check('key', key === known)];
  // What was found at the table still holds.
  const noted = [...(note?.found ?? []), ...foundIn(note).filter(({ result }) => result === 'bad')];
  const computers = seats.map(({ took_over, computer }) => took_over?.level ?? computer ?? null);
  /** Whether the log has this transcript; nothing if this browser hasn't asked it. */
  async function inLog() {
    if (!note?.end) return [];
    const hash = hex(await sha256(new TextEncoder().encode(transcript)));
    return [check('transcript', note.end.transcript === hash)];
  }
  return {
    /** What proved the match's beginning before this browser told its seed. */
    receipt: note?.receipt,
    /** How many rounds there must be proofs of; more or fewer are as wrong as a bad one. */
    rounds: Math.max(rounds.length, fairness.rounds.length, note?.last ?? 0),
    /** @param {number} round @returns {Promise<Report>} */
    async check(round) {
      const played = rounds[round - 1] ?? { events: [], deals: [], drawn: [] };
      const shown = note?.rounds?.[round]?.shown ?? null;
      const before = rounds[round - 2]?.end ?? null;
      const witness = { note, shown, before, played, computers };
      const report = await checkRound(fairness, round, rules, witness);
      return { ...report, checks: [...report.checks, ...isOwnKey, ...(await inLog()), ...noted] };
    },
  };
}
