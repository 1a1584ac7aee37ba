/** What an expert would play in the visitor's place: asked for, awaited, shown. Pure. */
import { placements } from '../select.js';

/** @import {Offer, ServerMessage, View} from '../protocol.js' */
/** @import {Table} from '../state.js' */

/** @typedef {Extract<ServerMessage, { type: 'hint' }>} Answer */

/**
 * A hint for one position. `answer` is null while the expert thinks.
 * @typedef {{ ply: number, answer: Pick<Answer, 'tile' | 'arm' | 'reason' | 'gives_up'> | null }} Hint
 */

/**
 * Whether this visitor may ask now: it is their turn, the table has hints, and no answer is awaited.
 * @param {Table} table
 */
export function mayAsk(table) {
  return table.room.hints && placements(table).length > 0 && table.ui.hint?.answer !== null;
}

/**
 * The table once the answer has come. The tile is chosen, so that its ends are shown.
 * @param {Table} table
 * @param {Answer} answer
 * @returns {Table}
 */
export function hinted(table, { ply, tile, arm, reason, gives_up }) {
  if (table.view?.board.ply !== ply) return table;
  const hint = { ply, answer: { tile, arm, reason, gives_up } };
  return { ...table, ui: { ...table.ui, hint, choice: tile } };
}

/**
 * A hint is for one position.
 * @param {Hint | null} hint
 * @param {View | null} view
 */
export function keptHint(hint, view) {
  return hint?.ply === view?.board.ply ? hint : null;
}

/**
 * Whether this is the placement that the expert would choose.
 * @param {Hint | null} hint
 * @param {Offer} offer
 */
export function isHinted(hint, { tile, arm }) {
  return hint?.answer?.tile === tile && hint.answer.arm === arm;
}
