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
 * Whether what is there, or on its way, is the analysis of the table's last match.
 * @param {Table} table
 */
export function isWanted({ analysis, room }) {
  return analysis === null || analysis.failed || analysis.match !== room.match;
}

/**
 * @param {Table} table
 * @param {Extract<ServerMessage, { type: 'analysing' }>} message
 * @returns {Table}
 */
export function analysing(table, { match, done, moves }) {
  if (table.analysis?.match !== match) return table;
  return { ...table, analysis: { ...table.analysis, done, moves } };
}

/**
 * @param {Table} table
 * @param {Extract<ServerMessage, { type: 'analysis' }>} message
 * @returns {Table}
 */
export function analysed(table, { type: _, ...result }) {
  if (table.analysis?.match !== result.match) return table;
  const moves = result.moves.length;
  return {
    ...table,
    analysis: { match: result.match, done: moves, moves, result, failed: false },
  };
}

/**
 * What is left of an analysis that is refused, or was on its way when the connection was lost.
 * @param {Analysis | null} analysis
 * @returns {Analysis | null}
 */
export function unfinished(analysis) {
  return analysis && !analysis.result ? { ...analysis, failed: true } : analysis;
}
