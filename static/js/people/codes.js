/** Codes as people read and type them. Pure. */

/**
 * A code in groups of four, which are easier to read and to type.
 * @param {string} code
 * @returns {string[]}
 */
export const groupsOf = (code) => code.replace(/[^0-9A-Za-z]/g, '').match(/.{1,4}/g) ?? [];
