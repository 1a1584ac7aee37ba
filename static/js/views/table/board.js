// @ts-check
/** The layout: tiles and ends where the layout module puts them in the room that there is. */
import { h, setText } from '../../dom.js';
import { countSum } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { layout, preview } from '../../layout/layout.js';
import { endsView, TARGET_MIN } from './ends.js';
import { drawLaid, roundOf } from './laid.js';

/** @typedef {import('../../state.js').Table} Table */

/** The widest short side of a tile on the table, in pixels. */
const TILE_MAX = 46;
/** Below this, in pixels, the page is still being put together. */
const BOARD_MIN = 40;

/** @param {import('../../actions.js').Actions} actions */
export function boardView(actions) {
  const tiles = h('div', { class: 'board-tiles', 'aria-hidden': 'true' });
  const ends = endsView(actions);
  const told = h('p', { class: 'unseen', 'data-testid': 'board-text' });
  const element = h(
    'div',
    { class: 'board', role: 'group', 'aria-label': t('table.board'), 'data-testid': 'board' },
    told,
    tiles,
    ends.element,
  );
  /** @type {Table | null} */
  let current = null;
  let size = { width: 0, height: 0 };
  /** The round whose tiles lie there: those of a table just opened don't fly in. */
  let shown = '';

  new ResizeObserver(([entry]) => {
    const { width, height } = entry.contentRect;
    size = { width, height };
    if (current) drawNow(current);
  }).observe(element);

  /** @param {Table} table */
  function drawNow(table) {
    const { view } = table;
    if (!view || size.width < BOARD_MIN || size.height < BOARD_MIN) return;
    const chain = { laid: view.layout, spinner: view.board.spinner, ends: view.board.ends };
    const viewport = { ...size, maxTile: TILE_MAX, minTarget: TARGET_MIN };
    const found = layout(chain, viewport);
    const fly = shown === roundOf(table) || (shown !== '' && found.tiles.length === 1);
    drawLaid(tiles, table, found, { size, fly });
    shown = roundOf(table);
    const board = { ...size, unit: found.unit };
    ends.draw(table, found.ends, board, ({ tile, arm }) =>
      preview({ ...chain, spinner: spinnerWith(table, tile) }, viewport, tile, arm),
    );
    setText(told, boardInWords(table));
  }

  return {
    element,
    /** @param {Table} table */
    draw(table) {
      current = table;
      drawNow(table);
    },
    /** Moves the keyboard's focus to the first end, if there is one. */
    focusEnd() {
      ends.element.querySelector('button')?.focus();
    },
  };
}

/**
 * The spinner once a tile lies, so that its ghost is drawn as the tile will be.
 * @param {Table} table
 * @param {string} tile
 */
function spinnerWith({ room, view }, tile) {
  const spinner = view?.board.spinner ?? null;
  const double = tile[0] === tile[2];
  return spinner ?? (room.rules.spinner && double ? tile : null);
}

/**
 * The layout for those who don't see it.
 * @param {Table} table
 */
function boardInWords({ view }) {
  if (!view || view.layout.length === 0) return t('board.empty');
  const pips = view.board.ends.map((end) => end.pips).join(', ');
  const said = [t('board.tiles', { n: view.layout.length }), t('board.ends', { pips })];
  const { count } = view.board;
  if (count) said.push(t('board.count', { n: count.total, sum: countSum(count) }));
  return said.join(' ');
}
