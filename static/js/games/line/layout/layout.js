/**
 * `layout(chain, viewport)`: where each tile of a round lies and where the next may be dropped.
 * Pure. It replays the round: a tile that lies keeps its place among the others as more come. A line
 * that reaches the edge stays straight as long as smaller tiles make room for it and are no smaller
 * than `straightLeast`; then its ends bend, and what lies stays. A table whose next tile finds no room
 * gets more ground by smaller tiles, which lie as before; only where that is of no help it is laid out
 * anew. A table that has grown to one side is moved back into the middle as a whole. `camera.js` shows
 * a round in viewports of other sizes. Lengths on the outside are CSS pixels; inside, everything is
 * measured in half a tile's short side, so that every edge is a whole number: a tile is 4 long and 2
 * wide.
 */
import { linesOf, pieceOf, readChain, SLOT_OF_ARM, SLOTS } from './chain.js';
import { near, turned } from './geometry.js';
import { plansFor, RIM, resized, TRIED, TRIED_MORE, unitsFor } from './plan.js';
import { Table } from './table.js';

/** @import { Chain, ReadChain, Round } from './chain.js' */
/** @import { Heading, Rect } from './geometry.js' */
/** @import { Plan } from './plan.js' */
/** @import { Lying } from './table.js' */

/** The least side of a drop target where the viewport names none, pixels (WCAG 2.2, 2.5.8). */
const TARGET_LEAST = 24;

/** How far a target may grow beyond the tile's own box, half tiles: half the gap between tiles. */
const GROWTH = 0.5;

/** A table whose middle is farther from the viewport's than this, in short sides of a tile, is moved there. */
const OFF_CENTRE = 2;

/** By heading: how far a standing tile is turned for its top to point there. */
const ANGLES = [90, 180, 270, 0];

/** @param {Table} table @param {Chain} chain @param {Viewport} viewport @returns {Positions} */
function positionsOf(table, chain, viewport) {
  const tiles = chain.laid.map(({ tile }, index) =>
    positionOf(table.plan, table.lying[index], index, tile),
  );
  const ends = chain.ends.flatMap(({ arm, pips }) => target(table, arm, pips, viewport) ?? []);
  return { unit: table.plan.unit, tiles, ends, bounds: boundsOf(table.plan, [...tiles, ...ends]) };
}

/** @param {Plan} plan @param {Rect} rect @returns {Box} */
function boxOf({ unit, upright, x, y }, { x0, y0, x1, y1 }) {
  const half = unit / 2;
  const [cx, cy] = [((x0 + x1) / 2) * half, ((y0 + y1) / 2) * half];
  const [width, height] = [(x1 - x0) * half, (y1 - y0) * half];
  return upright
    ? { x: x - cy, y: y + cx, width: height, height: width }
    : { x: x + cx, y: y + cy, width, height };
}

/**
 * The plan of a table by which it lies in the middle of the viewport; the same as before while it
 * isn't far from there and inside.
 * @param {Table} table
 * @param {Viewport} viewport
 * @returns {Plan}
 */
function centred({ plan, ground }, { width, height }) {
  const { left, top, right, bottom } = boundsOf(plan, [boxOf(plan, ground.extent(true))]);
  const x = (width - left - right) / 2;
  const y = (height - top - bottom) / 2;
  const free = Math.min(left, top, width - right, height - bottom);
  if (free >= RIM * plan.unit && Math.max(Math.abs(x), Math.abs(y)) <= OFF_CENTRE * plan.unit)
    return plan;
  return { ...plan, x: plan.x + x, y: plan.y + y };
}

/** @param {Plan} plan @param {Lying} lying @param {number} index @param {string} tile @returns {Position} */
function positionOf(plan, lying, index, tile) {
  const [first, second] = tile.split('-').map(Number);
  const heading = /** @type {Heading} */ (turned(lying.first, plan.upright ? 1 : 0));
  const angle = first === second ? ANGLES[heading] % 180 : ANGLES[heading];
  return { index, tile, ...boxOf(plan, lying.rect), angle, first, second };
}

/** @param {Table} table @param {string} arm @param {number} pips @param {Viewport} viewport */
function target(table, arm, pips, viewport) {
  const { minTarget = TARGET_LEAST } = viewport;
  const slot = SLOT_OF_ARM[arm];
  const kept = table.promised[slot];
  const walker = table.walkers[slot];
  if (kept === undefined || walker === undefined) return null;
  const { rect } = kept.single.step;
  const box = boxOf(table.plan, rect);
  const half = table.plan.unit / 2;
  const wanted = minTarget / half;
  const grow = Math.min(GROWTH, Math.max(0, (wanted - 2) / 2));
  const grown = growAway(rect, walker.joined, grow);
  return {
    arm,
    pips,
    ...box,
    angle: box.width < box.height ? 0 : 90,
    hit: clipped(boxOf(table.plan, grown), viewport),
  };
}

/** The part of a box that lies in the viewport. @param {Box} box @param {Viewport} viewport @returns {Box} */
function clipped(box, { width, height }) {
  const [x0, y0] = [Math.max(0, box.x - box.width / 2), Math.max(0, box.y - box.height / 2)];
  const x1 = Math.min(width, box.x + box.width / 2);
  const y1 = Math.min(height, box.y + box.height / 2);
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, width: x1 - x0, height: y1 - y0 };
}

/**
 * Grows a box on every side but those where it would cover its neighbour.
 * @param {Rect} rect
 * @param {Rect} neighbour
 * @param {number} by
 */
function growAway(rect, neighbour, by) {
  let grown = rect;
  for (const wider of [
    { x0: rect.x0 - by },
    { y0: rect.y0 - by },
    { x1: rect.x1 + by },
    { y1: rect.y1 + by },
  ]) {
    const tried = { ...grown, ...wider };
    if (!near(tried, neighbour, 0)) grown = tried;
  }
  return grown;
}

/** @param {Plan} plan @param {readonly Box[]} boxes none on an empty table, whose bounds are its middle */
function boundsOf({ x, y }, boxes) {
  const all = boxes.length > 0 ? boxes : [{ x, y, width: 0, height: 0 }];
  return {
    left: Math.min(...all.map((box) => box.x - box.width / 2)),
    top: Math.min(...all.map((box) => box.y - box.height / 2)),
    right: Math.max(...all.map((box) => box.x + box.width / 2)),
    bottom: Math.max(...all.map((box) => box.y + box.height / 2)),
  };
}

/**
 * The room there is, in pixels.
 * @typedef {object} Viewport
 * @property {number} width
 * @property {number} height
 * @property {number} [maxTile] largest short side of a tile
 * @property {number} [minTarget] smallest side that a drop target should have
 */

/** A box by its centre, in pixels. @typedef {{ x: number, y: number, width: number, height: number }} Box */

/**
 * Where a tile lies: the box that it covers, and how it is drawn.
 * @typedef {object} Drawing
 * @property {number} index its place in `chain.laid`
 * @property {string} tile such as "6-4"
 * @property {number} angle 0, 90, 180 or 270: how far a standing tile with its first half on top
 *   is turned clockwise
 * @property {number} first pips of the half that is drawn first (the higher)
 * @property {number} second pips of the other half
 * @typedef {Box & Drawing} Position
 */

/**
 * Where a further tile may be dropped: the box that a tile laid here covers.
 * @typedef {object} DropEnd
 * @property {string} arm "a" to "d"
 * @property {number} pips what a tile must have to fit
 * @property {number} angle 0 when a tile laid here stands, 90 when it lies
 * @property {Box} hit the box that takes the pointer: at least `minTarget` a side where there is
 *   room, never over a tile or another target
 * @typedef {Box & DropEnd} Target
 */

/**
 * What the layout answers, in pixels.
 * @typedef {object} Positions
 * @property {number} unit the short side of a tile
 * @property {Position[]} tiles in order of play
 * @property {Target[]} ends in the order of `chain.ends`
 * @property {{ left: number, top: number, right: number, bottom: number }} bounds of all tiles and
 *   targets
 */

/** For how many tiles the first plan of a round has room: most rounds end with fewer. */
const ROOM_FIRST = 16;

/** How many further tiles each arm has room for in any plan, as long as so many are left. */
const SLACK_LEAST = 4;

/** With fewer tiles than these on it, a table is laid out around its centre. */
const OPENING = 5;

/** With so few tiles left, little room has to be kept for them: tiles smaller than this, in pixels, may grow again. */
const LATE = 3;
const UNIT_SMALL = 24;

/** How many smaller sizes are tried for a table that is to keep its shape, and larger ones for a new one. */
const WIDER_TRIED = 3;
const LARGER_TRIED = 2;

/** The bounds of how small tiles become for a line to stay straight, short sides in pixels. */
const STRAIGHT = { least: 32, most: 40 };

/** A square as large as the viewport has at most so many short sides of a tile on its side … */
const SIDE_TILES = 28;

/** … and so many for a table to keep its shape by smaller tiles. */
const SIDE_TILES_KEPT = 12;

/** A line stays straight by smaller tiles only in a viewport with room for so many of the smallest on end. */
const STRAIGHT_TILES = 12;

/** A chain that finds room only with tiles smaller than this part of their size is looked at once more. */
const LOSS_MOST = 0.75;

/**
 * Lays out a round. Never fails for a legal chain and a viewport of any size, though below
 * 160 pixels a side tiles may lie outside it.
 * @param {Chain} chain
 * @param {Viewport} viewport
 * @returns {Positions} for an empty chain no tile, and the unit that the lead will have
 */
export function layout(chain, viewport) {
  return lay(chain, viewport).positions;
}

/**
 * A round laid out, to be asked where a further tile would lie: `preview` as the function of that
 * name, for every arm that is open.
 * @typedef {{ positions: Positions, preview: (tile: string, arm: string) => Position | null }} LaidOut
 */

/** @param {Chain} chain @param {Viewport} viewport @returns {LaidOut} */
function lay(chain, viewport) {
  return laidOut(replay(readChain(chain), viewport), chain, viewport);
}

/**
 * Lays out a round that grows: goes on from where it was when only tiles were added, so that a
 * further tile costs next to nothing, and so does going back to fewer. The answers are those of
 * `layout`; the last is good until the next question.
 * @returns {(chain: Chain, viewport: Viewport) => LaidOut}
 */
export function growingLayout() {
  /** @type {Kept | null} */
  let kept = null;
  return (chain, viewport) => {
    const round = readChain(chain);
    const count = round.pieces.length;
    const from = kept && isSameRound(kept, round, viewport) ? kept : null;
    if (from && count < from.pieces.length) return laidOut(from.stills[count], chain, viewport);
    // A table that is grown and fails is spoilt.
    kept = null;
    /** @type {Table[]} */
    const stills = from?.stills ?? [];
    const table = replay(round, viewport, from, (count, table) => {
      stills[count] = table.still();
    });
    kept = { ...round, viewport, table, stills };
    return laidOut(table, chain, viewport);
  };
}

/**
 * A round as it was laid out, and by their number with fewer tiles.
 * @typedef {ReadChain & { viewport: Viewport, table: Table, stills: Table[] }} Kept
 */

/**
 * Whether a round is one that was laid out before, with more tiles or fewer.
 * @param {Kept} kept
 * @param {ReadChain} round
 * @param {Viewport} viewport
 */
function isSameRound({ viewport: old, ...before }, round, viewport) {
  const [less, more] =
    before.pieces.length <= round.pieces.length ? [before, round] : [round, before];
  return (
    old.width === viewport.width &&
    old.height === viewport.height &&
    old.maxTile === viewport.maxTile &&
    less.pieces.every(({ high, low, arm }, i) => {
      const piece = more.pieces[i];
      return piece.high === high && piece.low === low && piece.arm === arm;
    }) &&
    (less.spinner === more.spinner || (less.spinner < 0 && more.spinner >= less.pieces.length))
  );
}

/** @param {Table} table @param {Chain} chain @param {Viewport} viewport @returns {LaidOut} */
function laidOut(table, chain, viewport) {
  return {
    positions: positionsOf(table, chain, viewport),
    preview: (tile, arm) => ghostOn(table, chain, tile, arm),
  };
}

/**
 * Where a tile would lie if it were the next, among the tiles as they lie now.
 * @param {Chain} chain for a double that will be the spinner, with `spinner` set to it
 * @param {Viewport} viewport
 * @param {string} tile such as "6-4"
 * @param {string | null} arm null for the lead
 * @returns {Position | null} null when it can't be laid there, or only after the table is laid
 *   out anew
 */
export function preview(chain, viewport, tile, arm) {
  if (arm !== null) return lay(chain, viewport).preview(tile, arm);
  const lead = { tile, seat: 0, joint: null };
  return chain.laid.length > 0 ? null : layout({ ...chain, laid: [lead] }, viewport).tiles[0];
}

/** @param {Table} table @param {Chain} chain @param {string} tile @param {string} arm */
function ghostOn(table, chain, tile, arm) {
  const index = chain.laid.length;
  const end = chain.ends.find((each) => each.arm === arm);
  const [high, low] = tile.split('-').map(Number);
  if (index === 0 || end === undefined || (end.pips !== high && end.pips !== low)) return null;
  const outer = end.pips === high ? low : high;
  const lying = table.ghost(pieceOf({ tile, seat: 0, joint: { arm, outer } }, index));
  return lying && positionOf(table.plan, lying, index, tile);
}

/**
 * @param {ReadChain} round at least the lead
 * @param {Viewport} viewport
 * @param {Kept | null} [start] its beginning, if that lies already
 * @param {(count: number, table: Table) => void} [laid] is shown the table with each of its tiles
 *   but the last
 */
function replay(round, viewport, start = null, laid = () => {}) {
  const { pieces, spinner } = round;
  const units = unitsFor(viewport);
  /** @param {number} count @returns {Round} */
  const roundAt = (count) => ({
    ...round,
    count,
    crossed: spinner >= 0 && spinner < count,
    crossOpen: isCrossOpen(round, count),
  });
  let table = start?.table ?? relay(roundAt(1), viewport, units);
  table.round = round;
  for (const piece of pieces.slice(start?.pieces.length ?? 1)) {
    laid(piece.index, table);
    const grown = roundAt(piece.index + 1);
    const { unit } = table.plan;
    const from = units.indexOf(unit);
    const kept = sideOf(viewport) / SIDE_TILES_KEPT;
    const wider = units
      .slice(from, from + 1 + WIDER_TRIED)
      .filter((other) => other === unit || other >= kept);
    const wasStraight = table.isStraight();
    const isLate = grown.count >= round.set - LATE && unit < UNIT_SMALL;
    const late = isLate
      ? fitting(grown, viewport, units.slice(0, from).slice(-LARGER_TRIED))
      : null;
    const fits =
      late !== null ||
      ((table.hasPlace(piece) ||
        widened(table, viewport, wider.slice(1), () => table.hasPlace(piece) && table.isOpen())) &&
        table.add(piece, piece.index === spinner, grown.crossOpen) &&
        (table.isOpen() || widened(table, viewport, wider, () => table.isOpen())));
    if (late) table = late;
    else if (!fits) {
      // A chain that took another turn than was planned for may have room for larger tiles, and so
      // may one that kept its shape by smaller ones.
      const near = units.slice(Math.max(0, from - LARGER_TRIED));
      table = relay(
        grown,
        viewport,
        near.filter((other) => other !== unit),
      );
      // A chain that runs to one side fits where the middle lies far off the centre.
      if (table.plan.unit < LOSS_MOST * unit) {
        const { unit: found } = table.plan;
        const lost = units.filter((other) => other < unit && other > found);
        table = fitting(grown, viewport, lost, TRIED_MORE) ?? table;
      }
    } else if (wasStraight && !table.isStraight()) {
      const least = Math.min(unit, straightLeast(viewport, table.plan));
      const smaller = units.filter((other) => other <= unit && other >= least);
      widened(table, viewport, smaller, () => table.isStraight() && table.isOpen());
    }
    table.plan = centred(table, viewport);
  }
  return table;
}

/**
 * Whether the spinner's third and fourth sides are open: both others carry a tile.
 * @param {ReadChain} round
 * @param {number} count how many tiles lie
 */
function isCrossOpen({ pieces, spinner }, count) {
  if (spinner < 0 || spinner >= count) return false;
  const after = pieces.slice(spinner + 1, count);
  const carries = (/** @type {string | null} */ side) => after.some(({ arm }) => arm === side);
  return spinner > 0 ? carries(pieces[spinner].arm) : carries('a') && carries('b');
}

/** The side of a square as large as a viewport. @param {Viewport} viewport */
const sideOf = ({ width, height }) => Math.sqrt(width * height);

/** How small tiles become for a line to stay straight, pixels. @param {Viewport} viewport @param {Plan} plan */
function straightLeast(viewport, { upright }) {
  const { width, height } = viewport;
  const { least, most } = STRAIGHT;
  if ((upright ? height : width) < STRAIGHT_TILES * 2 * least) return Number.POSITIVE_INFINITY;
  return Math.max(least, Math.min(most, sideOf(viewport) / SIDE_TILES));
}

/**
 * Gives a table the ground of the first size that suits; what lies keeps its place.
 * @param {Table} table
 * @param {Viewport} viewport
 * @param {readonly number[]} units the largest first
 * @param {() => boolean} suits asked when the table has it
 */
function widened(table, viewport, units, suits) {
  const extent = table.ground.extent();
  return units.some((unit) => table.move(resized(table.plan, viewport, unit, extent), suits));
}

/**
 * Lays the table out anew, as large as it fits.
 * @param {Round} round
 * @param {Viewport} viewport
 * @param {readonly number[]} units the largest first
 */
function relay(round, viewport, units) {
  const table = fitting(round, viewport, units);
  if (!table) throw new Error('no room for the layout');
  return table;
}

/**
 * A new table with tiles of the first size that fits, or null.
 * @param {Round} round
 * @param {Viewport} viewport
 * @param {readonly number[]} units
 * @param {number} [tried] how many places of the middle
 */
function fitting(round, viewport, units, tried = TRIED) {
  const { lines, demand } = demandOf(round);
  for (const unit of units) {
    for (const plan of plansFor(viewport, unit, demand, tried)) {
      const table = Table.lay(plan, round, lines);
      if (table) return table;
    }
  }
  return null;
}

/** The lines of a round, and what a plan for them must have room for. @param {Round} round */
function demandOf({ pieces, spinner, set, count, crossed }) {
  const lines = linesOf(pieces, count, spinner);
  const slots = SLOTS.slice(0, crossed ? 4 : 2);
  const slack = Math.min(
    set - count,
    Math.max(SLACK_LEAST, Math.ceil((ROOM_FIRST - count) / slots.length) + 1),
  );
  const tiles = { west: 0, east: 0, north: 0, south: 0 };
  for (const slot of slots) tiles[slot] = lines.slots[slot].length + slack;
  return { lines, demand: { tiles, crossed, slack, opening: count < OPENING } };
}
