/** Tiles with numerals, which stand in place of the pips within `data-numerals`: small pips can't be counted. */
import { attr, s } from '../dom.js';
import { halvesOf } from './pips.js';
import { drawTile, turnTile } from './tile.js';

/** The size of a numeral, where the tile's short side is 100, and how wide two digits are in any typeface. */
const SIZE = 76;
const WIDTH = 78;
/** From the tile's middle to that of a half. */
const HALF = 50;

/** Draws a tile as `drawTile` does. @param {string} tile @param {number} [angle] */
export function drawNumbered(tile, angle = 0) {
  const svg = drawTile(tile, angle);
  svg.append(...halvesOf(tile).map(numeral));
  placeNumerals(svg, angle);
  return svg;
}

/** Turns it as `turnTile` does: numerals stay upright. @param {SVGSVGElement} svg @param {number} angle */
export function turnNumbered(svg, angle) {
  turnTile(svg, angle);
  placeNumerals(svg, angle);
}

/** @param {number} pips */
function numeral(pips) {
  const width = pips > 9 && { textLength: WIDTH, lengthAdjust: 'spacingAndGlyphs' };
  const look = { class: `tile-numeral tile-pip-${pips}`, 'font-size': SIZE };
  return s('text', { ...look, ...width }, pips);
}

/** @param {SVGSVGElement} svg @param {number} angle */
function placeNumerals(svg, angle) {
  for (const [n, text] of svg.querySelectorAll('.tile-numeral').entries()) {
    const turned = ((angle + 180 * n) * Math.PI) / 180;
    attr(text, 'x', Math.round(HALF * Math.sin(turned)));
    attr(text, 'y', Math.round(-HALF * Math.cos(turned)));
  }
}
