/** Codes as people read and type them. Pure. */

/**
 * A code in groups of four, which are easier to read and to type.
 * @param {string} code
 * @returns {string[]}
 */
export const groupsOf = (code) => code.replace(/[^0-9A-Za-z]/g, '').match(/.{1,4}/g) ?? [];

/** The time that is left, such as "4:05". @param {number} ms */
export function timeLeft(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
