// @ts-check
/**
 * What of the table is still free: the edge, the zones kept for other arms, the tiles that lie,
 * and the places promised to the next tile of each other arm.
 */

import { boxAt, GAP, near, turned } from './geometry.js';

/** @import {Front} from './geometry.js' */
/** @import {Rect, Slot} from './types.js' */

const SLOTS = /** @type {const} */ (['west', 'east', 'north', 'south']);

/** A run looked at for a new lane must have room for at least a tile and a corner. */
const LANE_LEAST = 6;

/** Farther than any arm can reach: 28 tiles of four half tiles. */
const FAR = 128;

/** The table's surface. */
export class Ground {
  /** @param {Rect} edge */
  constructor(edge) {
    this.edge = edge;
    /** Tiles that lie, in the order in which they were put down. @type {Rect[]} */
    this.laid = [];
    /** Where an arm may not go. @type {Record<Slot, Rect[]>} */
    this.closed = { west: [], east: [], north: [], south: [] };
    /** Places kept for the next tile of an arm. @type {Record<Slot, Rect[]>} */
    this.promised = { west: [], east: [], north: [], south: [] };
  }

  /**
   * Whether an arm's tile may lie here.
   * @param {Slot} slot
   * @param {Rect} rect
   * @param {Rect} joined the tile it is joined to, the only one it may touch
   */
  free(slot, rect, joined) {
    const { edge } = this;
    if (rect.x0 < edge.x0 || rect.y0 < edge.y0 || rect.x1 > edge.x1 || rect.y1 > edge.y1) {
      return false;
    }
    for (const zone of this.closed[slot]) if (near(rect, zone, 0)) return false;
    for (const tile of this.laid) if (tile !== joined && near(rect, tile, GAP)) return false;
    for (const other of SLOTS) {
      if (other === slot) continue;
      for (const kept of this.promised[other]) if (near(rect, kept, GAP)) return false;
    }
    return true;
  }

  /**
   * Whether a lane that starts at a front would be free for any tiles, doubles across it included,
   * all the way to where it must end.
   * @param {Slot} slot
   * @param {Front} front
   * @param {Rect[]} corner tiles of the corner itself, which are always near
   */
  lane(slot, front, corner) {
    const side = turned(front.heading, 1);
    const strip = boxAt(front, side, 0, FAR, -1, 1);
    const length = this.#reach(slot, front, strip, corner);
    if (length < LANE_LEAST) return false;
    const { edge } = this;
    const wide = boxAt(front, side, 0, length, -2, 2);
    if (wide.x0 < edge.x0 || wide.y0 < edge.y0 || wide.x1 > edge.x1 || wide.y1 > edge.y1) {
      return false;
    }
    for (const zone of this.closed[slot]) if (near(wide, zone, 0)) return false;
    for (const tile of this.laid) {
      if (!corner.includes(tile) && near(wide, tile, GAP)) return false;
    }
    return true;
  }

  /**
   * How far a strip ahead of a front is free.
   * @param {Slot} slot
   * @param {Front} front
   * @param {Rect} strip
   * @param {Rect[]} corner
   */
  #reach(slot, front, strip, corner) {
    const { edge } = this;
    const ahead = (/** @type {Rect} */ r) =>
      [r.x0 - front.x, r.y0 - front.y, front.x - r.x1, front.y - r.y1][front.heading];
    let reach = [edge.x1 - front.x, edge.y1 - front.y, front.x - edge.x0, front.y - edge.y0][
      front.heading
    ];
    for (const zone of this.closed[slot]) {
      if (near(strip, zone, 0)) reach = Math.min(reach, ahead(zone));
    }
    for (const tile of this.laid) {
      if (!corner.includes(tile) && near(strip, tile, GAP)) {
        reach = Math.min(reach, ahead(tile) - GAP);
      }
    }
    return reach;
  }
}
