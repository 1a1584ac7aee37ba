/** A picture for each variant, of our own tiles: what its points are made of, at one look. */
import { s } from '../dom.js';
import { drawBack, drawTile } from '../tile.js';

/** @import { Variant } from '../protocol.js' */

/** A tile's short side in these pictures. */
const SIDE = 20;

/** @type {Record<Variant, () => SVGElement[]>} */
const PARTS = {
  // A tile comes out of the boneyard.
  draw: () => [
    lying('4-2', 0, 30),
    lying('2-1', 40, 30),
    back(88, 24, -8),
    back(96, 22, 4),
    turned(standing('1-3', 0, 0), 112, 6, 24),
  ],
  // Both ends are closed.
  block: () => [
    bar(6),
    lying('5-3', 14, 26),
    standing('3-3', 54, 16),
    lying('3-5', 74, 26),
    bar(122),
  ],
  // Ends of 4 and 6: ten points.
  all_fives: () => [
    lying('4-5', 14, 40),
    standing('5-5', 54, 30),
    lying('5-6', 74, 40),
    points('+10', 64, 14),
  ],
  // Ends of 3 and 12: fifteen is five threes and three fives.
  fives_and_threes: () => [
    lying('3-1', 14, 40),
    lying('1-6', 54, 40),
    standing('6-6', 94, 30),
    points('+3', 45, 14),
    points('+5', 83, 14),
  ],
};

/** Empty for a variant that only a newer server knows. @param {Variant} variant */
export function gamePicture(variant) {
  const props = { class: 'game-picture', viewBox: '0 0 128 72', 'aria-hidden': 'true' };
  return s('svg', props, ...(PARTS[variant]?.() ?? []));
}

/** @param {SVGSVGElement} tile @param {number} x @param {number} y @param {number} width @param {number} height */
function placed(tile, x, y, width, height) {
  for (const [name, value] of Object.entries({ x, y, width, height })) {
    tile.setAttribute(name, String(value));
  }
  return tile;
}

/** @param {string} tile its left half first @param {number} x @param {number} y */
const lying = (tile, x, y) => placed(drawTile(tile, 270), x, y, 2 * SIDE, SIDE);

/** @param {string} tile @param {number} x @param {number} y */
const standing = (tile, x, y) => placed(drawTile(tile), x, y, SIDE, 2 * SIDE);

/** @param {SVGElement} part @param {number} x @param {number} y @param {number} angle */
const turned = (part, x, y, angle) =>
  s('g', { transform: `translate(${x} ${y}) rotate(${angle})` }, part);

/** @param {number} x @param {number} y @param {number} angle */
const back = (x, y, angle) => turned(placed(drawBack(), 0, 0, SIDE, 2 * SIDE), x, y, angle);

/** @param {number} x */
const bar = (x) => s('path', { class: 'game-bar', d: `M${x} 18v36` });

/** @param {string} text @param {number} x @param {number} y the middle of it */
const points = (text, x, y) =>
  s(
    'g',
    { class: 'game-points', transform: `translate(${x} ${y})` },
    s('rect', { x: -17, y: -10, width: 34, height: 20, rx: 10 }),
    s('text', { y: 5 }, text),
  );
