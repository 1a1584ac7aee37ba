/** The end of a game on the felt: why it is over, and the tile that was placed last on its squares. */
import { t } from '../../../i18n/index.js';
import { viewOf } from '../fold.js';
import { outcome } from '../game.js';
import { excerptOf, PICTURE } from './excerpt.js';

/** @import { Table } from '../../../state.js' */
/** @import { Finish, Over } from '../../contract.js' */

/** @param {{ table: Table, over: Over }} now @returns {Finish} */
export function finish({ table }) {
  const view = viewOf(table);
  const last = view?.board.at(-1);
  const isBlocked = view?.history.some(({ type }) => type === 'blocked');
  const words = t(isBlocked ? 'race.view.blocked' : 'race.view.reached');
  const [meaning = ''] = view ? outcome(view, table.room, table.me.seat) : [];
  return {
    calls: [{ words, lang: null, meaning, told: false }],
    picture: view && last ? excerptOf(view.board, last, PICTURE) : null,
  };
}
