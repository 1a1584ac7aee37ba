/**
 * Draws tiles as SVG, by elements. A drawing fills its box, which is twice as high as wide when the
 * tile stands and twice as wide as high when it lies. The light falls from above either way, so
 * turn a tile by its angle here rather than by turning the box. Colours are tokens in
 * `css/tile.css`.
 */

import { attr, h, s } from '../dom.js';

/** A tile's short side in its own drawing; its long side is twice that. */
const SHORT = 100;
/** Room around the outline, so that neighbours show a joint. */
const INSET = 1.5;
/** Room around the face, within the edge. */
const FACE_INSET = 4;
/** Where pips lie beside the middle of their half: three in a row, and four. Its rows are as far apart as three. */
const COLUMNS = [-27, 0, 27, -30, -10, 10, 30];
const ROW = 27;
/** Where the pips of a standing tile's half lie, by how many they are: places in three rows of `COLUMNS`, by 36. */
const PIPS = [
  '',
  '8',
  '0g',
  '08g',
  '02eg',
  '028eg',
  '0279eg',
  '02789eg',
  '01279efg',
  '012789efg',
  '012abcdefg',
  '3456789hijk',
  '3456abcdhijk',
];
/** The radius of a pip, in a half of more than six, and of more than nine. */
const RADIUS = 11;
const RADIUS_MANY = 10;
const RADIUS_MOST = 8.5;

/**
 * Draws a tile. It is hidden from assistive technology: what holds a tile names it.
 * @param {string} tile such as "6-4", first half first
 * @param {number} [angle] 0, 90, 180 or 270: how far the standing tile, its first half on top, is
 *   turned clockwise
 */
export function drawTile(tile, angle = 0) {
  const [first, second] = tile.split('-').map(Number);
  return draw('tile', angle, [
    s('rect.tile-bar', { x: -37, y: -2.5, width: 74, height: 5, rx: 2.5 }),
    ...pin(),
    ...half(first, -SHORT / 2),
    ...half(second, SHORT / 2),
  ]);
}

/** The first three tiles of a round, as they lie. */
export const openingTiles = () =>
  [drawTile('6-4', 270), drawTile('4-4'), drawTile('4-2', 270)].map((drawn) =>
    h('span.still-tile', drawn),
  );

/** Draws a standing tile face down. */
export function drawBack() {
  return draw('tile tile-back', 0, [
    s('rect.tile-frame', { x: -33, y: -83, width: 66, height: 166, rx: 9 }),
    ...pin(),
  ]);
}

/**
 * Turns a drawn tile; its box must follow where it changes between standing and lying.
 * @param {SVGSVGElement} svg
 * @param {number} angle as `drawTile` takes it
 */
export function turnTile(svg, angle) {
  const [width, height] = angle % 180 === 0 ? [SHORT, 2 * SHORT] : [2 * SHORT, SHORT];
  attr(svg, 'viewBox', `${-width / 2} ${-height / 2} ${width} ${height}`);
  for (const rect of svg.querySelectorAll(':scope > rect')) {
    const inset = rect.classList.contains('tile-face') ? FACE_INSET : INSET;
    attr(rect, 'x', inset - width / 2);
    attr(rect, 'y', inset - height / 2);
    attr(rect, 'width', width - 2 * inset);
    attr(rect, 'height', height - 2 * inset);
  }
  const faces = svg.querySelector('.tile-faces');
  if (faces) attr(faces, 'transform', angle === 0 ? null : `rotate(${angle})`);
}

/** @param {string} className @param {number} angle @param {SVGElement[]} faces */
function draw(className, angle, faces) {
  const svg = s(
    'svg',
    { class: className, 'aria-hidden': 'true' },
    s('rect.tile-shadow', { rx: 13, transform: 'translate(0 2)' }),
    s('rect.tile-edge', { rx: 13 }),
    s('rect.tile-face', { rx: 11, transform: 'translate(0 -1)' }),
    s('g.tile-faces', ...faces),
  );
  turnTile(svg, angle);
  return svg;
}

/** The brass pin in a tile's middle. */
function pin() {
  return [s('circle.tile-pin', { r: 7.5 }), s('circle.tile-pin-light', { r: 3 })];
}

/** @param {number} pips @param {number} middle of the half */
function half(pips, middle) {
  const r = pips > 9 ? RADIUS_MOST : pips > 6 ? RADIUS_MANY : RADIUS;
  return [...(PIPS[pips] ?? '')].map((sign) => {
    const place = Number.parseInt(sign, 36);
    const cx = COLUMNS[place % COLUMNS.length];
    const cy = middle + (Math.floor(place / COLUMNS.length) - 1) * ROW;
    // So close to each other, many pips are told apart by their colour, too.
    return s('circle', { class: `tile-pip tile-pip-${pips}`, cx, cy, r });
  });
}

/** A standing tile, as large as its box. @param {string} tile @param {string} [className] */
export function bone(tile, className = 'bone') {
  return h('span', { class: className, 'aria-hidden': 'true' }, drawTile(tile));
}
