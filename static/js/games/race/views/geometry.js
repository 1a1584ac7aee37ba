/**
 * Where all of the board lies, in tenths of a square: 15 × 15 squares, and round them the track. Which placement a point, an
 * arrow key or a turn leads to. Pure.
 */

/** @import { Box } from '../../contract.js' */

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ row: number, column: number }} Square from 0 */
/** @typedef {Box & { angle: number }} Lying a tile's box, and how far it is turned */

/** Squares in a row, and a square's side. */
export const SQUARES = 15;
export const SQUARE = 10;
/** How deep the track is. */
export const DEPTH = 8;
/** The side of the whole: the corners of the track are squares of their own. */
export const SIDE = SQUARES * SQUARE + 2 * DEPTH;
/** Spaces in a lap, and between two corners. */
export const SPACES = 100;
const BETWEEN = 24;
const PITCH = (SQUARES * SQUARE) / BETWEEN;

/** @param {Square} square @returns {Box} */
export const squareBox = ({ row, column }) => ({
  x: DEPTH + (column + 0.5) * SQUARE,
  y: DEPTH + (row + 0.5) * SQUARE,
  width: SQUARE,
  height: SQUARE,
});

/** The box of a tile, by the square of its first half and that of its second. @param {readonly Square[]} squares @returns {Lying} */
export function tileBox([first, second]) {
  const [one, other] = [squareBox(first), squareBox(second)];
  const lies = first.row === second.row;
  return {
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
    width: lies ? 2 * SQUARE : SQUARE,
    height: lies ? SQUARE : 2 * SQUARE,
    angle: angleTo(first, second),
  };
}

/** How far a standing tile is turned clockwise whose second half lies there. @param {Square} first @param {Square} second */
function angleTo(first, second) {
  if (first.row !== second.row) return second.row > first.row ? 0 : 180;
  return second.column > first.column ? 270 : 90;
}

/** The box of a space of the track, which begins in the lower left corner: the corner itself is space 100. @param {number} space @returns {Box} */
export function spaceBox(space) {
  const [edge, along] = [Math.floor((space % SPACES) / 25), space % 25];
  const isCorner = along === 0;
  const from = isCorner ? DEPTH / 2 : DEPTH + (along - 0.5) * PITCH;
  const [near, far] = [DEPTH / 2, SIDE - DEPTH / 2];
  const long = isCorner ? DEPTH : PITCH;
  const flat = { width: long, height: DEPTH };
  const upright = { width: DEPTH, height: long };
  return [
    { x: from, y: far, ...flat },
    { x: far, y: SIDE - from, ...upright },
    { x: SIDE - from, y: near, ...flat },
    { x: near, y: from, ...upright },
  ][edge];
}

/** How far pieces on one space stand from its middle, by their count. */
const TOGETHER = [
  [],
  [[0, 0]],
  [
    [-2.9, 0],
    [2.9, 0],
  ],
  [
    [-2.9, -2.6],
    [2.9, -2.6],
    [0, 2.6],
  ],
  [
    [-2.9, -2.9],
    [2.9, -2.9],
    [-2.9, 2.9],
    [2.9, 2.9],
  ],
];

/** How far from the edge of the whole a piece stands at least. */
const INSIDE = 3.2;

/** Where a piece stands. @param {number} space @param {number} at which of the pieces there @param {number} count how many those are @returns {Point} */
export function standAt(space, at, count) {
  const { x, y, width, height } = spaceBox(space);
  // Two stand across the track: their neighbours are in the way along it.
  const isAcross = width >= height && count === 2;
  const all = TOGETHER[count].map(([along, across]) =>
    isAcross ? { x: x + across, y: y + along } : { x: x + along, y: y + across },
  );
  const shift = (/** @type {'x' | 'y'} */ on) => {
    const places = all.map((one) => one[on]);
    const low = Math.max(0, INSIDE - Math.min(...places));
    return low - Math.max(0, Math.max(...places) - (SIDE - INSIDE));
  };
  return { x: all[at].x + shift('x'), y: all[at].y + shift('y') };
}

/** The point of a board, whose upper left corner and size in the window are known. @param {Point} on @param {{ left: number, top: number, width: number }} rect @returns {Point} */
export const pointIn = ({ x, y }, { left, top, width }) => ({
  x: ((x - left) / width) * SIDE,
  y: ((y - top) / width) * SIDE,
});

/** @param {Point} one @param {Point} other */
const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** How far from a tile's box a point may lie that means it: half a square. */
const REACH = SQUARE / 2;

/**
 * The tile's place that a point means: of those under it or beside it, the one whose middle is nearest.
 * @param {readonly Box[]} places
 * @param {Point} point
 * @returns {number} which; -1 if the point lies on none
 */
export function nearest(places, point) {
  const near = places.map((box) => {
    const dx = Math.abs(point.x - box.x) - box.width / 2;
    const dy = Math.abs(point.y - box.y) - box.height / 2;
    return Math.max(dx, dy) <= REACH ? apart(box, point) : Number.POSITIVE_INFINITY;
  });
  const least = Math.min(...near);
  return least === Number.POSITIVE_INFINITY ? -1 : near.indexOf(least);
}

/** The way of each arrow key. @type {Readonly<Record<string, Point>>} */
export const WAYS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * The next place that way: one that lies aside counts as further away.
 * @param {readonly Box[]} places
 * @param {number} from
 * @param {Point} way
 * @returns {number} `from` itself where there is none
 */
export function nextPlace(places, from, way) {
  const here = places[from];
  const far = places.map(({ x, y }) => {
    const [dx, dy] = [x - here.x, y - here.y];
    const along = dx * way.x + dy * way.y;
    return along > 0 ? along + 2 * Math.abs(dx * way.y - dy * way.x) : Number.POSITIVE_INFINITY;
  });
  const least = Math.min(...far);
  return least === Number.POSITIVE_INFINITY ? from : far.indexOf(least);
}

/** @param {Square} one @param {Square} other */
const isSame = (one, other) => one.row === other.row && one.column === other.column;

/**
 * The place to which a tile is turned: the next one clockwise that covers the same square.
 * @param {readonly { squares: readonly Square[] }[]} places
 * @param {number} from
 * @param {Square} round the square
 * @returns {number} `from` itself where there is no other
 */
export function turned(places, from, round) {
  const about = places.flatMap(({ squares }, at) => {
    const on = squares.findIndex((square) => isSame(square, round));
    return on < 0 ? [] : [{ at, order: angleTo(round, squares[1 - on]) + on }];
  });
  about.sort((one, other) => one.order - other.order);
  const now = about.findIndex(({ at }) => at === from);
  return about[(now + 1) % about.length]?.at ?? from;
}

/** The square of a tile that a point means. @param {readonly Square[]} squares @param {Point} point */
export function squareAt(squares, point) {
  const [one, other] = squares;
  return apart(squareBox(one), point) <= apart(squareBox(other), point) ? one : other;
}
