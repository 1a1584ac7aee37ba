/** The end of a round on the felt: why it is over, and the tile that was laid last. */
import { t } from '../../../i18n/index.js';
import { drawTile } from '../../../tiles/tile.js';
import { viewOf } from '../fold.js';
import { outcome } from '../game.js';

/** @import { Table } from '../../../state.js' */
/** @import { Finish, Over } from '../../contract.js' */

/** @param {{ table: Table, over: Over }} now @returns {Finish} */
export function finish({ table }) {
  const view = viewOf(table);
  const isBlocked = view?.history.some(({ type }) => type === 'blocked');
  const words = t(isBlocked ? 'trains.view.blocked' : 'trains.view.out');
  const [meaning = ''] = view ? outcome(view, table.room, table.me.seat) : [];
  const last = view?.played.at(-1);
  return {
    calls: [{ words, lang: null, meaning, told: false }],
    picture: last && !isBlocked ? drawTile(last.tile, 270) : null,
  };
}
