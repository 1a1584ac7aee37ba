/** All hands, open. */
import { attr, h, keyed, setText } from '../../dom.js';
import { nameAt } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { sideOf, turnOf, weight } from '../../select.js';
import { bone } from '../bone.js';
import { Spares } from '../spare.js';

/** @import { Table } from '../../state.js' */

export function handsView() {
  const list = h('ul', { class: 'replay-hands', role: 'list' });
  const boneyard = h('p', { class: 'hint' });
  const element = h('section', { 'aria-label': t('record.hands') }, list, boneyard);
  /** @type {Spares<HTMLElement>} */
  const spares = new Spares();
  /** What stands in each row. @type {WeakMap<Element, string>} */
  const drawn = new WeakMap();
  return {
    element,
    /** @param {Table} table @param {string[][]} hands by seat */
    draw(table, hands) {
      const turn = turnOf(table);
      keyed(
        list,
        hands,
        (_, seat) => `seat ${seat}`,
        row,
        (made, hand, seat) => {
          attr(made, 'data-turn', turn === seat ? 'true' : null);
          const name = nameAt(table.room, seat);
          const now = `${name} ${hand}`;
          if (drawn.get(made) === now) return;
          drawn.set(made, now);
          const [who, tiles, told] = made.children;
          attr(made, 'data-side', sideOf(table.room, seat));
          setText(who.children[0], name);
          setText(who.children[1], t('hand.pips', { n: weight(hand) }));
          const unused = keyed(
            tiles,
            hand,
            (tile) => tile,
            (tile) => spares.take(tile, () => held(tile)),
          );
          spares.keep(unused, ({ dataset }) => dataset.tile ?? '');
          const said = hand.length > 0 ? hand.join(', ') : t('record.no_tiles');
          setText(told, t('record.hand', { name, tiles: said }));
        },
      );
      setText(boneyard, t('table.boneyard_label', { n: table.view?.board.boneyard ?? 0 }));
    },
  };
}

/** @param {string} tile */
function held(tile) {
  const made = bone(tile);
  made.dataset.tile = tile;
  return made;
}

function row() {
  return h(
    'li',
    { class: 'replay-hand' },
    h('span', { class: 'replay-who', 'aria-hidden': 'true' }, h('b', {}), h('span', {})),
    h('span', { class: 'replay-tiles' }),
    h('span', { class: 'unseen' }),
  );
}
