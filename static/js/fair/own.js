// @ts-check
/**
 * What this browser keeps of the matches in which it takes part: its own seed, which nobody else
 * knows before the deal, and what the table was bound to before.
 */

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
 * @param {{ read(): string | null, write(text: string): void }} memory
 */
export function createNotes(memory) {
  /** @returns {Note[]} */
  function all() {
    try {
      const notes = JSON.parse(memory.read() ?? '[]');
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
    /** @param {Note} note */
    keep(note) {
      const others = all().filter((one) => one.table !== note.table || one.match !== note.match);
      memory.write(JSON.stringify([note, ...others].slice(0, NOTES_MAX)));
    },
  };
}

/** Shared by the tabs of this browser, and kept when a page is loaded anew. */
export const notes = createNotes({
  read() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  },
  write(text) {
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // Without storage the seed can't be revealed, and counts as withheld.
    }
  },
});
