/** Keeps what this browser is shown of the rounds, and checks each round when it has ended, unasked. */
import { check, checkRound } from './check.js';
import { bareNote, isUnchecked, reports } from './notes.js';
import { canonical } from './scheme.js';
import { sectionInLog } from './section_log.js';
import { isSealed } from './verdict.js';

/** @import { Fairness } from '../protocol.js' */
/** @import { Table } from '../state.js' */
/** @import { Check } from './check.js' */
/** @import { Note } from './notes.js' */
/** @import { Means } from './partner.js' */
/** @import { Shown } from './shown.js' */

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
    /** Writes down what a table shows of its round. @param {Table} table */
    keep(table) {
      const { blame, notes, shown } = means;
      const { room } = table;
      const note = notes.find(table.id, room.match);
      const isOther = note?.agreed && canonical(note.agreed.rules) !== canonical(room.rules);
      if (note && isOther) blame(note, check('rules', false));
      const noted = (/** @type {number} */ match, /** @type {number} */ round) =>
        notes.find(table.id, match)?.rounds?.[round]?.shown;
      const rounds = shown.see(table, noted);
      for (const one of rounds) keepRound(means, one, one !== rounds.at(-1));
    },
    /** @param {Table} table */
    async see(table) {
      const { id, room, proof, ui } = table;
      if (proof && !reports.has(proof)) await judge(means, table, proof, ofSection);
      // While another table of the section plays, the server has no proof to give.
      if (isSealed(room)) return;
      const open = unchecked(means.notes.find(id, room.match));
      const wanted = open === null ? '' : `${id} ${room.match} ${open} ${ui.cuts}`;
      if (open !== null && wanted !== asked && !ui.cut) {
        asked = wanted;
        means.send({ type: 'fairness', table: id, round: open });
      }
    },
    /** Asks once more for the proof that hasn't come. */
    askAgain() {
      asked = '';
    },
  };
}

/** The first round that has ended and isn't checked, or must be once more; null if there is none. @param {Note | null} note */
function unchecked(note) {
  const rounds = Object.entries(note?.rounds ?? {});
  const open =
    rounds.find(([, { checks }]) => !checks) ?? rounds.find(([, round]) => isUnchecked(round));
  return open ? Number(open[0]) : null;
}

/** Notes what was shown of a round. @param {Means} means @param {Shown} one @param {boolean} isPast whether the next has begun */
function keepRound({ notes, blame }, one, isPast) {
  const { table, match, round } = one;
  if (one.contradicted) {
    blame(notes.find(table, match) ?? bareNote(table, match), check('contradiction', false));
  }
  const note = notes.find(table, match) ?? bareNote(table, match);
  const dealt = { ...note, ...(note.told && { dealt: true }) };
  const isOver = isPast || one.end !== undefined || note.rounds?.[round] !== undefined;
  const isKnown = JSON.stringify(note.rounds?.[round]?.shown) === JSON.stringify(one);
  if (isOver && !isKnown) {
    notes.keep({ ...dealt, rounds: { ...note.rounds, [round]: { shown: one } } });
  } else if (note.told && !note.dealt) notes.keep(dealt);
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
  const made = await checkRound(proof, round, note?.agreed?.rules ?? rules, {
    note,
    shown,
    before,
  });
  const report = { ...made, checks: [...made.checks, ...(await ofSection(proof, note))] };
  reports.set(proof, report);
  const now = notes.find(id, proof.match);
  // What was shown meanwhile is compared with the next answer.
  const isSame = JSON.stringify(now?.rounds?.[round]?.shown) === JSON.stringify(shown);
  if (now && shown && isSame) {
    const checks = report.checks.filter(({ result }) => result !== 'good');
    notes.keep({ ...now, rounds: { ...now.rounds, [round]: { shown, checks } } });
  }
  changed();
}
