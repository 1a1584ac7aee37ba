/**
 * What of the table is still free: the edge, the zones kept for other arms, the tiles that lie,
 * and the places promised to the next tile of each other arm.
 */
import { SLOTS } from './chain.js';
import { boxAt, GAP, near, turned, within } from './geometry.js';

/** @import {Front, Rect} from './geometry.js' */
/** @import {Slot} from './chain.js' */

/** A run looked at for a new lane must have room for at least a tile and a corner. */
const LANE_LEAST = 6;

/** Farther than any arm can reach: the 55 tiles of double-nine, of four half tiles each. */
const FAR = 256;

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

  /** What the tiles cover, and the places for the next ones. @param {boolean} [withPromised] @returns {Rect} */
  extent(withPromised = false) {
    const lists = withPromised ? [this.laid, ...Object.values(this.promised)] : [this.laid];
    const all = { ...this.laid[0] };
    for (const list of lists) {
      for (const { x0, y0, x1, y1 } of list) {
        if (x0 < all.x0) all.x0 = x0;
        if (y0 < all.y0) all.y0 = y0;
        if (x1 > all.x1) all.x1 = x1;
        if (y1 > all.y1) all.y1 = y1;
      }
    }
    return all;
  }

  /**
   * Whether an arm's tile may lie here.
   * @param {Slot} slot
   * @param {Rect} rect
   * @param {Rect} joined the tile it is joined to, the only one it may touch
   */
  free(slot, rect, joined) {
    if (!this.#open(slot, rect)) return false;
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
    const wide = boxAt(front, side, 0, length, -2, 2);
    if (!this.#open(slot, wide)) return false;
    for (const tile of this.laid) if (!corner.includes(tile) && near(wide, tile, GAP)) return false;
    return true;
  }

  /** Whether an arm may cover a box, whatever lies there. @param {Slot} slot @param {Rect} rect */
  #open(slot, rect) {
    if (!within(rect, this.edge)) return false;
    for (const zone of this.closed[slot]) if (near(rect, zone, 0)) return false;
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

/*
 * The zones share the table out among the arms, so that none walls another in. Around a spinner the
 * shares turn like a pinwheel: each arm has the strip in which it starts and the quarter clockwise
 * of it. Without a spinner, arm a has the part above the first row and arm b the part below.
 */

/** Half the width of a strip in which doubles lie across. */
const STRIP = 2;

/** Half a tile's short side. */
const HALF = 1;

/** @param {Partial<Rect>} edges those left out are infinitely far */
function zone({ x0 = -Infinity, y0 = -Infinity, x1 = Infinity, y1 = Infinity }) {
  return { x0, y0, x1, y1 };
}

/** Where two arms may not go, by half the lead's length. @param {number} half @returns {Record<Slot, Rect[]>} */
export function closeLine(half) {
  const past = STRIP + GAP;
  return {
    west: [zone({ x0: -half, y0: -past }), zone({ y0: STRIP })],
    east: [zone({ x1: half, y1: past }), zone({ y1: -STRIP })],
    north: [],
    south: [],
  };
}

/**
 * Where each arm may not go around a spinner.
 * @param {number} centre of the spinner, along the row
 * @param {number} reach how far from the row arms c and d may go
 * @returns {Record<Slot, Rect[]>}
 */
export function closeCross(centre, reach) {
  const past = STRIP + GAP;
  const north = -reach - GAP;
  const south = reach + GAP;
  return {
    west: [
      zone({ x0: centre - past, y0: north, y1: -HALF }),
      zone({ x0: centre - HALF, y0: north }),
      zone({ y0: STRIP }),
    ],
    east: [
      zone({ x1: centre + past, y0: HALF, y1: south }),
      zone({ x1: centre + HALF, y1: south }),
      zone({ y1: -STRIP }),
    ],
    north: [
      zone({ x0: centre + HALF, y0: -past }),
      zone({ y0: -STRIP }),
      zone({ x1: centre - STRIP }),
      zone({ y1: -reach }),
    ],
    south: [
      zone({ x1: centre - HALF, y1: past }),
      zone({ y1: STRIP }),
      zone({ x0: centre + STRIP }),
      zone({ y0: reach }),
    ],
  };
}
