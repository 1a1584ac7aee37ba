/**
 * How an arm finds its way. It runs straight until it meets the edge or another arm's ground,
 * bends, and comes back in lanes, each beside the last, as people bend a chain at a table. Each
 * tile's place is chosen from what lies already and is never revised.
 */

import { beside, beyond, cornerDouble, straight, turned } from './geometry.js';

/** @import {Front, Heading, Rect, Step} from './geometry.js' */
/** @import {Ground} from './ground.js' */
/** @import {Slot} from './chain.js' */

/** What `prospects` gives a step that any tile can follow. */
const BEST = 3;

/**
 * An arm's outermost tile and what it means to do next.
 * @typedef {object} Walker
 * @property {Slot} slot
 * @property {Front} front
 * @property {Rect} joined the outermost tile
 * @property {Rect | null} before the tile that one is joined to
 * @property {boolean} rigid the next tile must go straight on: the middle's own tile is outermost
 * @property {Heading} advance the side to which it bends at the end of a lane
 * @property {number} bends how many more times it bends into a whole new lane before it folds
 * @property {boolean} bent it has bent before
 * @property {Heading | null} back the heading of the next lane, while crossing over to it
 * @property {boolean} doubles a double may still come next
 */

/** A step and where it leaves the arm. @typedef {{ step: Step, walker: Walker }} Choice */

/** @param {Walker} walker @param {Step} step @returns {Walker} */
function after(walker, step) {
  const { front, advance, bends } = walker;
  const { heading } = step.front;
  const on = heading === front.heading;
  const bent = !on && walker.back === null && bends > 0;
  const folding = !on && walker.back === null && bends === 0;
  const isClockwise = turned(front.heading, 1) === advance;
  return {
    slot: walker.slot,
    front: step.front,
    joined: step.rect,
    before: walker.joined,
    rigid: false,
    advance: bent ? turned(heading, isClockwise ? 1 : -1) : advance,
    bends: bent ? bends - 1 : bends,
    bent: walker.bent || !on,
    back: on ? walker.back : folding ? turned(front.heading, 2) : null,
    doubles: !step.front.double,
  };
}

/** The ways round a corner, the best first. @param {Walker} walker @param {boolean} double @param {Heading} side */
function corners(walker, double, side) {
  const { front } = walker;
  if (double) return [cornerDouble(front, side)];
  if (front.corner) return [beyond(front, side)];
  return front.double
    ? [beside(front, side), beyond(front, side)]
    : [beyond(front, side), beside(front, side)];
}

/**
 * The bends at the end of a lane. The one that leaves the new lane clear of the doubles in this
 * one comes first.
 * @param {Ground} ground
 * @param {Walker} walker
 * @param {boolean} double
 */
function bends(ground, walker, double) {
  const { slot, front, advance, joined } = walker;
  const round = corners(walker, double, advance);
  if (walker.bends > 0 || round.length < 2) return round;
  const opposite = turned(front.heading, 2);
  const clear = round.map((step) =>
    ground.lane(slot, beyond(step.front, opposite).front, [joined, step.rect]),
  );
  return clear[1] && !clear[0] ? [round[1], round[0]] : round;
}

/**
 * The bends back into a lane, the closest to the last lane first.
 * @param {Ground} ground
 * @param {Walker} walker
 * @param {boolean} double
 * @param {Heading} back
 * @returns {{clear: Step[], rest: Step[]}} those from where the lane is clear, and the others
 */
function folds(ground, walker, double, back) {
  const { slot, joined, before } = walker;
  const all = corners(walker, double, back);
  if (!walker.front.double) all.reverse();
  const corner = before === null ? [joined] : [joined, before];
  const isClear = (/** @type {Step} */ step) =>
    ground.free(slot, step.rect, joined) && ground.lane(slot, step.front, [...corner, step.rect]);
  const clear = all.filter(isClear);
  return { clear, rest: all.filter((step) => !clear.includes(step)) };
}

/**
 * Steps in the order in which they are wished for.
 * @param {Ground} ground
 * @param {Walker} walker
 * @param {boolean} double
 * @returns {Generator<Step>}
 */
function* wishes(ground, walker, double) {
  const on = straight(walker.front, double);
  if (walker.back === null) {
    yield on;
    if (!walker.rigid) yield* bends(ground, walker, double);
    return;
  }
  const { clear, rest } = folds(ground, walker, double, walker.back);
  yield* clear;
  yield on;
  yield* rest;
}

/** @param {Ground} ground @param {Walker} walker @param {boolean} double */
function canGoOn(ground, walker, double) {
  const { front, back, advance, joined, slot } = walker;
  if (ground.free(slot, straight(front, double).rect, joined)) return true;
  const side = back ?? advance;
  if (double) return ground.free(slot, cornerDouble(front, side).rect, joined);
  return (
    ground.free(slot, beyond(front, side).rect, joined) ||
    (!front.corner && ground.free(slot, beside(front, side).rect, joined))
  );
}

/**
 * How well an arm goes on after a step: any tile may follow, any but a double, or none. A bend off
 * the long side of a double looks forced and comes after those that only a double can't follow.
 * @param {Ground} ground
 * @param {Step} step
 * @param {Walker} next the arm after it
 * @returns {number} from 0 to BEST
 */
function prospects(ground, step, next) {
  if (!canGoOn(ground, next, false)) return 0;
  if (step.forced) return 1;
  return next.doubles && !canGoOn(ground, next, true) ? 2 : BEST;
}

/**
 * Where the next tile of an arm would lie, or null when the arm is at its end.
 * @param {Ground} ground
 * @param {Walker} walker
 * @param {boolean} double the tile is a double
 * @param {boolean} doubles a double may come after it
 * @returns {Choice | null}
 */
export function choose(ground, walker, double, doubles) {
  /** @type {Choice | null} */
  let best = null;
  let most = -1;
  for (const step of wishes(ground, walker, double)) {
    if (!ground.free(walker.slot, step.rect, walker.joined)) continue;
    const next = after(walker, step);
    next.doubles &&= doubles;
    const found = prospects(ground, step, next);
    if (found > most) best = { step, walker: next };
    most = Math.max(most, found);
    if (most === BEST) break;
  }
  return best;
}
