/** The layout: tiles and ends where the layout module puts them in the room that there is. */
import { attr, h, setText, show } from '../../dom.js';
import { amount, countSum } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { growingLayout, preview } from '../../layout/layout.js';
import { layoutRules } from '../../select.js';
import { endsView, TARGET_MIN } from './ends.js';
import { laidView, roundOf } from './laid.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Position } from '../../layout/layout.js' */
/** @import { Offer } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */
/** @import { Origin } from './laid.js' */

/** A board smaller than this, in pixels, isn't laid out by the browser yet. */
const BOARD_MIN = 40;

/**
 * @param {Actions} actions
 * @param {(tile: string) => Origin | null} origin where on the board a tile that is
 *   played comes from, if that is known
 */
export function boardView(actions, origin) {
  const tiles = h('div', { class: 'board-tiles', 'aria-hidden': 'true' });
  const drawTiles = laidView(tiles);
  const ends = endsView(actions);
  // Where the first tile goes, before it is chosen.
  const hint = h('p', { class: 'board-hint', 'aria-hidden': 'true' }, t('table.empty_board'));
  show(hint, false);
  const told = h('p', { class: 'unseen', 'data-testid': 'board-text' });
  const element = h(
    'div',
    { class: 'board', role: 'group', 'aria-label': t('table.board'), 'data-testid': 'board' },
    told,
    hint,
    tiles,
    ends.element,
  );
  /** @type {Table | null} */
  let current = null;
  let unit = 0;
  /** The round whose tiles lie there: those of a table just opened don't fly in. */
  let shown = '';
  const layOut = keptLayout();
  const size = sizeOf(element, () => {
    // A new layout takes longer than anything else on the page: once tiles are shown, it doesn't
    // hold up the frame that is being made.
    if (shown === '') drawNow();
    else setTimeout(drawNow);
  });

  function drawNow() {
    const table = current;
    if (!table?.view || size.width < BOARD_MIN || size.height < BOARD_MIN) return;
    const found = layOut(table, size);
    unit = found.positions.unit;
    const fly = shown === roundOf(table) || (shown !== '' && found.positions.tiles.length === 1);
    drawTiles(table, found.positions, { size, fly, start: origin });
    shown = roundOf(table);
    ends.draw(table, found.positions.ends, found.ghost);
    attr(element, 'data-arms', table.view.board.ends.length);
    setText(told, boardInWords(table));
    show(hint, table.view.layout.length === 0 && ends.targets().length === 0);
  }

  return {
    element,
    /** @param {Table} table */
    draw(table) {
      current = table;
      drawNow();
    },
    /** The ends that can be chosen from now. */
    targets: ends.targets,
    aim: ends.aim,
    /** How large the board is, and a tile's short side on it, in pixels. */
    size: () => ({ ...size, unit }),
    /** Moves the keyboard's focus to the first end, if there is one. */
    focusEnd: () => ends.element.querySelector('button')?.focus(),
  };
}

/** The size of an element, kept up to date. @param {Element} element @param {() => void} changed */
function sizeOf(element, changed) {
  const size = { width: 0, height: 0 };
  new ResizeObserver(([{ contentRect }]) => {
    size.width = contentRect.width;
    size.height = contentRect.height;
    changed();
  }).observe(element);
  return size;
}

/** Lays out a round only when it has changed, or its room. */
function keptLayout() {
  const lay = growingLayout();
  let key = '';
  /** @type {ReturnType<typeof laidOut> | null} */
  let kept = null;
  /** @param {Table} table @param {{ width: number, height: number }} size */
  return (table, size) => {
    const board = table.view?.board;
    const ends = board?.ends.map(({ arm, pips }) => `${arm}${pips}`).join('');
    const now = `${table.id} ${roundOf(table)} ${table.view?.layout.length} ${board?.spinner} ${ends} ${size.width} ${size.height}`;
    if (kept === null || key !== now) kept = laidOut(lay, table, size);
    key = now;
    return kept;
  };
}

/**
 * @param {ReturnType<typeof growingLayout>} lay
 * @param {Table} table
 * @param {{ width: number, height: number }} size
 */
function laidOut(lay, { view, room }, size) {
  const { spinner = null, ends = [] } = view?.board ?? {};
  const chain = { laid: view?.layout ?? [], spinner, ends, ...layoutRules(room.rules) };
  const viewport = { ...size, minTarget: TARGET_MIN };
  const found = lay(chain, viewport);
  /** @type {Map<string, Position | null>} */
  const ghosts = new Map();
  /** @param {Offer} offer */
  function make({ tile, arm }) {
    if (arm !== null) return found.preview(tile, arm);
    // A double that leads is the spinner where there is one.
    const spins = room.rules.spinner && tile[0] === tile[2];
    return preview({ ...chain, spinner: spins ? tile : null }, viewport, tile, null);
  }
  return {
    positions: found.positions,
    /** Where a tile would lie. @param {Offer} offer */
    ghost(offer) {
      const key = `${offer.tile} ${offer.arm}`;
      if (!ghosts.has(key)) ghosts.set(key, make(offer));
      return ghosts.get(key) ?? null;
    },
  };
}

/** The layout in words, for screen readers. @param {Table} table */
function boardInWords({ view }) {
  if (!view || view.layout.length === 0) return t('board.empty');
  const pips = view.board.ends.map((end) => end.pips).join(', ');
  const tiles = amount(view.layout.length, 'tiles');
  const said = [t('board.tiles', { tiles }), t('board.ends', { pips })];
  const { count } = view.board;
  if (count) said.push(t('board.count', { n: count.total, sum: countSum(count) }));
  return said.join(' ');
}
