/** Which end a dragged tile would join. Pure; lengths are pixels. */

/** @import {Box} from '../layout/types.js' */

/** A press that moves less is a tap. A finger rolls more than a mouse does. */
const THRESHOLD = { mouse: 6, pen: 9, touch: 11 };

/** How far from an end a tile may be let go, in tiles' short sides, and at least in pixels. */
const REACH_UNITS = 4;
const REACH_MIN = 90;

/**
 * Whether a press has become a drag.
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 * @param {string} pointer "mouse", "pen" or "touch"
 */
export function isDrag(from, to, pointer) {
  const least = THRESHOLD[/** @type {keyof typeof THRESHOLD} */ (pointer)] ?? THRESHOLD.touch;
  return Math.hypot(to.x - from.x, to.y - from.y) >= least;
}

/**
 * The end that a tile would join if it were let go: the nearest, if it is near. Where there is
 * only one, anywhere on the board will do.
 * @param {readonly Box[]} ends where the tile would lie, on the board
 * @param {{ x: number, y: number }} point the middle of the dragged tile, on the board
 * @param {{ width: number, height: number, unit: number }} board
 * @returns {number} which end, or -1
 */
export function dropTarget(ends, point, { width, height, unit }) {
  const inside = point.x >= 0 && point.y >= 0 && point.x <= width && point.y <= height;
  const distances = ends.map((box) => distance(box, point));
  const nearest = distances.indexOf(Math.min(...distances));
  if (nearest < 0) return -1;
  if (distances[nearest] === 0 || (inside && ends.length === 1)) return nearest;
  return distances[nearest] <= Math.max(REACH_MIN, REACH_UNITS * unit) ? nearest : -1;
}

/**
 * From a point to a box; 0 within it.
 * @param {Box} box
 * @param {{ x: number, y: number }} point
 */
function distance(box, { x, y }) {
  const dx = Math.max(0, Math.abs(x - box.x) - box.width / 2);
  const dy = Math.max(0, Math.abs(y - box.y) - box.height / 2);
  return Math.hypot(dx, dy);
}
