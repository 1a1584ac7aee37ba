/** The room for a tree: what lies where, and how much of it each end can reach. Pure. */
import { ahead, areNear, covers, sizeOf } from './boxes.js';
import { endOf } from './joints.js';

/** @import { Box } from './boxes.js' */
/** @import { Lying } from './joints.js' */

/** A tile of the room. `since`: the number of the tile with which its place was chosen. @typedef {{ box: Box, number: number, parent: number, since: number }} Held */

/** How far tiles keep away from each other that don't touch, and from the edge; in short sides, as all here. */
export const GAP = 0.2;
export const EDGE = 0.12;
/** What tiles of a foot or of a joint keep. */
const TOUCHING = 0.02;
/** The side of the squares in which tiles are looked up: those that are nearer lie in neighbouring ones. */
const SQUARE = 2.5;
/** How near to a tile the middle of another one can't lie. */
const BLOCKED = 0.5;
/** How far before an end its territory begins: the first free place. */
const STARTS = [0.7, 1.3, 1.9];
/** More territory than this is as good as this. */
const ENOUGH = 150;

export class Room {
  /** The size of the room, and what of it tiles take: the room lies wherever it holds them all. */
  #wide;
  #high;
  #taken = { left: 0, right: 0, top: 0, down: 0 };
  #right;
  #down;
  #columns;
  /** The tiles by the square in which their middle lies. @type {Held[][]} */
  #squares;
  /** A grid of points, one short side apart, with a rim that is never free. */
  #width;
  #height;
  #left;
  #top;
  #full;
  #stamps;
  #owners;
  #queue;
  #stamp = 0;

  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.#wide = width - 2 * EDGE + 1e-9;
    this.#high = height - 2 * EDGE + 1e-9;
    this.#right = width;
    this.#down = height;
    const rows = 2 * Math.ceil(this.#down / SQUARE) + 5;
    this.#columns = 2 * Math.ceil(this.#right / SQUARE) + 5;
    this.#squares = Array.from({ length: this.#columns * rows }, () => []);
    this.#width = 2 * Math.floor(width) + 3;
    this.#height = 2 * Math.floor(height) + 3;
    this.#left = (1 - this.#width) / 2;
    this.#top = (1 - this.#height) / 2;
    const points = this.#width * this.#height;
    this.#full = new Uint8Array(points);
    this.#stamps = new Int32Array(points);
    this.#owners = new Int16Array(points);
    this.#queue = new Int32Array(points);
    for (let x = 0; x < this.#width; x += 1) this.#full[x] = this.#full[points - 1 - x] = 1;
    for (let y = 0; y < this.#height; y += 1)
      this.#full[y * this.#width] = this.#full[(y + 1) * this.#width - 1] = 1;
  }

  /** @param {Box} box */
  #square({ x, y }) {
    const row = Math.round(y / SQUARE) + Math.ceil(this.#down / SQUARE) + 2;
    return row * this.#columns + Math.round(x / SQUARE) + Math.ceil(this.#right / SQUARE) + 2;
  }

  /** @param {Held} held */
  remove(held) {
    const there = this.#squares[this.#square(held.box)];
    there.splice(there.indexOf(held), 1);
  }

  /** What the tiles take of the room. */
  get taken() {
    return this.#taken;
  }

  /** What they would take with further ones. @param {readonly Box[]} boxes */
  #with(boxes) {
    let { left, right, top, down } = this.#taken;
    for (const box of boxes) {
      const { x, y } = sizeOf(box);
      left = Math.min(left, box.x - x);
      right = Math.max(right, box.x + x);
      top = Math.min(top, box.y - y);
      down = Math.max(down, box.y + y);
    }
    return { left, right, top, down };
  }

  /** Has the room hold tiles that come later. @param {readonly Box[]} boxes */
  take(boxes) {
    this.#taken = this.#with(boxes);
  }

  /** @param {Held} held */
  add(held) {
    this.take([held.box]);
    this.#squares[this.#square(held.box)].push(held);
    for (const at of this.#pointsOf(held.box)) this.#full[at] = 1;
  }

  /** Whether the room is large enough for further tiles, together. @param {readonly Box[]} boxes */
  holds(boxes) {
    const { left, right, top, down } = this.#with(boxes);
    return right - left <= this.#wide && down - top <= this.#high;
  }

  /** Whether a tile can lie there. @param {Box} box @param {number} parent what it may touch, with the other children of that; -1: nothing */
  isFree(box, parent) {
    return this.holds([box]) && this.#firstIn(box, parent, true) === Number.POSITIVE_INFINITY;
  }

  /** Since when something is in the way; infinite if nothing is. @param {Box} box @param {number} parent as above */
  firstIn(box, parent) {
    return this.holds([box]) ? this.#firstIn(box, parent, false) : Number.NEGATIVE_INFINITY;
  }

  /** @param {Box} box @param {number} parent @param {boolean} isAnyEnough */
  #firstIn(box, parent, isAnyEnough) {
    const at = this.#square(box);
    let first = Number.POSITIVE_INFINITY;
    for (let row = at - this.#columns; row <= at + this.#columns; row += this.#columns)
      for (let square = row - 1; square <= row + 1; square += 1)
        for (const other of this.#squares[square]) {
          const isKin = parent >= 0 && (other.number === parent || other.parent === parent);
          if (!areNear(box, other.box, isKin ? TOUCHING : GAP)) continue;
          if (isAnyEnough) return other.since;
          first = Math.min(first, other.since);
        }
    return first;
  }

  /** The points where no middle of another tile can lie. @param {Box} box */
  #pointsOf(box) {
    const { x, y } = sizeOf(box);
    const [left, top] = [box.x - this.#left, box.y - this.#top];
    const points = [];
    const right = Math.min(this.#width - 2, Math.floor(left + x + BLOCKED));
    const down = Math.min(this.#height - 2, Math.floor(top + y + BLOCKED));
    for (let row = Math.max(1, Math.ceil(top - y - BLOCKED)); row <= down; row += 1)
      for (let at = Math.max(1, Math.ceil(left - x - BLOCKED)); at <= right; at += 1)
        if (covers(box, at + this.#left, row + this.#top, BLOCKED))
          points.push(row * this.#width + at);
    return points;
  }

  /** @param {Lying} tile @returns {number} the point where its territory begins; -1: it has none */
  #beginOf(tile) {
    const end = endOf(tile);
    for (const far of STARTS) {
      const { x, y } = ahead(end, tile.direction, far);
      const at = Math.round(y - this.#top) * this.#width + Math.round(x - this.#left);
      if (this.#full[at] === 0 && this.#stamps[at] !== this.#stamp) return at;
    }
    return -1;
  }

  /** Marks where the room must end, since it holds what it holds. @param {number} stamp */
  #close(stamp) {
    const { left, right, top, down } = this.#taken;
    const [width, height] = [this.#width, this.#height];
    const column = (/** @type {number} */ x) =>
      Math.max(0, Math.min(width - 1, Math.round(x - this.#left)));
    const row = (/** @type {number} */ y) =>
      Math.max(0, Math.min(height - 1, Math.round(y - this.#top)));
    for (const x of [column(right - this.#wide), column(left + this.#wide)])
      for (let y = 0; y < height; y += 1) this.#stamps[y * width + x] = stamp;
    for (const y of [row(down - this.#high), row(top + this.#high)])
      this.#stamps.fill(stamp, y * width, (y + 1) * width);
  }

  /**
   * How many points each end reaches first, if all go on at the same speed.
   * @param {readonly Lying[]} ends
   * @param {readonly Box[]} more tiles that would lie there, too
   */
  territories(ends, more) {
    const [stamps, owners, full, queue] = [this.#stamps, this.#owners, this.#full, this.#queue];
    this.#stamp += 1;
    const stamp = this.#stamp;
    this.#close(stamp);
    for (const box of more) for (const at of this.#pointsOf(box)) stamps[at] = stamp;
    const sizes = ends.map(() => 0);
    let last = 0;
    const take = (/** @type {number} */ at, /** @type {number} */ owner) => {
      stamps[at] = stamp;
      owners[at] = owner;
      sizes[owner] += 1;
      queue[last] = at;
      last += 1;
    };
    ends.forEach((end, owner) => {
      const at = this.#beginOf(end);
      if (at >= 0) take(at, owner);
    });
    const width = this.#width;
    for (let first = 0; first < last; first += 1) {
      const at = queue[first];
      const owner = owners[at];
      if (sizes[owner] >= ENOUGH) continue;
      if (full[at + 1] === 0 && stamps[at + 1] !== stamp) take(at + 1, owner);
      if (full[at - 1] === 0 && stamps[at - 1] !== stamp) take(at - 1, owner);
      if (full[at + width] === 0 && stamps[at + width] !== stamp) take(at + width, owner);
      if (full[at - width] === 0 && stamps[at - width] !== stamp) take(at - width, owner);
    }
    return sizes;
  }
}
