/**
 * What this browser keeps of the matches in which it takes part: its own seed, which no other
 * party knows before the deal, and what the table was bound to before.
 */
import { storedDeals, storedKey } from '../settings.js';

/** @import {Fairness, Receipt} from '../protocol.js' */
/** @import {StoredText} from '../settings.js' */

/**
 * @typedef {object} Note
 * @property {string} table
 * @property {number} match
 * @property {string | null} seed
 * @property {string | null} commitment the table's, as it was first shown
 * @property {number} [first] the place of the match in the chain, as it was first shown
 * @property {number | null} [due] the place where the match before ended, if this browser saw that
 * @property {(string | null)[]} [promises] of all seats, as they were shown when the seed was asked for
 * @property {Receipt} [receipt] the server's, from before the seed was told
 * @property {boolean | null} [signed] whether its signature holds; null if this browser can't tell
 * @property {boolean} [promised] whether the table showed this browser's promise, and its seat wasn't
 *   given up since
 * @property {boolean} [shown] whether the seed was sent when it was asked for
 * @property {boolean} [dealt] whether this browser saw the deal after its seed was sent, or the proof that
 *   the match has ended
 * @property {Refusal} [refused] why this browser sends no seed
 * @property {number} [rounds] how many rounds the match had, once it has ended
 * @property {string} [record] the id of the match's record, once it has ended
 */

/** @typedef {Pick<Fairness, 'table' | 'match'>} Proof */

/**
 * Why a seed is not sent: the receipt has another key than those before; the seed was used before; or the
 * seed of an earlier match was sent, and that match was neither dealt nor ended.
 * @typedef {'key' | 'used' | 'left_open'} Refusal
 */

/** Matches that are remembered. A visitor who plays more at a time can't check the oldest. */
const NOTES_MAX = 40;

/** @param {StoredText} kept @param {StoredText} keptKey */
export function createDealNotes(kept, keptKey) {
  /** @returns {Note[]} */
  function all() {
    try {
      const notes = JSON.parse(kept.read() ?? '[]');
      return Array.isArray(notes) ? notes : [];
    } catch {
      return [];
    }
  }

  /** @param {string} table @param {number} match */
  const known = (table, match) =>
    all().find((note) => note.table === table && note.match === match) ?? null;

  return {
    /** @param {string} table @param {number} match @returns {Note} */
    find: (table, match) => known(table, match) ?? { table, match, seed: null, commitment: null },
    /** The notes of a table's matches. @param {string} table */
    ofTable: (table) => all().filter((note) => note.table === table),
    /** The server's key, as it was first seen; null before. */
    key: () => keptKey.read(),
    /** Whether this is the server's key: the one that was seen first. @param {string} key */
    isKnownKey(key) {
      const known = keptKey.read();
      if (known === null) keptKey.write(key);
      return known === null || known === key;
    },
    /**
     * What was noted of the match of a record. What the record itself says counts last: it may be
     * forged.
     * @param {string | null} record its id, where that is known
     * @param {Proof} proof
     * @returns {Note | null}
     */
    findRecord(record, { table, match }) {
      const ofRecord = all().find((note) => record !== null && note.record === record);
      return ofRecord ?? known(table, match);
    },
    /** @param {Note} note */
    keep(note) {
      const others = all().filter((one) => one.table !== note.table || one.match !== note.match);
      kept.write(JSON.stringify([note, ...others].slice(0, NOTES_MAX)));
    },
  };
}

/**
 * Shared by the tabs of this browser, and kept when a page is loaded anew. Without storage the seed
 * can't be revealed, and counts as withheld.
 */
export const dealNotes = createDealNotes(storedDeals, storedKey);
