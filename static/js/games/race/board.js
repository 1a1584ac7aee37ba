/** The board of Ringway, the track round it, and the names of placements. Pure. */
import { halvesOf, isDouble } from '../../tiles/pips.js';

/** @typedef {{ row: number, column: number }} Square rows and columns count from 0 */
/** @typedef {'right' | 'down' | 'left' | 'up'} Direction where the lower end of a tile lies, seen from the higher one */
/** One end of a tile on the board. @typedef {Square & { pips: number }} Half */
/** A placement by its name. `halves`: the higher end first. @typedef {{ tile: string, square: string, direction: Direction, halves: [Half, Half] }} Placed */

/** Squares in a row, and rows. */
export const SIZE = 15;

const COLUMNS = 'ABCDEFGHIJKLMNO';

/** The points on the squares, row by row (crates/rules/RULES-RINGWAY.md, Material). */
const DIAMONDS = `
5 . . 4 . . . 3 . . . 4 . . 5
. . 3 . . 4 . . . 4 . . 3 . .
. 3 . . 2 . . . . . 2 . . 3 .
4 . . 3 . 2 . . . 2 . 3 . . 4
. . 2 . 1 . 1 . 1 . 1 . 2 . .
. 4 . 2 . 1 . . . 1 . 2 . 4 .
. . . . 1 . . . . . 1 . . . .
3 . . . . . . * . . . . . . 3
. . . . 1 . . . . . 1 . . . .
. 4 . 2 . 1 . . . 1 . 2 . 4 .
. . 2 . 1 . 1 . 1 . 1 . 2 . .
4 . . 3 . 2 . . . 2 . 3 . . 4
. 3 . . 2 . . . . . 2 . . 3 .
. . 3 . . 4 . . . 4 . . 3 . .
5 . . 4 . . . 3 . . . 4 . . 5
`
  .trim()
  .split('\n')
  .map((row) => row.split(' ').map((sign) => Number(sign) || 0));

/** The numbers of the spaces of the track, from space 1 on. */
export const TRACK = [
  ...'12345602534622035416',
  ...'24550634201513444506',
  ...'35413200112363521066',
  ...'52125033506140635142',
  ...'62316562040164416630',
].map(Number);

/** How the lower end lies to the higher one. @type {Record<Direction, [rows: number, columns: number]>} */
const STEPS = { right: [0, 1], down: [1, 0], left: [0, -1], up: [-1, 0] };

/** The directions, in the order in which the rules go through them. */
export const DIRECTIONS = /** @type {Direction[]} */ (Object.keys(STEPS));

/** The square that the first tile covers. @type {Square} */
export const STAR = { row: 7, column: 7 };

/** The points of a square; 0 if it is no diamond. @param {Square} square */
export const diamondAt = ({ row, column }) => DIAMONDS[row]?.[column] ?? 0;

/** The name of a square, such as "8H". @param {Square} square */
export const squareName = ({ row, column }) => `${row + 1}${COLUMNS[column]}`;

/** The square of a name. @param {string} name @returns {Square} */
export const squareOf = (name) => ({
  row: Number.parseInt(name, 10) - 1,
  column: COLUMNS.indexOf(name.slice(-1)),
});

/** @param {Square} one @param {Square} other */
export const isSameSquare = (one, other) => one.row === other.row && one.column === other.column;

/** The square beside one. @param {Square} square @param {Direction} direction @returns {Square} */
export function beside({ row, column }, direction) {
  const [rows, columns] = STEPS[direction];
  return { row: row + rows, column: column + columns };
}

/** Whether two squares have a side in common. @param {Square} one @param {Square} other */
const touches = (one, other) =>
  Math.abs(one.row - other.row) + Math.abs(one.column - other.column) === 1;

/** What a placement is. @param {string} name such as "6-4 on 8H left" @returns {Placed} */
export function placedOf(name) {
  const [tile, , square, way] = name.split(' ');
  const direction = /** @type {Direction} */ (way);
  const [high, low] = halvesOf(tile);
  const first = squareOf(square);
  return {
    tile,
    square,
    direction,
    halves: [
      { ...first, pips: high },
      { ...beside(first, direction), pips: low },
    ],
  };
}

/** The name of the place of a tile whose higher end lies on one square and whose lower one on another, such as "8H left". @param {string} tile @param {Square} high @param {Square} low */
export function placeName(tile, high, low) {
  const [first, second] =
    isDouble(tile) && (low.row < high.row || low.column < high.column) ? [low, high] : [high, low];
  const direction = DIRECTIONS.find((way) => isSameSquare(beside(first, way), second));
  return `${squareName(first)} ${direction}`;
}

/** The name of a placement. @param {string} tile @param {string} place such as "8H left" */
export const placementName = (tile, place) => `${tile} on ${place}`;

/** The place of a placement without its tile. @param {string} name */
export const placeOf = (name) => name.split(' ').slice(2).join(' ');

/** The halves of the double that was placed last at which the next tile may go on. @param {readonly string[]} board placements in order @param {'far_end' | 'either_end'} after */
export function openHalves(board, after) {
  const last = board.at(-1);
  if (last === undefined) return [];
  const { halves } = placedOf(last);
  if (after === 'either_end') return halves;
  const before = board.slice(0, -1).flatMap((name) => placedOf(name).halves);
  return halves.filter((half) => !before.some((other) => touches(half, other)));
}

/** The number on which a piece stands; null off the track. @param {number} points */
export const numberOn = (points) => (points > 0 ? TRACK[(points - 1) % TRACK.length] : null);
