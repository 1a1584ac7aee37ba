// @ts-check
/** The analysis of a match that is over: asked for, awaited, there. Pure. */

/** @typedef {import('./state.js').Table} Table */
/** @typedef {import('./protocol.js').ServerMessage} ServerMessage */
/** @typedef {import('./protocol.js').MatchAnalysis} MatchAnalysis */

/**
 * How far the analysis of a match is. Without `result` it is being made; `failed`: it won't come.
 * @typedef {{ match: number, done: number, moves: number, result: MatchAnalysis | null, failed: boolean }} Analysis
 */

/** Just asked for. @param {Table} table @returns {Analysis} */
export function asked({ room }) {
  return { match: room.match, done: 0, moves: 0, result: null, failed: false };
}

/**
 * Whether the analysis of the table's last match is neither there nor on its way.
 * @param {Table} table
 */
export function isWanted({ ui: { analysis }, room }) {
  return analysis === null || analysis.failed || analysis.match !== room.match;
}

/**
 * @param {Analysis | null} analysis
 * @param {Extract<ServerMessage, { type: 'analysing' }>} message
 * @returns {Analysis | null}
 */
export function analysing(analysis, { match, done, moves }) {
  return analysis?.match === match ? { ...analysis, done, moves } : analysis;
}

/**
 * @param {Analysis | null} analysis
 * @param {Extract<ServerMessage, { type: 'analysis' }>} message
 * @returns {Analysis | null}
 */
export function analysed(analysis, { type: _, ...result }) {
  const { match, moves } = result;
  if (analysis?.match !== match) return analysis;
  return { match, done: moves.length, moves: moves.length, result, failed: false };
}

/**
 * What is left of an analysis that is refused, or was on its way when the connection was lost.
 * @param {Analysis | null} analysis
 * @returns {Analysis | null}
 */
export function unfinished(analysis) {
  return analysis && !analysis.result ? { ...analysis, failed: true } : analysis;
}
