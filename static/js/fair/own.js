// @ts-check
/**
 * What this browser keeps of the matches in which it takes part: its own seed, which nobody else
 * knows before the deal, and what the table was bound to before.
 */
import { shelf } from '../shelf.js';

/**
 * @typedef {object} Note
 * @property {string} table
 * @property {number} match
 * @property {string | null} seed
 * @property {string | null} commitment the table's
 * @property {boolean} [shown] whether the seed was sent when it was asked for
 */

const KEY = 'boneyard.deals';
/** Matches that are remembered; who plays more at a time can't check the oldest. */
const NOTES_MAX = 40;

/**
 * @param {import('../shelf.js').Shelf} kept
 */
export function createNotes(kept) {
  /** @returns {Note[]} */
  function all() {
    try {
      const notes = JSON.parse(kept.read() ?? '[]');
      return Array.isArray(notes) ? notes : [];
    } catch {
      return [];
    }
  }

  return {
    /** @param {string} table @param {number} match @returns {Note} */
    find(table, match) {
      const known = all().find((note) => note.table === table && note.match === match);
      return known ?? { table, match, seed: null, commitment: null };
    },
    /**
     * What was noted of a match that came from a commitment, wherever it was played.
     * @param {string} commitment
     * @param {number} match
     * @returns {Note | null}
     */
    findBound(commitment, match) {
      const of = (/** @type {Note} */ note) =>
        note.commitment === commitment && note.match === match;
      return all().find(of) ?? null;
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
export const notes = createNotes(shelf(KEY));
