/** What this browser keeps of the matches in which it takes part. The tabs of a browser share it. */
import { storedDeals, storedShown } from '../settings.js';
import { isBefore, isSameRound, together, viewOf } from './shown.js';

/** @import { Fairness, Receipt, SignedHead } from '../protocol.js' */
/** @import { StoredText } from '../settings.js' */
/** @import { Table } from '../state.js' */
/** @import { Check, Report } from './check.js' */
/** @import { Agreed } from './scheme.js' */
/** @import { Shown } from './shown.js' */
/** @import { End } from './table_log.js' */

/**
 * @typedef {object} Note
 * @property {string} table
 * @property {number} match
 * @property {string} seed this browser's own, which no other party knows before the deal; empty without one
 * @property {string} commitment what this browser promised
 * @property {SignedHead | null} head the head of the log that it knew then
 * @property {number} promised_ms when it promised, by this device's clock
 * @property {Receipt} [receipt] as it was proved before the seed was told
 * @property {boolean} [told] whether the seed was told
 * @property {Agreed} [agreed] the rules and computer players on this screen then
 * @property {boolean} [acknowledged] whether the server said that it has the seed
 * @property {boolean} [dealt] whether an own hand of the right size was on this browser's screen
 * @property {End} [end] how the match ended, by a proof of the log
 * @property {Check[]} [found] what was wrong, or couldn't be checked, with the match as a whole
 * @property {Record<number, NotedRound>} [rounds] the rounds that this browser saw to their end, by number
 * @property {string} [tournament] the tournament of which it is a match
 * @property {string} [record] the id of the match's record, once it has ended
 * @property {number} [last] how many rounds the match had, once it has ended
 */

/**
 * A round that has ended.
 * @typedef {object} NotedRound
 * @property {Shown} shown
 * @property {Check[]} [checks] all that isn't good; absent while nothing was checked
 */

/** A note of a match to which this browser adds nothing. @param {string} table @param {number} match @returns {Note} */
export const bareNote = (table, match) => ({
  table,
  match,
  seed: '',
  commitment: '',
  head: null,
  promised_ms: 0,
});

/** What was found of a match that isn't good. @param {Note | null} [note] @returns {Check[]} */
export const foundIn = (note) => [
  ...(note?.found ?? []),
  ...Object.values(note?.rounds ?? {}).flatMap(({ checks = [] }) => checks),
];

/** Whether a round is to be checked, or its section once more. @param {NotedRound} round */
export const isUnchecked = ({ checks }) =>
  !checks || checks.some(({ what, result }) => what === 'section' && result === 'unseen');

/** Matches that are over and remembered. Those that are not over are never forgotten. */
const ENDED_MAX = 40;

/** @param {Note} note */
const isOpen = ({ told, end }) => told === true && end === undefined;

/** @param {StoredText} kept */
export function createDealNotes(kept) {
  /** The text that was read last, and the notes in it: they are read with every message. */
  let text = '[]';
  /** @type {readonly Note[]} */
  let read = [];
  /**
   * All notes, while the browser can't store them: what was found is then at least known to this page.
   * @type {readonly Note[] | null}
   */
  let unstored = null;
  function all() {
    if (unstored) return unstored;
    const now = kept.read() ?? '[]';
    if (now === text) return read;
    text = now;
    try {
      const notes = JSON.parse(now);
      read = Array.isArray(notes) ? notes : [];
    } catch {
      read = [];
    }
    return read;
  }

  /** @param {string} table @param {number} match @returns {Note | null} */
  const find = (table, match) =>
    all().find((note) => note.table === table && note.match === match) ?? null;

  return {
    find,
    /** The notes of a table's matches. @param {string} table */
    ofTable: (table) => all().filter((note) => note.table === table),
    /** The notes of a tournament's matches. @param {string} tournament */
    ofTournament: (tournament) => all().filter((note) => note.tournament === tournament),
    /**
     * What was noted of the match of a record. What the record itself says counts last: it may be
     * forged.
     * @param {string | null} record its id, where that is known
     * @param {Pick<Fairness, 'table' | 'match'>} proof
     */
    findRecord(record, { table, match }) {
      const ofRecord = all().find((note) => record !== null && note.record === record);
      return ofRecord ?? find(table, match);
    },
    /** Keeps a note in place of the one before. @param {Note} note @returns whether the browser has stored it */
    keep(note) {
      const others = all().filter((one) => one.table !== note.table || one.match !== note.match);
      const ended = others.filter((one) => !isOpen(one)).slice(0, ENDED_MAX);
      const notes = [note, ...others.filter(isOpen), ...ended];
      const stored = JSON.stringify(notes);
      kept.write(stored);
      unstored = kept.read() === stored ? null : notes;
      return unstored === null;
    },
  };
}

/** @typedef {ReturnType<typeof createDealNotes>} Notes */

export const dealNotes = createDealNotes(storedDeals);

/** Rounds that are kept at a time while they are played, for browsers with several tables. */
const ROUNDS_MAX = 8;

/** @param {StoredText} kept */
export function createShown(kept) {
  /** @returns {Shown[]} */
  function all() {
    try {
      const rounds = JSON.parse(kept.read() ?? '[]');
      return Array.isArray(rounds) ? rounds : [];
    } catch {
      return [];
    }
  }
  return {
    /**
     * Writes down what a table shows of its round.
     * @param {Table} table
     * @param {(match: number, round: number) => Shown | undefined} noted what was noted of a round that is over
     * @returns {Shown[]} all that was shown of this round, and before it of the last one if this is its first view
     */
    see(table, noted) {
      const seen = viewOf(table);
      if (!seen) return [];
      const rounds = all();
      const last = rounds.find((one) => one.table === table.id) ?? null;
      const isSame = last !== null && isSameRound(last, seen);
      const made = together(isSame ? last : (noted(seen.match, seen.round) ?? null), seen);
      // Another node is behind, or another tab ahead of this one.
      if (last && isBefore(seen, last)) {
        return [seen.v < last.v ? made : { ...made, contradicted: true }];
      }
      if (JSON.stringify(made) === JSON.stringify(last)) return [made];
      const others = rounds.filter((one) => one.table !== table.id);
      kept.write(JSON.stringify([made, ...others].slice(0, ROUNDS_MAX)));
      return last && !isSame ? [last, made] : [made];
    },
  };
}

export const shownRounds = createShown(storedShown);

/** The reports of the proofs that this page got; null while they are made. @type {WeakMap<Fairness, Report | null>} */
export const reports = new WeakMap();

/** The report of a round, if this page has its proof. @param {Table} table @param {number} match @param {number} round */
export function roundReport({ proof }, match, round) {
  const isOfRound = proof?.match === match && proof.rounds[0]?.round === round;
  return isOfRound ? (reports.get(proof) ?? null) : null;
}
