// @ts-check
/**
 * How the table is shared out among the arms, so that none walls another in. Around a spinner the
 * shares turn like a pinwheel: each arm has the strip that it sets out on and the quarter clockwise
 * of it. Without one, arm a has what is above the first row and arm b what is below.
 */

import { GAP } from './geometry.js';

/** @import {Rect, Slot} from './types.js' */

/** Half the width of a strip in which doubles lie across. */
const STRIP = 2;

/** Half a tile's short side. */
const HALF = 1;

/**
 * @param {Partial<Rect>} edges those left out are infinitely far
 * @returns {Rect}
 */
function zone({ x0 = -Infinity, y0 = -Infinity, x1 = Infinity, y1 = Infinity }) {
  return { x0, y0, x1, y1 };
}

/**
 * Where each arm may not go while there are two.
 * @param {number} half half the lead's length along the row
 * @returns {Record<Slot, Rect[]>}
 */
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
 * @param {{northMost: number, southMost: number}} reach how far from the row arms c and d may go
 * @returns {Record<Slot, Rect[]>}
 */
export function closeCross(centre, { northMost, southMost }) {
  const past = STRIP + GAP;
  const north = -northMost - GAP;
  const south = southMost + GAP;
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
      zone({ y1: -northMost }),
    ],
    south: [
      zone({ x1: centre - HALF, y1: past }),
      zone({ y1: STRIP }),
      zone({ x0: centre + STRIP }),
      zone({ y0: southMost }),
    ],
  };
}
