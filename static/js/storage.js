/** Texts that this browser keeps for the visitor, the same in all tabs. */

/**
 * A place for one text: the browser's storage, or a variable in a test.
 * @typedef {object} StoredText
 * @property {() => string | null} read
 * @property {(text: string) => void} write
 */

/**
 * The text that the browser keeps under a key. Storage may be full, forbidden or switched off: then
 * nothing is kept, and the page goes on without.
 * @param {string} key
 * @returns {StoredText}
 */
export function storedText(key) {
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
        // The text that was kept before stays.
      }
    },
  };
}
