/** All hands, open. */

import { attr, h, keyed, keyedViews, setText } from '../../dom.js';
import { nameAt } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { sideOf, turnOf, weight } from '../../select.js';
import { bone, Spares } from '../../tile.js';

/** @import { Table } from '../../state.js' */

export function handsView() {
  const list = h('ul', { class: 'replay-hands', role: 'list' });
  const boneyard = h('p', { class: 'hint' });
  const element = h('section', { 'aria-label': t('record.hands') }, list, boneyard);
  /** @type {Spares<HTMLElement>} */
  const spares = new Spares();
  return {
    element,
    /** @param {Table} table @param {string[][]} hands by seat */
    draw(table, hands) {
      const held = hands.map((tiles) => ({ table, tiles }));
      keyedViews(
        list,
        held,
        (_, seat) => `seat ${seat}`,
        (_, seat) => handRow(seat, spares),
      );
      setText(boneyard, t('table.boneyard_label', { n: table.view?.board.boneyard ?? 0 }));
    },
  };
}

/**
 * A seat's hand. Tiles that leave it are put aside with their drawings.
 * @param {number} seat
 * @param {Spares<HTMLElement>} spares
 */
function handRow(seat, spares) {
  const who = h('b', {});
  const pips = h('span', {});
  const tiles = h('span', { class: 'replay-tiles' });
  const told = h('span', { class: 'unseen' });
  const head = h('span', { class: 'replay-who', 'aria-hidden': 'true' }, who, pips);
  const element = h('li', { class: 'replay-hand' }, head, tiles, told);
  let drawn = '';
  return {
    element,
    /** @param {{ table: Table, tiles: string[] }} held */
    draw({ table, tiles: hand }) {
      attr(element, 'data-turn', turnOf(table) === seat ? 'true' : null);
      const name = nameAt(table.room, seat);
      const now = `${name} ${hand}`;
      if (drawn === now) return;
      drawn = now;
      attr(element, 'data-side', sideOf(table.room, seat));
      setText(who, name);
      setText(pips, t('hand.pips', { n: weight(hand) }));
      const unused = keyed(
        tiles,
        hand,
        (tile) => tile,
        (tile) => spares.take(tile, () => drawHeld(tile)),
      );
      spares.keep(unused, ({ dataset }) => dataset.tile ?? '');
      const said = hand.length > 0 ? hand.join(', ') : t('record.no_tiles');
      setText(told, t('record.hand', { name, tiles: said }));
    },
  };
}

/** @param {string} tile */
function drawHeld(tile) {
  const made = bone(tile);
  made.dataset.tile = tile;
  return made;
}
