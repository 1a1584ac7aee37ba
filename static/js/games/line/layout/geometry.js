/**
 * How a tile can join the front of an arm. An arm's *front* is the middle of its outermost edge
 * and the heading in which it grows. All numbers are half tiles.
 */

/** Edges of a box in half tiles. @typedef {{ x0: number, y0: number, x1: number, y1: number }} Rect */

/**
 * 0 east, 1 south, 2 west, 3 north: adding one turns clockwise on a screen.
 * @typedef {0 | 1 | 2 | 3} Heading
 */

/** The least distance between tiles that are not joined: half a tile's short side. */
export const GAP = 1;

/**
 * The growing edge of an arm.
 * @typedef {object} Front
 * @property {number} x
 * @property {number} y
 * @property {Heading} heading
 * @property {boolean} double the outermost tile is a double, lying across the heading
 * @property {boolean} corner that double is itself a corner: one of its ends is taken
 */

/**
 * A tile put to a front.
 * @typedef {object} Step
 * @property {Rect} rect what the tile covers
 * @property {Heading} facing from the tile's inner half to its outer half
 * @property {Front} front where the arm grows on
 * @property {boolean} forced it bends off the long side of a double
 */

const DX = [1, 0, -1, 0];
const DY = [0, 1, 0, -1];

/** @param {Heading} heading @param {number} quarters clockwise @returns {Heading} */
export function turned(heading, quarters) {
  return /** @type {Heading} */ ((heading + quarters + 4) % 4);
}

/**
 * The box between two points given by their distances along the heading and to a side of it.
 * @param {Front} front
 * @param {Heading} side
 * @param {number} along0
 * @param {number} along1
 * @param {number} aside0
 * @param {number} aside1
 * @returns {Rect}
 */
export function boxAt(front, side, along0, along1, aside0, aside1) {
  const { x, y, heading } = front;
  const xa = x + DX[heading] * along0 + DX[side] * aside0;
  const xb = x + DX[heading] * along1 + DX[side] * aside1;
  const ya = y + DY[heading] * along0 + DY[side] * aside0;
  const yb = y + DY[heading] * along1 + DY[side] * aside1;
  return { x0: Math.min(xa, xb), y0: Math.min(ya, yb), x1: Math.max(xa, xb), y1: Math.max(ya, yb) };
}

/**
 * @param {Front} front
 * @param {Heading} side
 * @param {number} along
 * @param {number} aside
 * @param {Heading} heading
 * @param {boolean} double
 * @param {boolean} [corner]
 */
function frontAt(front, side, along, aside, heading, double, corner = false) {
  return {
    x: front.x + DX[front.heading] * along + DX[side] * aside,
    y: front.y + DY[front.heading] * along + DY[side] * aside,
    heading,
    double,
    corner,
  };
}

/** Straight on: a double lies across. @param {Front} front @param {boolean} double @returns {Step} */
export function straight(front, double) {
  const { heading } = front;
  const side = turned(heading, 1);
  const long = double ? 2 : 4;
  const wide = double ? 2 : 1;
  return {
    rect: boxAt(front, side, 0, long, -wide, wide),
    facing: heading,
    front: frontAt(front, side, long, 0, heading, double),
    forced: false,
  };
}

/**
 * Round the corner: the tile lies beyond the front, turned, its inner half against it.
 * @param {Front} front
 * @param {Heading} side
 * @returns {Step}
 */
export function beyond(front, side) {
  return {
    rect: boxAt(front, side, 0, 2, -1, 3),
    facing: side,
    front: frontAt(front, side, 1, 3, side, false),
    forced: front.double,
  };
}

/**
 * Round the corner: the tile starts at the side of the outermost tile's outer half, or, where a
 * double lies across, at the double's end.
 * @param {Front} front
 * @param {Heading} side
 * @returns {Step}
 */
export function beside(front, side) {
  const from = front.double ? 2 : 1;
  return {
    rect: boxAt(front, side, -2, 0, from, from + 4),
    facing: side,
    front: frontAt(front, side, -1, from + 4, side, false),
    forced: false,
  };
}

/**
 * A double that is itself the corner: in line with the old heading, across the new one.
 * @param {Front} front
 * @param {Heading} side
 * @returns {Step}
 */
export function cornerDouble(front, side) {
  return {
    rect: boxAt(front, side, 0, 4, -1, 1),
    facing: front.heading,
    front: frontAt(front, side, 2, 1, side, true, true),
    forced: false,
  };
}

/** Whether two boxes come closer than `gap`. @param {Rect} a @param {Rect} b @param {number} gap */
export function near(a, b, gap) {
  return a.x0 - gap < b.x1 && b.x0 - gap < a.x1 && a.y0 - gap < b.y1 && b.y0 - gap < a.y1;
}

/** Whether a box lies within another. @param {Rect} rect @param {Rect} edge */
export function within(rect, edge) {
  return rect.x0 >= edge.x0 && rect.y0 >= edge.y0 && rect.x1 <= edge.x1 && rect.y1 <= edge.y1;
}
