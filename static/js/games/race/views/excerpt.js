/** A part of the board round a placement: in the lens over a finger, and at the end of the game. */
import { attr, s } from '../../../dom.js';
import { drawTile } from '../../../tiles/tile.js';
import { placedOf } from '../board.js';
import { squaresDrawing } from './backdrop.js';
import { SQUARE, tileBox } from './geometry.js';

/** How many squares are shown to the left and right of the middle, and above and beneath it: in the lens, and in a picture. */
export const LENS = [2.4, 2.4];
export const PICTURE = [3.4, 1.7];

/** A tile on its squares. @param {string} placement */
function tileOn(placement) {
  const { tile, halves } = placedOf(placement);
  const { x, y, width, height, angle } = tileBox(halves);
  const drawing = drawTile(tile, angle);
  for (const [name, value] of Object.entries({
    x: x - width / 2,
    y: y - height / 2,
    width,
    height,
  }))
    attr(drawing, name, value);
  return drawing;
}

/** @param {readonly string[]} board the placements @param {string} last which is marked, and in the middle @param {readonly number[]} around */
export function excerptOf(board, last, around) {
  const { x, y, width, height } = tileBox(placedOf(last).halves);
  const [farX, farY] = around.map((squares) => squares * SQUARE);
  const near = board.filter((one) => {
    const box = tileBox(placedOf(one).halves);
    const isNear = Math.abs(box.x - x) < farX + SQUARE && Math.abs(box.y - y) < farY + SQUARE;
    return isNear && one !== last;
  });
  const mark = { x: x - width / 2, y: y - height / 2, width, height, rx: 1.6 };
  return s(
    'svg.race-excerpt',
    { viewBox: `${x - farX} ${y - farY} ${2 * farX} ${2 * farY}`, 'aria-hidden': 'true' },
    ...squaresDrawing(),
    ...near.map(tileOn),
    tileOn(last),
    s('rect.race-excerpt-mark', mark),
  );
}
