/** The board with the track round it, the tiles, the pieces, and where a chosen tile can go. */
import { attr, h, setText } from '../../../dom.js';
import { loadTexts, t } from '../../../i18n/index.js';
import { Zoom } from '../../../tiles/views/zoom.js';
import { styleSheet } from '../../../views/style_sheet.js';
import { placedOf, STAR } from '../board.js';
import { viewOf } from '../fold.js';
import { boardInWords } from '../talk.js';
import { rulesOf } from '../terms.js';
import { layer, squaresDrawing, trackView } from './backdrop.js';
import { pointIn, SIDE, SQUARE, squareBox, tileBox } from './geometry.js';
import { lensView } from './lens.js';
import { piecesView } from './pieces.js';
import { ghostView, Places, placeOn } from './places.js';
import { openView, tilesView } from './tiles.js';

// Whatever shows a board speaks of the game, and looks like it.
await Promise.all([loadTexts('race', 'match'), styleSheet('css/race.css')]);

/** @import { Actions } from '../../../actions.js' */
/** @import { Place, Target } from '../../contract.js' */
/** @import { Table } from '../../../state.js' */
/** @import { Offered } from './places.js' */

/** @param {Actions} actions @param {Place['origin']} origin */
export function boardView(actions, origin) {
  const spoken = h('p.unseen', { testid: 'board-text' });
  const track = trackView();
  const tiles = tilesView(origin);
  const open = openView();
  const pieces = piecesView();
  const places = new Places(actions);
  const better = ghostView('better');
  const field = h(
    'div.race-field',
    layer('race-backdrop', ...squaresDrawing(), ...track.elements, ...places.marks),
    tiles.element,
    open.element,
    pieces.element,
    places.element,
    better.element,
  );
  const lens = lensView();
  const named = { role: 'group', 'aria-label': t('race.view.board'), testid: 'board' };
  const element = h('div.board.race-board', named, spoken, h('div.race-room', field), lens.element);
  const zoom = new Zoom(element, field);
  listen(field, places, zoom);
  /** @type {Table | null} */
  let current = null;

  return {
    element,
    zoom,
    /** @param {Table} table */
    draw(table) {
      current = table;
      const view = viewOf(table);
      if (!view) return;
      setText(spoken, boardInWords(table));
      track.draw(rulesOf(table.room).target);
      tiles.draw(table, view.board);
      open.draw(table, view);
      pieces.draw(table);
      places.draw(table);
      attr(element, 'data-choosing', places.all().length > 0 ? 'true' : null);
    },
    targets: () => targetsOf(places.all(), element, field),
    /** Shows a placement that would have been better. @param {string | null} placement */
    showBetter(placement) {
      better.draw(placement ? placeOn(placement) : null, current, false);
    },
    /** @param {number} at */
    aim(at) {
      places.look(at);
      const place = places.all()[at];
      lens.draw(place && current ? { place, board: viewOf(current)?.board ?? [] } : null);
    },
    size: () => ({
      width: element.clientWidth,
      height: element.clientHeight,
      unit: (field.getBoundingClientRect().width / SIDE) * SQUARE,
    }),
    /** Magnifies the board, or shows all of it again. */
    zoomIn: () => zoom.toggle(middleOf(field, places, current)),
    turn: places.turn,
    mayTurn: places.mayTurn,
    /** Moves the keyboard's focus to a place of the chosen tile. */
    focusPlace: places.focus,
  };
}

/** The places that can be chosen now, by where they are on the screen. @param {readonly Offered[]} places @param {HTMLElement} board @param {HTMLElement} field @returns {Target[]} */
function targetsOf(places, board, field) {
  const { left, top } = board.getBoundingClientRect();
  const on = field.getBoundingClientRect();
  const unit = on.width / SIDE;
  return places.map(({ steps, x, y, width, height, angle }) => ({
    steps,
    ahead: false,
    ghost: {
      x: on.left - left + x * unit,
      y: on.top - top + y * unit,
      width: width * unit,
      height: height * unit,
      angle,
    },
  }));
}

/** What is looked at, in the window: the picked place, or the last tile. @param {HTMLElement} field @param {Places} places @param {Table | null} table */
function middleOf(field, places, table) {
  const { left, top, width } = field.getBoundingClientRect();
  const last = (table && viewOf(table)?.board.at(-1)) ?? null;
  const { x, y } = places.picked() ?? (last ? tileBox(placedOf(last).halves) : squareBox(STAR));
  return { x: left + (x / SIDE) * width, y: top + (y / SIDE) * width };
}

/** What a mouse is over, and what is tapped. @param {HTMLElement} field @param {Places} places @param {Zoom} zoom */
function listen(field, places, zoom) {
  const at = (/** @type {MouseEvent} */ { clientX, clientY }) =>
    pointIn({ x: clientX, y: clientY }, field.getBoundingClientRect());
  field.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'mouse' && event.buttons === 0) places.over(at(event));
  });
  field.addEventListener('pointerleave', () => places.over(null));
  field.addEventListener('click', (event) => {
    // Keys press a place by itself.
    if (event.detail > 0 && !zoom.hasMoved()) places.tap(at(event));
  });
}
