/** Tiles in the small pictures of games, which have a box of 128 by 72. */
import { s } from '../../dom.js';
import { drawBack, drawTile } from '../tile.js';

/** A tile's short side in these pictures. */
const SIDE = 20;

/** @param {SVGSVGElement} tile @param {number} x @param {number} y @param {number} width @param {number} height */
function placed(tile, x, y, width, height) {
  for (const [name, value] of Object.entries({ x, y, width, height })) {
    tile.setAttribute(name, String(value));
  }
  return tile;
}

/** @param {string} tile its left half first @param {number} x @param {number} y */
export const lying = (tile, x, y) => placed(drawTile(tile, 270), x, y, 2 * SIDE, SIDE);

/** @param {string} tile @param {number} x @param {number} y */
export const standing = (tile, x, y) => placed(drawTile(tile), x, y, SIDE, 2 * SIDE);

/** @param {SVGElement} part @param {number} x @param {number} y @param {number} angle @param {number} [scale] */
export const turned = (part, x, y, angle, scale = 1) =>
  s('g', { transform: `translate(${x} ${y}) rotate(${angle}) scale(${scale})` }, part);

/** @param {number} x @param {number} y @param {number} angle @param {number} [scale] */
export const back = (x, y, angle, scale) =>
  turned(placed(drawBack(), 0, 0, SIDE, 2 * SIDE), x, y, angle, scale);

/** @param {string} text @param {number} x @param {number} y the middle of it */
export function points(text, x, y) {
  const width = [0, 22, 34, 34, 44][text.length];
  return s(
    'g.game-points',
    { transform: `translate(${x} ${y})` },
    s('rect', { x: -width / 2, y: -10, width, height: 20, rx: 10 }),
    s('text', { y: 5 }, text),
  );
}
