/** The scores as a cribbage board: a track for each side, with a peg for its points and one for those before. */
import { changes, fill, s } from '../../dom.js';
import { nameAt } from '../../format/names.js';
import { aimOf, gameOf } from '../../games/index.js';
import { sideOf, sides, standing } from '../../select.js';

/** @import { Seen } from '../../select.js' */
/** @import { Table } from '../../state.js' */

/** The holes of a lap. */
const LAP = 60;
/** Between the holes of two groups of five, in holes. */
const GAP = 0.7;
/** Before the first hole a peg waits, and the last one stands by itself. */
const APART = 1.9;

/** How long a lap is, in holes. */
export const LAP_LENGTH = along(LAP - 1);

/** How far along a lap a hole is. @param {number} hole from 0 */
export function along(hole) {
  return hole + Math.floor(hole / 5) * GAP;
}

/**
 * Where a number of points is pegged: how far along the board, and in which lap. The second lap comes back.
 * @param {number} points
 * @param {number} target
 */
export function holeOf(points, target) {
  const at = Math.min(points, target);
  const isOver = at === target;
  const lap = isOver ? Math.floor(target / LAP) - 1 : Math.floor(Math.max(0, at - 1) / LAP);
  const forth = at === 0 ? -APART : isOver ? LAP_LENGTH + APART : along((at - 1) % LAP);
  return { x: lap % 2 === 0 ? forth : LAP_LENGTH - forth, lap };
}

/**
 * The points at which a side's two pegs stand: those it has, and those before the last that it made.
 * @param {Seen} table
 * @param {number} side
 * @returns {{ front: number, back: number }}
 */
export function pegsOf(table, side) {
  const { scores, round_scores } = standing(table);
  const front = scores[side] ?? 0;
  const last = table.view ? gameOf(table.room).made(table.view, side) : null;
  if (last !== null) return { front, back: Math.max(0, front - last) };
  const before = round_scores.findLast((scores) => scores[side] !== front);
  return { front, back: before?.[side] ?? 0 };
}

/** Between the middles of two rows of holes, in holes. */
const ROW = 2.1;
/** From the board's edge to the middle of its first row. */
const EDGE = 1.5;
/** Room for the players' initials, and for the peg that waits. */
const LEFT = 7.4;
const RIGHT = 3.4;
const WIDTH = LEFT + LAP_LENGTH + RIGHT;

export function pegBoard() {
  const holes = s('g.peg-holes');
  const tracks = s('g');
  const wood = s('rect.peg-wood', { width: WIDTH, rx: 1.4 });
  const element = s('svg.peg-board', { 'aria-hidden': 'true' }, wood, holes, tracks);
  /** The tracks in the order in which they are drawn. @type {ReturnType<typeof trackView>[]} */
  let views = [];
  /** Another match needs another board. */
  const isNew = changes();
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const { room, me } = table;
      const { target = 0 } = aimOf(room) ?? {};
      const own = me.seat === null ? 0 : sideOf(room, me.seat);
      const order = [...sides(room).keys()].sort((a, b) => Number(b === own) - Number(a === own));
      const laps = Math.floor(target / LAP);
      const names = order.map((side) => initials(room, side));
      if (isNew(table.id, target, order, names)) {
        const height = 2 * EDGE + ROW * (order.length * laps - 1);
        element.setAttribute('viewBox', `0 0 ${WIDTH} ${height}`);
        wood.setAttribute('height', String(height));
        fill(holes, ...order.map((_, i) => drilled(i * laps, target)));
        views = order.map((side, i) => trackView(side, i * laps, laps, names[i]));
        fill(tracks, ...views.map(({ element }) => element));
      }
      order.forEach((side, i) => {
        views[i].draw(pegsOf(table, side), target);
      });
    },
  };
}

/** @param {Table['room']} room @param {number} side */
function initials(room, side) {
  return sides(room)
    [side].map((seat) => [...nameAt(room, seat)][0]?.toLocaleUpperCase())
    .join('');
}

/** The middle of a row. @param {number} row */
const rowAt = (row) => EDGE + row * ROW;

/** The holes of a side: one path, however many. @param {number} row its first @param {number} target */
function drilled(row, target) {
  const at = Array.from({ length: target + 1 }, (_, points) => holeOf(points, target));
  const d = at.map(({ x, lap }) => `M${(LEFT + x).toFixed(2)} ${rowAt(row + lap)}h0`).join('');
  return s('path', { d });
}

/** A side's initials, a line at each half lap, and its two pegs. @param {number} side @param {number} row @param {number} laps @param {string} name */
function trackView(side, row, laps, name) {
  const middle = rowAt(row + (laps - 1) / 2);
  const half = LEFT + (along(LAP / 2 - 1) + along(LAP / 2)) / 2;
  const line = `M${half} ${rowAt(row) - 0.8}V${rowAt(row + laps - 1) + 0.8}`;
  const words = { x: 2.1, y: middle, 'dominant-baseline': 'central', 'text-anchor': 'middle' };
  const behind = s('circle.peg', { r: 0.62 });
  const before = s('circle.peg.peg-front', { r: 0.72 });
  return {
    element: s(
      'g',
      { 'data-side': side },
      s('text', words, name),
      s('path.peg-half', { d: line }),
      behind,
      before,
    ),
    /** @param {{ front: number, back: number }} points @param {number} target */
    draw({ front, back }, target) {
      place(behind, back, row, target, front === 0 ? -1.3 : 0);
      place(before, front, row, target);
    },
  };
}

/** @param {SVGElement} peg @param {number} points @param {number} row @param {number} target @param {number} [aside] */
function place(peg, points, row, target, aside = 0) {
  const { x, lap } = holeOf(points, target);
  peg.style.transform = `translate(${(LEFT + x + aside).toFixed(2)}px, ${rowAt(row + lap).toFixed(2)}px)`;
}
