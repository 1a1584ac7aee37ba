/** How tiles stand in texts. Pure. */

/** Keeps a tile's name on one line: "6-4" is no two words. @param {string} text */
export function unbroken(text) {
  return text.replace(/(\d)-(\d)/g, '$1\u2011$2');
}
