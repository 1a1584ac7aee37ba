/**
 * Tiles turned by steps of 45°, measured in their short side: a tile is 2 long and 1 wide. Directions are counted
 * clockwise from 0, to the right, to 7. Pure.
 */

/** @typedef {{ x: number, y: number }} Point */
/** A tile by its middle. `axis`: the direction of its long side, 0 to 3. @typedef {Point & { axis: number, along: readonly number[] }} Box */

export const DIRECTIONS = 8;
const AXES = 4;
const STEP = Math.PI / AXES;

/** One step in each direction. @type {readonly Point[]} */
export const WAYS = Array.from({ length: DIRECTIONS }, (_, i) => ({
  x: Math.cos(i * STEP),
  y: Math.sin(i * STEP),
}));

/** @param {number} direction */
export const turned = (direction) => (direction + DIRECTIONS) % DIRECTIONS;

/** How far a tile reaches from its middle along each axis, by its own axis. */
const REACH = Array.from({ length: AXES }, (_, own) =>
  Array.from({ length: AXES }, (_, axis) => {
    const { x, y } = WAYS[turned(axis - own)];
    return Math.abs(x) + Math.abs(y) / 2;
  }),
);

/** @param {Point} middle @param {number} direction of a long side @returns {Box} */
export function boxAt({ x, y }, direction) {
  const along = [x, (x + y) * Math.SQRT1_2, y, (y - x) * Math.SQRT1_2];
  return { x, y, axis: direction % AXES, along };
}

/** Whether two tiles are nearer to each other than that, or lie over each other. @param {Box} one @param {Box} other @param {number} gap */
export function areNear(one, other, gap) {
  const [a, b] = [REACH[one.axis], REACH[other.axis]];
  for (let axis = 0; axis < AXES; axis += 1)
    if (Math.abs(one.along[axis] - other.along[axis]) >= a[axis] + b[axis] + gap) return false;
  return true;
}

/** How far a tile reaches from its middle to the right, and downwards. @param {Box} box */
export const sizeOf = ({ axis }) => ({ x: REACH[axis][0], y: REACH[axis][2] });

/** A point that far away. @param {Point} from @param {number} direction @param {number} far @returns {Point} */
export const ahead = ({ x, y }, direction, far) => ({
  x: x + WAYS[direction].x * far,
  y: y + WAYS[direction].y * far,
});

/** Whether a point lies on a tile, or nearer to it than that. @param {Box} box @param {number} x @param {number} y @param {number} gap */
export function covers({ x: middle, y: height, axis }, x, y, gap) {
  const [right, down] = [x - middle, y - height];
  const reach = REACH[axis];
  return (
    Math.abs(right) <= reach[0] + gap &&
    Math.abs(down) <= reach[2] + gap &&
    Math.abs(right + down) * Math.SQRT1_2 <= reach[1] + gap &&
    Math.abs(down - right) * Math.SQRT1_2 <= reach[3] + gap
  );
}
