/** How the tiles of a hand stand in the room that there is for them. Pure. */

/** Between two tiles of the hand, in pixels; in several rows, at least. */
const HAND_GAP = 6;
/** A tile and the gap beside it are at least as wide as a finger, where there is room, in pixels. */
const HAND_TARGET = 44;
/** A single row is given up for two below this width, of more tiles sooner: two rows are for fingers. */
const HAND_MANY = 9;
const HAND_TILE_MIN = 32;
/** Rows are added until tiles are at least this wide. */
const HAND_TILE_FLOOR = 26;
/** The widest tile of a hand in one row, and the largest part of the window's height. */
const HAND_TILE_MAX = 64;
const HAND_SHARE = 0.07;
/** A window's height makes tiles no smaller than this. */
const HAND_TILE_SURE = 40;
/** The part of a window's height that the board leaves to all else, and what of it isn't for tiles in rows. */
const DOCK_SHARE = 0.65;
const TABLE_REST = 272;
/** What of a window's height isn't for tiles in rows where the hand stands beside the board. */
const DOCK_REST = 180;

/** A hand beside the board takes no height from it. @param {number} width @param {{ width: number }} window */
const isBeside = (width, window) => width < window.width / 2;

/**
 * How a hand of `count` tiles stands in `width` pixels: in as few rows as leave a tile wide
 * enough to be touched.
 * @param {number} count
 * @param {number} width
 * @param {{ width: number, height: number }} window what the hand takes of it, the board lacks
 * @returns {{ columns: number, tile: number, gap: number }} tiles in a row, a tile's width and the
 *   distance between two, in pixels
 */
export function handGrid(count, width, window) {
  const beside = isBeside(width, window);
  const wanted = beside ? HAND_TILE_MAX : Math.floor(window.height * HAND_SHARE);
  const widest = Math.max(HAND_TILE_SURE, Math.min(HAND_TILE_MAX, wanted));
  for (let rows = 1; ; rows += 1) {
    const columns = Math.max(1, Math.ceil(count / rows));
    const tile = Math.floor((width + HAND_GAP) / columns - HAND_GAP);
    const least = rows === 1 ? leastInOne(count, beside) : HAND_TILE_FLOOR;
    if (tile < least && columns > 1) continue;
    if (rows === 1) return { columns, tile: Math.max(16, Math.min(tile, widest)), gap: HAND_GAP };
    return { columns, ...inRows(rows, columns, width, window) };
  }
}

/**
 * How wide a tile is at least in a single row, in pixels. Beside the board there is height for two rows.
 * @param {number} count
 * @param {boolean} beside
 */
function leastInOne(count, beside) {
  if (beside) return HAND_TARGET;
  return count > HAND_MANY ? HAND_TARGET - HAND_GAP : HAND_TILE_MIN;
}

/**
 * In several rows, tiles are as large as the window's height allows, and as far apart as makes them
 * easy to touch: what lies between two tiles belongs to them.
 * @param {number} rows
 * @param {number} columns
 * @param {number} width
 * @param {{ width: number, height: number }} window
 */
function inRows(rows, columns, width, window) {
  const beside = isBeside(width, window);
  const room = beside ? window.height - DOCK_REST : window.height * DOCK_SHARE - TABLE_REST;
  const high = Math.floor(room / rows / 2);
  const widest = beside ? HAND_TILE_MAX : HAND_TARGET - HAND_GAP;
  const most = Math.max(HAND_TILE_FLOOR, Math.min(widest, high));
  const tile = Math.max(16, Math.min(Math.floor((width + HAND_GAP) / columns - HAND_GAP), most));
  const between = Math.floor((width - columns * tile) / Math.max(1, columns - 1));
  return { tile, gap: Math.max(HAND_GAP, Math.min(HAND_TARGET - tile, between)) };
}
