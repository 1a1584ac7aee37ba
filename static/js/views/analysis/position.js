/** A position of an analysed match: the tiles as they lay, what was played, and what was best. */

import { attr, fill, h, s } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { growingLayout, preview } from '../../layout/layout.js';
import { bone, drawTile } from '../../tile.js';

/** @import { Position } from '../../layout/types.js' */
/** @import { Choice, Laid, AnalysedMove as Move } from '../../protocol.js' */

/** The table that a position is laid out on, in pixels; what it doesn't need is cut off. */
const TABLE = { width: 640, height: 380, maxTile: 34 };
/** Room around the tiles. */
const MARGIN = 12;
/** The least that is shown, so that few tiles don't look huge. */
const LEAST = { width: 300, height: 170 };

export function positionView() {
  const board = s('svg', { class: 'study-board', role: 'img' });
  const hand = h('div', { class: 'study-hand', 'aria-hidden': 'true' });
  return {
    element: h('div', { class: 'study-felt' }, board, hand),
    /** @param {Move} move @param {readonly Laid[]} layout of the whole round */
    draw(move, layout) {
      drawBoard(board, move, layout.slice(0, move.laid));
      fill(
        hand,
        ...move.hand.map((tile) => {
          const held = bone(tile, 'bone study-bone');
          attr(held, 'data-mark', markOf(tile, move));
          return held;
        }),
      );
    },
  };
}

/** @param {string} tile @param {Move} move */
function markOf(tile, { played, best }) {
  if (tile === best.tile) return 'best';
  return tile === played.tile ? 'played' : null;
}

/** @param {SVGSVGElement} board @param {Move} move @param {Laid[]} laid */
function drawBoard(board, move, laid) {
  const chain = { laid, spinner: move.spinner, ends: move.ends };
  const found = growingLayout()(chain, TABLE);
  const tiles = laid.length > 0 ? found.positions.tiles : [];
  /** @param {Choice} choice */
  const lying = ({ tile, arm }) =>
    arm === null ? preview(chain, TABLE, tile, null) : found.preview(tile, arm);
  // Where both go to the same end one would hide the other: the played one is marked in the hand.
  const apart = move.cost > 0 && move.best.arm !== move.played.arm;
  const ghosts = [{ at: lying(move.cost > 0 ? move.best : move.played), mark: 'best' }];
  if (apart) ghosts.push({ at: lying(move.played), mark: 'played' });
  attr(board, 'viewBox', frame([...tiles, ...ghosts.flatMap(({ at }) => at ?? [])]));
  const lie = laid.map(({ tile }) => tile).join(', ') || t('analysis.empty');
  attr(board, 'aria-label', t('analysis.position', { tiles: lie, hand: move.hand.join(', ') }));
  fill(
    board,
    ...tiles.map(drawn),
    ...ghosts.flatMap(({ at, mark }) => (at ? [ghost(at, mark)] : [])),
  );
}

/** @param {Position} position */
function drawn({ tile, angle, x, y, width, height }) {
  const drawing = drawTile(tile, { angle, label: null });
  const box = { x: x - width / 2, y: y - height / 2, width, height };
  for (const [name, value] of Object.entries(box)) attr(drawing, name, value);
  return drawing;
}

/** @param {Position} position @param {string} mark */
function ghost(position, mark) {
  const { x, y, width, height } = position;
  return s(
    'g',
    { class: 'study-ghost', 'data-mark': mark },
    drawn(position),
    s('rect', {
      x: x - width / 2 - 2,
      y: y - height / 2 - 2,
      width: width + 4,
      height: height + 4,
      rx: 7,
    }),
  );
}

/** What lies around some tiles. @param {readonly Position[]} boxes */
function frame(boxes) {
  const [x, width] = span(boxes, 'x', 'width', LEAST.width);
  const [y, height] = span(boxes, 'y', 'height', LEAST.height);
  return `${x} ${y} ${width} ${height}`;
}

/**
 * Where they begin and how far they go in one direction, with room around them.
 * @param {readonly Position[]} boxes
 * @param {'x' | 'y'} middle
 * @param {'width' | 'height'} size
 * @param {number} least
 */
function span(boxes, middle, size, least) {
  const from = Math.min(...boxes.map((box) => box[middle] - box[size] / 2)) - MARGIN;
  const to = Math.max(...boxes.map((box) => box[middle] + box[size] / 2)) + MARGIN;
  const length = Math.max(least, to - from);
  return [(from + to - length) / 2, length].map(Math.round);
}
