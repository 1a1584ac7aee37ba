/** Where the pegs of a cribbage board stand. Pure. */

/** @import { View } from '../protocol.js' */

/** The holes of a lap. */
export const LAP = 60;
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
 * @param {Pick<View, 'board' | 'history' | 'round_scores'>} view
 * @param {number} side
 * @returns {{ front: number, back: number }}
 */
export function pegsOf({ board, history, round_scores }, side) {
  const front = board.scores[side] ?? 0;
  const last = history.findLast((event) => event.type === 'scored' && event.side === side);
  if (last?.type === 'scored') return { front, back: Math.max(0, front - last.points) };
  const before = round_scores.findLast((scores) => scores[side] !== front);
  return { front, back: before?.[side] ?? 0 };
}
