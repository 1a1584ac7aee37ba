/**
 * A round as a board of changing size shows it. The law: as long as the round goes on and the window isn't turned, its
 * tiles keep their places among each other. The round is laid out in the room that the board had when its second tile
 * came, or a moment after the page was opened or turned. In another size, beside a banner, a panel or a sheet, the whole
 * table is moved and scaled, as by a camera. It is laid out anew when the window is turned, and when a window of another
 * size shows its tiles too small to be read.
 */
import { growingLayout } from './layout.js';

/** @import { Chain } from './chain.js' */
/** @import { Box, LaidOut, Positions, Viewport } from './layout.js' */

/** With fewer tiles than these nothing lies in a place among others. */
const TILES_LEAST = 2;

/** What stays free at the board's edge, as a part of a tile's short side. */
const RIM = 0.1;

/**
 * What the camera does with a place in the room: it is scaled, then moved.
 * @typedef {{ scale: number, x: number, y: number }} Camera
 */

/** A page that was opened or turned gives the board its size within this time, in milliseconds. */
const SETTLE_MS = 600;

/** Tiles with a shorter short side than this, in pixels, are too small, … */
const UNIT_LEAST = 24;

/** … and those on a board narrower than this than that. */
const NARROW = { width: 345, least: 18 };

/** Tiles that are too small must become so many times as large by being laid out anew. */
const GAIN_LEAST = 1.05;

/** @typedef {{ width: number, height: number }} Size */
/**
 * A round that is laid out, the room for it, since when it has a room, and the window that shows it.
 * @typedef {{ chain: Chain, room: Viewport, since: number, window: Size }} Kept
 */

/** @returns {(chain: Chain, board: Viewport, window: Size, now: number) => LaidOut} whose answers are in pixels of the board; `now` in milliseconds */
export function steadyLayout() {
  let lay = growingLayout();
  /** @type {Kept | null} */
  let kept = null;
  return (chain, board, window, now) => {
    const goesOn = kept !== null && chain.laid.length >= TILES_LEAST && isKept(kept, chain, window);
    const since = kept && goesOn ? kept.since : now;
    const room = kept && now - since >= SETTLE_MS ? kept.room : board;
    const isResized = goesOn && !isSameSize(window, kept?.window ?? window);
    const found = seen(lay(chain, room), room, board);
    kept = { chain, room, since, window };
    if (!isResized || found.positions.unit >= leastOn(board)) return found;
    const other = growingLayout();
    const anew = other(chain, board);
    if (anew.positions.unit < GAIN_LEAST * found.positions.unit) return found;
    lay = other;
    kept = { chain, room: board, since: now, window };
    return anew;
  };
}

/** The least short side of a tile on a board. @param {Size} board */
const leastOn = ({ width }) => (width < NARROW.width ? NARROW.least : UNIT_LEAST);

/** @param {Size} one @param {Size} other */
const isSameSize = (one, other) => one.width === other.width && one.height === other.height;

/** @param {Size} window */
const isUpright = ({ width, height }) => height > width;

/** Whether a round that is laid out goes on in a window that wasn't turned. @param {Kept} kept @param {Chain} chain @param {Size} window */
const isKept = (kept, chain, window) =>
  isUpright(window) === isUpright(kept.window) && isSameRound(kept.chain, chain);

/** Whether one chain is the beginning of the other. @param {Chain} one @param {Chain} other */
function isSameRound(one, other) {
  const count = Math.min(one.laid.length, other.laid.length);
  return one.laid.slice(0, count).every(({ tile, joint }, i) => {
    const also = other.laid[i];
    return tile === also.tile && joint?.arm === also.joint?.arm;
  });
}

/** A round that is laid out in a room, as a board shows it. @param {LaidOut} laid @param {Viewport} room @param {Viewport} board @returns {LaidOut} */
function seen(laid, room, board) {
  if (isSameSize(room, board)) return laid;
  const camera = cameraFor(laid.positions, room, board);
  return {
    positions: positionsBy(camera, laid.positions),
    preview: (tile, arm) => {
      const ghost = laid.preview(tile, arm);
      return ghost && boxBy(camera, ghost);
    },
  };
}

/**
 * The camera by which a board shows all tiles and ends: in the scale of the room, or of a larger board, as long as
 * they fit.
 * @param {Positions} positions
 * @param {Viewport} room
 * @param {Viewport} board
 * @returns {Camera}
 */
function cameraFor({ bounds, unit }, room, board) {
  const free = 2 * RIM * unit;
  const scale = Math.min(
    Math.max(1, Math.min(board.width / room.width, board.height / room.height)),
    board.width / (bounds.right - bounds.left + free),
    board.height / (bounds.bottom - bounds.top + free),
  );
  const rim = RIM * unit * scale;
  /** @param {number} side of the board @param {number} middle of the room @param {number} from @param {number} to */
  const moved = (side, middle, from, to) => {
    const least = rim - from * scale;
    const most = side - rim - to * scale;
    return Math.max(least, Math.min(most, side / 2 - middle * scale));
  };
  return {
    scale,
    x: moved(board.width, room.width / 2, bounds.left, bounds.right),
    y: moved(board.height, room.height / 2, bounds.top, bounds.bottom),
  };
}

/** @template {Box} B @param {Camera} camera @param {B} box @returns {B} */
function boxBy({ scale, x, y }, box) {
  return {
    ...box,
    x: x + box.x * scale,
    y: y + box.y * scale,
    width: box.width * scale,
    height: box.height * scale,
  };
}

/** @param {Camera} camera @param {Positions} positions @returns {Positions} */
function positionsBy(camera, { unit, tiles, ends, bounds }) {
  const { scale, x, y } = camera;
  return {
    unit: unit * scale,
    tiles: tiles.map((tile) => boxBy(camera, tile)),
    ends: ends.map((end) => ({ ...boxBy(camera, end), hit: boxBy(camera, end.hit) })),
    bounds: {
      left: x + bounds.left * scale,
      top: y + bounds.top * scale,
      right: x + bounds.right * scale,
      bottom: y + bounds.bottom * scale,
    },
  };
}
