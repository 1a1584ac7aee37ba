/** The end of a round on the felt: what is called out, and the tile that was played last. */
import { loadTexts } from '../../../i18n/index.js';
import { drawTile } from '../../../tiles/tile.js';
import { finishCalls } from '../callouts.js';
import { viewOf } from '../fold.js';

await loadTexts('line');

/** @import { Finish, Over } from '../../contract.js' */
/** @import { Table } from '../types.js' */

/** @param {{ table: Table, over: Over }} now @returns {Finish} */
export function finish({ table, over }) {
  const last = viewOf(table)?.layout.at(-1);
  return { calls: finishCalls(table, over), picture: last ? drawTile(last.tile, 270) : null };
}
