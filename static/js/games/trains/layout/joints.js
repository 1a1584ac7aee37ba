/** How a tile can lie on another one: straight on, turned, as a toe of a double, or as an arm of the hub. Pure. */
import { ahead, boxAt, turned } from './boxes.js';

/** @import { Box, Point } from './boxes.js' */

/** A tile as it lies, and the direction in which it goes on. @typedef {{ box: Box, direction: number, isDouble: boolean }} Lying */
/** A double that can be laid, with its toes. `cost`: what its looks cost, in the measure of `tree.js`. @typedef {{ double: Lying, toes: Lying[], cost: number }} Foot */

/** Between tiles that touch. */
export const JOINT = 0.06;
/** How far the corner of a short side lies from its middle, along the direction that halves the angle. */
const CORNER = Math.SQRT1_2 / 2;
/** How far toes lie beside each other that go the same way: so that tiles that follow them keep their distance. */
const BESIDE = 1.27;
/** How far from the middle of a hub with six or eight arms they begin: so that neighbours don't touch. */
const HUB = 1.3;

/** @param {Point} middle @param {number} direction @param {boolean} isDouble @returns {Lying} */
export const lying = (middle, direction, isDouble) => ({
  box: boxAt(middle, isDouble ? direction + 2 : direction),
  direction,
  isDouble,
});

/** The middle of the side on which a tile goes on. @param {Lying} tile @returns {Point} */
export const endOf = ({ box, direction, isDouble }) => ahead(box, direction, isDouble ? 0.5 : 1);

/** How a tile may be turned that follows another one, in steps of 45°; the best first. */
export const TURNS = [0, -1, 1, -2, 2];

/** A tile that follows one that is no double. @param {Lying} tile @param {number} turn @param {boolean} isDouble @returns {Lying} */
export function following(tile, turn, isDouble) {
  const { direction } = tile;
  const end = endOf(tile);
  const next = turned(direction + turn);
  const half = isDouble ? 0.5 : 1;
  if (turn === 0) return lying(ahead(end, direction, half + JOINT), next, isDouble);
  if (Math.abs(turn) === 1) {
    const corner = ahead(end, direction, (isDouble ? 0.5 : CORNER) + JOINT);
    return lying(ahead(corner, next, half), next, isDouble);
  }
  // Of a double the short side touches, of another tile its near half.
  if (isDouble) return lying(ahead(end, direction, 1 + JOINT), next, true);
  return lying(ahead(ahead(end, direction, 0.5 + JOINT), next, 0.5), next, false);
}

/** How a toe lies: in the middle, and on each side turned by 45°, by 90°, or beside the middle one. @typedef {0 | -1 | 1 | -2 | 2 | -3 | 3} Toe */

/** The toes of a foot, the best first. @type {readonly (readonly Toe[])[]} */
export const FEET = [
  [0, -1, 1],
  [0, -2, 1],
  [0, -1, 2],
  [0, -2, 2],
  [0, -3, 1],
  [0, -1, 3],
  [0, -3, 2],
  [0, -2, 3],
  [0, -3, 3],
];

/** @param {Lying} double @param {Toe} how @returns {Lying} */
export function toe({ box, direction }, how) {
  const next = turned(direction + how);
  const side = turned(direction + 2 * Math.sign(how));
  const before = ahead(box, direction, 1.5 + JOINT);
  if (how === 0) return lying(before, direction, false);
  if (Math.abs(how) === 3) return lying(ahead(before, side, BESIDE), direction, false);
  if (Math.abs(how) === 2) return lying(ahead(box, side, 2 + JOINT), next, false);
  // Its short side stands on the corner of the double, as near to the middle toe as can be.
  const corner = ahead(ahead(box, direction, 1 - CORNER + JOINT), side, 0.5 + CORNER + JOINT);
  return lying(ahead(corner, next, 1), next, false);
}

/** The directions of the arms, in the order of play. */
const ARMS = { four: [0, 4, 2, 6], all: [0, 4, 2, 6, 1, 5, 3, 7] };

/** The arms of a hub that lies across. @param {number} count 4, 6 or 8 @param {boolean} isHigh whether there is more room above it than beside it @returns {Lying[]} */
export function armsOf(count, isHigh) {
  const ways =
    count === 6 ? [...(isHigh ? [2, 6] : [0, 4]), 1, 5, 3, 7] : count === 8 ? ARMS.all : ARMS.four;
  return ways.map((direction) => {
    const from = count > 4 ? HUB : (direction % 4 === 0 ? 1 : 0.5) + JOINT;
    return lying(ahead({ x: 0, y: 0 }, direction, from + 1), direction, false);
  });
}
