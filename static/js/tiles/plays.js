/** The plays among moves. Pure. */

/** @import { Move, Play } from '../protocol.js' */

/** The play that a move is; null for any other move. @param {Move} move @returns {Play | null} */
export const playOf = (move) =>
  'line' in move && typeof move.line === 'object' ? move.line.play : null;
