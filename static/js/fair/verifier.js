/** Keeps what this browser is shown of the rounds, and checks each round when it has ended, unasked. */
import { check, checkRound } from './check.js';
import { sectionInLog } from './section_log.js';
import { reports } from './verdict.js';

/** @import { Fairness } from '../protocol.js' */
/** @import { Table } from '../state.js' */
/** @import { Check } from './check.js' */
/** @import { Note } from './notes.js' */
/** @import { Means } from './partner.js' */
/** @import { Shown } from './shown.js' */

/** A note of a match to which this browser adds nothing. @param {string} table @param {number} match @returns {Note} */
const bare = (table, match) => ({ table, match, seed: '', commitment: '', head: null });

/** @param {Means} means */
export function createVerifier(means) {
  /** The round whose proof was asked for. */
  let asked = '';
  /** What the log says of the section of a match, by the match: it is asked until it answers. @type {Map<string, Check[]>} */
  const inLog = new Map();

  /** @param {Fairness} proof @param {Note | null} note */
  async function ofSection(proof, note) {
    const key = `${proof.table} ${proof.match}`;
    const found = inLog.get(key) ?? (await sectionInLog(means, proof, note));
    if (!found.some(({ result }) => result === 'unseen')) inLog.set(key, found);
    return found;
  }
  return {
    /** @param {Table} table */
    async see(table) {
      const { id, room, proof, ui } = table;
      const rounds = means.shown.see(table);
      for (const one of rounds) keepRound(means, one, one !== rounds.at(-1));
      if (proof && !reports.has(proof)) await judge(means, table, proof, ofSection);
      // While another table of the section plays, the server has no proof to give.
      if (room.fairness.sealed) return;
      const open = unchecked(means.notes.find(id, room.match));
      const wanted = open === null ? '' : `${id} ${room.match} ${open} ${ui.cuts}`;
      if (open !== null && wanted !== asked && !ui.cut) {
        asked = wanted;
        means.send({ type: 'fairness', table: id, round: open });
      }
    },
  };
}

/** The first round that has ended and isn't checked; null if there is none. @param {Note | null} note */
function unchecked(note) {
  const rounds = Object.entries(note?.rounds ?? {});
  const open = rounds.find(([, { checks }]) => !checks);
  return open ? Number(open[0]) : null;
}

/** Notes a round that has ended. @param {Means} means @param {Shown} one @param {boolean} isPast whether the next has begun */
function keepRound({ notes, blame }, one, isPast) {
  const { table, match, round } = one;
  if (one.contradicted) {
    blame(notes.find(table, match) ?? bare(table, match), check('contradiction', false));
  }
  const note = notes.find(table, match) ?? bare(table, match);
  const known = JSON.stringify(note.rounds?.[round]?.shown);
  if ((!isPast && one.end === undefined) || known === JSON.stringify(one)) return;
  notes.keep({ ...note, rounds: { ...note.rounds, [round]: { shown: one } } });
}

/**
 * Checks the proof of a round.
 * @param {Means} means
 * @param {Table} table
 * @param {Fairness} proof
 * @param {(proof: Fairness, note: Note | null) => Promise<Check[]>} ofSection
 */
async function judge({ notes, changed }, { id, room: { rules } }, proof, ofSection) {
  reports.set(proof, null);
  const round = proof.rounds[0]?.round;
  // The proof may come when the next match has begun.
  const note = notes.find(id, proof.match);
  const shown = note?.rounds?.[round]?.shown ?? null;
  const before = note?.rounds?.[round - 1]?.shown.end ?? null;
  const made = await checkRound(proof, round, rules, { note, shown, before });
  const report = { ...made, checks: [...made.checks, ...(await ofSection(proof, note))] };
  reports.set(proof, report);
  if (note && shown) {
    const checks = report.checks.filter(({ result }) => result !== 'good');
    notes.keep({ ...note, rounds: { ...note.rounds, [round]: { shown, checks } } });
  }
  changed();
}
