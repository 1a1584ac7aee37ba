/** Turns a laid-out table into pixels. */

import { SLOT_OF_ARM } from './chain.js';
import { near, turned } from './geometry.js';
import { RIM } from './plan.js';

/** @import {Plan} from './plan.js' */
/** @import {Lying, Table} from './table.js' */
/** @import {Chain} from './chain.js' */
/** @import {Heading, Rect} from './geometry.js' */
/** @import {Box, Position, Positions, Target, Viewport} from './layout.js' */

/** The least side of a drop target where the viewport names none, pixels (WCAG 2.2, 2.5.8). */
const TARGET_LEAST = 24;

/** How far a target may grow beyond the tile's own box, half tiles: half the gap between tiles. */
const GROWTH = 0.5;

/** A table whose middle is farther from the viewport's than this, in short sides of a tile, is moved there. */
const OFF_CENTRE = 2;

/** By heading: how far a standing tile is turned for its top to point there. */
const ANGLES = [90, 180, 270, 0];

/** @param {Table} table @param {Chain} chain @param {Viewport} viewport @returns {Positions} */
export function positionsOf(table, chain, viewport) {
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
export function centred({ plan, lying, promised }, { width, height }) {
  const kept = Object.values(promised).flatMap((ways) => (ways ? [ways.single, ways.double] : []));
  const rects = [...lying, ...kept.map((way) => way?.step)].flatMap((one) => one?.rect ?? []);
  const boxes = rects.map((rect) => boxOf(plan, rect));
  const { left, top, right, bottom } = boundsOf(plan, boxes);
  const x = (width - left - right) / 2;
  const y = (height - top - bottom) / 2;
  const free = Math.min(left, top, width - right, height - bottom);
  if (free >= RIM * plan.unit && Math.max(Math.abs(x), Math.abs(y)) <= OFF_CENTRE * plan.unit)
    return plan;
  return { ...plan, x: plan.x + x, y: plan.y + y };
}

/** @param {Plan} plan @param {Lying} lying @param {number} index @param {string} tile @returns {Position} */
export function positionOf(plan, lying, index, tile) {
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
