/** The tiles on the board: the last one marked, and the halves at which the turn goes on. */
import { attr, changes, h, keyed, prefersLessMotion } from '../../../dom.js';
import { drawTile } from '../../../tiles/tile.js';
import { openHalves, placedOf } from '../board.js';
import { rulesOf } from '../terms.js';
import { lay } from './backdrop.js';
import { squareBox, tileBox } from './geometry.js';

/** @import { Table } from '../../../state.js' */
/** @import { Place } from '../../contract.js' */

/** How long a tile takes to its place, in milliseconds. */
const FLY_MS = 340;

/** @param {Place['origin']} origin where a tile that is played comes from */
export function tilesView(origin) {
  const element = h('div.race-tiles', { 'aria-hidden': 'true' });
  const isOther = changes();
  let count = 0;
  return {
    element,
    /** @param {Table} table @param {readonly string[]} board */
    draw(table, board) {
      const isNext = !isOther(table.id, table.room.match) && board.length === count + 1;
      const fly = isNext && !prefersLessMotion();
      count = board.length;
      keyed(
        element,
        board.map((placement, at) => ({ placement, at })),
        ({ placement, at }) => [at, placement],
        ({ placement }) => laid(placement),
        (made, { at }) => attr(made, 'data-last', at === board.length - 1 ? 'true' : null),
      );
      const last = /** @type {HTMLElement | null} */ (element.lastElementChild);
      if (fly && last) flyIn(last, origin(placedOf(board[board.length - 1]).tile), element);
    },
  };
}

/** @param {string} placement */
function laid(placement) {
  const { tile, halves } = placedOf(placement);
  const box = tileBox(halves);
  const element = h(
    'div.race-tile',
    { testid: `laid-${tile}`, 'data-place': placement },
    drawTile(tile, box.angle),
  );
  lay(element, box);
  return element;
}

/** @param {HTMLElement} made @param {ReturnType<Place['origin']>} start @param {HTMLElement} field */
function flyIn(made, start, field) {
  if (start === 'there') return;
  const [box, board] = [made.getBoundingClientRect(), field.closest('.board')];
  const from = board?.getBoundingClientRect();
  const x = start && from ? start.x + from.left - box.left - box.width / 2 : 0;
  const y = start && from ? start.y + from.top - box.top - box.height / 2 : 0;
  const transform = start ? `translate(${x}px, ${y}px)` : 'scale(1.9)';
  made.animate([{ transform, opacity: 0.2 }, { opacity: 1, offset: 0.4 }, { transform: 'none' }], {
    duration: FLY_MS,
    easing: 'cubic-bezier(.2, .8, .25, 1)',
  });
}

/** The halves of the double that the next tile must touch. */
export function openView() {
  const element = h('div.race-tiles', { 'aria-hidden': 'true' });
  return {
    element,
    /** @param {Table} table @param {{ board: readonly string[], more?: boolean }} view */
    draw({ room }, { board, more }) {
      keyed(
        element,
        more ? openHalves(board, rulesOf(room).after_double) : [],
        ({ row, column }) => [row, column],
        (half) => {
          const made = h('span.race-open-end', { testid: 'far-end' });
          lay(made, squareBox(half));
          return made;
        },
      );
      attr(element, 'data-more', more ? 'true' : null);
    },
  };
}
