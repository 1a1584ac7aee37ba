// @ts-check
/** Texts that this browser keeps for the visitor, the same in all tabs. */

/**
 * A place for one text. Tests have shelves of their own.
 * @typedef {object} Shelf
 * @property {() => string | null} read
 * @property {(text: string) => void} write
 */

/**
 * The browser's place under a key. Storage may be full, forbidden or switched off: then nothing is
 * kept, and the page goes on without.
 * @param {string} key
 * @returns {Shelf}
 */
export function shelf(key) {
  return {
    read() {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    write(text) {
      try {
        localStorage.setItem(key, text);
      } catch {
        // Whoever reads finds what was there before.
      }
    },
  };
}
