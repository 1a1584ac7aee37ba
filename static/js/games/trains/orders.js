/** The order of the hand that these games add: in front the longest chain that could be laid. Pure. */
import { chained } from '../../tiles/chain.js';
import { rulesOf } from './terms.js';
import { trainsOf, treeOf } from './tracks.js';

/** @import { Table } from '../../state.js' */
/** @import { Lain } from '../contract.js' */
/** @import { TrainsView } from './types.js' */

/** The pips with which a chain may begin: of the own train, or of all ends of Chickenfoot. @param {Table} table */
function beginsOf({ view, room, me }) {
  const seen = /** @type {TrainsView} */ (/** @type {unknown} */ (view));
  if (rulesOf(room).game === 'mexican_train')
    return trainsOf(seen).flatMap(({ owner, end }) => (owner === me.seat ? [end] : []));
  const tree = treeOf(seen);
  const toFill = tree.filter(({ missing }) => missing > 0);
  const ends = toFill.length > 0 ? toFill : tree.filter(({ isFree }) => isFree);
  return [...new Set(ends.map(({ to }) => to))];
}

/** @param {Table} table @param {readonly string[]} before @returns {Lain} */
const chain = (table, before) =>
  chained(/** @type {any} */ (table.view)?.own?.hand ?? [], beginsOf(table), before);

export const orders = { chain };
