/** Where the tiles of a tree are shown on the board, and which place a point means. Pure. */

/** @import { Point } from './boxes.js' */
/** @import { Lying as Laid } from './joints.js' */
/** The box of the standing tile, which is turned by the angle. @typedef {import('../../contract.js').Box & { angle: number }} Lying */
/** Where what is laid stands in the window: from a place of the layout, and how long a short side is. @typedef {{ at(point: Point): Point, unit: number }} Scale */
/** @param {{ width: number, height: number }} size @param {{ unit: number, middle: Point }} laid @returns {Scale} */
export const scaleOf = ({ width, height }, { unit, middle }) => ({
  unit,
  at: ({ x, y }) => ({
    x: width / 2 + (x - middle.x) * unit,
    y: height / 2 + (y - middle.y) * unit,
  }),
});

/** How far a standing tile is turned that goes on that way. `to`: the pips of its free end. @param {Laid} laid @param {string} tile @param {number} to */
function angleOf({ direction, isDouble }, tile, to) {
  if (isDouble) return (direction % 4) * 45;
  const isForward = tile.endsWith(`-${to}`);
  return ((direction + (isForward ? 6 : 2)) % 8) * 45;
}

/** @param {Laid} laid @param {string} tile @param {number} to @param {Scale} scale @returns {Lying} */
export function lyingOf(laid, tile, to, { at, unit }) {
  return { ...at(laid.box), width: unit, height: 2 * unit, angle: angleOf(laid, tile, to) };
}

/** The choice at which a point lies, or next to which. @param {readonly { lying: Lying }[]} choices @param {Point} point @param {number} reach @returns {number} which; -1: none */
export function nearest(choices, { x, y }, reach) {
  const far = choices.map(({ lying: { x: middle, y: height, ...box } }) => {
    const [right, down] = [x - middle, y - height];
    const turn = (-box.angle * Math.PI) / 180;
    const across = Math.abs(right * Math.cos(turn) - down * Math.sin(turn)) - box.width / 2;
    const along = Math.abs(right * Math.sin(turn) + down * Math.cos(turn)) - box.height / 2;
    const aside = Math.hypot(Math.max(0, across), Math.max(0, along));
    // Of those under the point it is the one whose middle is nearest.
    return aside > reach ? Number.POSITIVE_INFINITY : aside + Math.hypot(right, down) / 1000;
  });
  const least = Math.min(...far);
  return least === Number.POSITIVE_INFINITY ? -1 : far.indexOf(least);
}
