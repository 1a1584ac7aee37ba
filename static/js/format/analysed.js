/** Moves of an analysed match in figures. Pure. */
import { positionCount, positionNumber } from '../records/timeline.js';

/** @import { MoveAnalysis, MoveAnalysis as Move } from '../protocol.js' */
/** @import { Timeline } from '../records/timeline.js' */

/** How bad a move was: nothing lost, a little, or much. @param {Move} move */
export function levelOf({ cost, choices }) {
  if (choices < 2) return 'forced';
  if (cost === 0) return 'best';
  return cost < MUCH ? 'slip' : 'mistake';
}

/** From so many thousandths of the chance to win on, a move cost much. */
const MUCH = 50;

/**
 * As much of an analysis as has come.
 * @typedef {object} Analysed
 * @property {MoveAnalysis[]} moves
 * @property {number | null} all how many moves there will be; null until the first have come
 */

/** A chance to win, 0 to 1000, from a position on. @typedef {{ at: number, chance: number }} Point */

/** The moves by the numbers of the positions that they led to. @param {Timeline} timeline @param {MoveAnalysis[]} moves */
export function movesByPosition(timeline, moves) {
  return new Map(
    moves.map((move) => [
      positionNumber(timeline, { round: move.round - 1, step: move.step }),
      move,
    ]),
  );
}

/**
 * The positions after a seat's mistakes.
 * @param {Map<number, MoveAnalysis>} moves by position
 * @param {number} seat
 */
export function mistakesOf(moves, seat) {
  return [...moves]
    .filter(([, move]) => move.seat === seat && levelOf(move) === 'mistake')
    .map(([at]) => at);
}

/**
 * A seat's chance to win as its player could know it: before and after each of its moves, and at the end.
 * @param {Timeline} timeline
 * @param {Map<number, MoveAnalysis>} moves by position
 * @param {number} seat
 * @param {boolean | null} won null if the match had no winner, or its end hasn't been analysed yet
 * @returns {Point[]}
 */
export function curveOf(timeline, moves, seat, won) {
  const points = [...moves]
    .filter(([, move]) => move.seat === seat && move.choices > 1)
    .flatMap(([at, { chance, cost }]) => [
      { at: at - 1, chance },
      { at, chance: chance - cost },
    ]);
  return won === null
    ? points
    : [...points, { at: positionCount(timeline) - 1, chance: won ? 1000 : 0 }];
}

/** The chance at a position; null before the first that is known. @param {Point[]} curve @param {number} at */
export function chanceAt(curve, at) {
  return curve.findLast((point) => point.at <= at)?.chance ?? null;
}
