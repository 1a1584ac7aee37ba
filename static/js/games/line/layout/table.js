/**
 * A table laid out by a plan: the tiles that lie, and for each open side the place that the next
 * tile will take. A table only ever grows; when a tile no longer fits, a new one is laid out.
 */

import { outwards, SLOT_OF_ARM, SLOTS } from './chain.js';
import { near, turned, within } from './geometry.js';
import { closeCross, closeLine, Ground } from './ground.js';
import { choose } from './walk.js';

/** @import {Lines, Link, Piece, ReadChain, Round, Slot} from './chain.js' */
/** @import {Heading, Rect, Step} from './geometry.js' */
/** @import {Plan} from './plan.js' */
/** @import {Choice, Walker} from './walk.js' */

const HEADINGS = /** @type {Readonly<Record<Slot, Heading>>} */ ({
  west: 2,
  east: 0,
  north: 3,
  south: 1,
});

/** For how many tiles each side arm of a spinner that was not the lead must have room. */
const CROSS_SLACK = 3;

/** A tile's place, and which way its higher half points. @typedef {{ rect: Rect, first: Heading }} Lying */

/**
 * The places kept for an arm's next tile; null when no double can come, or none fits.
 * @typedef {{ single: Choice, double: Choice | null }} Promised
 */

/** @param {Piece} piece @param {Step} step @param {number} [outer] the pips that point outwards */
function firstHalf(piece, { rect, facing }, outer = piece.outer) {
  if (piece.double) return rect.x1 - rect.x0 < rect.y1 - rect.y0 ? 3 : 0;
  return outer === piece.high ? facing : turned(facing, 2);
}

/** Tiles as they lie by one plan. */
export class Table {
  /** @param {Plan} plan @param {ReadChain} round with all its tiles */
  constructor(plan, round) {
    this.plan = plan;
    this.round = round;
    this.ground = new Ground(plan.edge);
    /** By index in the round. @type {Lying[]} */
    this.lying = [];
    /** @type {Partial<Record<Slot, Walker>>} */
    this.walkers = {};
    /** @type {Partial<Record<Slot, Promised>>} */
    this.promised = {};
    /** Pips whose double lies. @type {Set<number>} */
    this.doubles = new Set();
  }

  /**
   * Lays out the first tiles of a round anew.
   * @param {Plan} plan
   * @param {Round} round
   * @param {Lines} lines
   * @returns {Table | null} null when they don't fit with the plan's slack
   */
  static lay(plan, round, lines) {
    const { pieces, count, crossed, crossOpen } = round;
    const table = new Table(plan, round);
    for (const { double, high } of pieces.slice(0, count)) if (double) table.doubles.add(high);
    if (!table.#middle(lines.middle, crossed)) return null;
    // The longest first: where it has no room, the others need not be tried.
    const length = (/** @type {Slot} */ slot) => lines.slots[slot].length;
    const order = SLOTS.slice(0, crossed ? 4 : 2).sort((one, other) => length(other) - length(one));
    for (const slot of order) {
      if (!table.#run(slot, lines.slots[slot], plan.slack)) return null;
    }
    const open = crossOpen ? SLOTS : SLOTS.slice(0, 2);
    return table.#promiseAll(open) ? table : null;
  }

  /** @param {Piece} piece @param {boolean} crossed */
  #middle(piece, crossed) {
    const [halfX, halfY] = piece.double ? [1, 2] : [2, 1];
    const rect = { x0: -halfX, y0: -halfY, x1: halfX, y1: halfY };
    this.ground.laid.push(rect);
    this.lying[piece.index] = { rect, first: piece.double ? 3 : 2 };
    this.ground.closed = crossed ? closeCross(0, this.plan.reach) : closeLine(halfX);
    this.#start('west', rect, piece.double);
    this.#start('east', rect, piece.double);
    if (crossed) {
      this.#start('north', rect, false);
      this.#start('south', rect, false);
    }
    return within(rect, this.plan.edge);
  }

  /**
   * Begins an arm at a side of a tile.
   * @param {Slot} slot
   * @param {Rect} rect the tile
   * @param {boolean} double whether it lies across the arm
   */
  #start(slot, rect, double) {
    const heading = HEADINGS[slot];
    const x = [rect.x1, (rect.x0 + rect.x1) / 2, rect.x0, (rect.x0 + rect.x1) / 2][heading];
    const y = [(rect.y0 + rect.y1) / 2, rect.y1, (rect.y0 + rect.y1) / 2, rect.y0][heading];
    this.walkers[slot] = {
      slot,
      front: { x, y, heading, double, corner: false },
      joined: rect,
      before: null,
      rigid: true,
      advance: turned(heading, 1),
      bends: 0,
      bent: false,
      back: null,
      // North and south of a spinner its own double is gone, as it is behind any other double.
      doubles: !double && (slot === 'west' || slot === 'east'),
    };
  }

  /**
   * Runs an arm with the first way of bending that has room for its tiles and the slack.
   * @param {Slot} slot
   * @param {readonly Link[]} links
   * @param {number} slack for how many further tiles
   */
  #run(slot, links, slack) {
    const start = this.walkers[slot];
    if (start === undefined) return false;
    const down = this.ground.laid.length;
    for (const bends of this.plan.bends[slot]) {
      this.walkers[slot] = { ...start, bends };
      if (links.every((link) => this.#put(slot, link)) && this.#hasSlack(slot, slack)) {
        return true;
      }
      this.ground.laid.length = down;
    }
    return false;
  }

  /** @param {Slot} slot @param {number} slack */
  #hasSlack(slot, slack) {
    const down = this.ground.laid.length;
    let walker = this.walkers[slot];
    for (let i = 0; i < slack && walker !== undefined; i += 1) {
      const choice = choose(this.ground, walker, false, true);
      walker = choice?.walker;
      if (choice) this.ground.laid.push(choice.step.rect);
    }
    this.ground.laid.length = down;
    return walker !== undefined;
  }

  /** @param {Slot} slot @param {Link} link */
  #put(slot, link) {
    const walker = this.walkers[slot];
    const doubles = !this.doubles.has(link.outer);
    const choice = walker && choose(this.ground, walker, link.double, doubles);
    if (!choice) return false;
    this.#settle(slot, link, choice);
    return true;
  }

  /** @param {Slot} slot @param {Link} link @param {Choice} choice */
  #settle(slot, link, { step, walker }) {
    this.ground.laid.push(step.rect);
    this.lying[link.index] = {
      rect: step.rect,
      first: firstHalf(this.round.pieces[link.index], step, link.outer),
    };
    this.walkers[slot] = walker;
  }

  /** Keeps places for the next tile of some arms. @param {readonly Slot[]} slots */
  #promiseAll(slots) {
    for (const slot of slots) this.#promise(slot);
    return this.isOpen();
  }

  /** Keeps a place for an arm's next tile, so that no other arm takes it. @param {Slot} slot */
  #promise(slot) {
    const walker = this.walkers[slot];
    this.promised[slot] = undefined;
    this.ground.promised[slot] = [];
    const single = walker ? choose(this.ground, walker, false, true) : null;
    if (!walker || !single) return;
    const double = walker.doubles ? choose(this.ground, walker, true, false) : null;
    this.promised[slot] = { single, double };
    this.ground.promised[slot] = [single, double].flatMap((way) => (way ? [way.step.rect] : []));
  }

  /**
   * Adds the next tile of the round, for which there is a place.
   * @param {Piece} piece
   * @param {boolean} spinner it is the spinner
   * @param {boolean} crossOpen the spinner's other two sides can be played on now
   * @returns {boolean} false when the spinner's other sides have no room; the table is then spoilt
   */
  add(piece, spinner, crossOpen) {
    const slot = SLOT_OF_ARM[piece.arm ?? ''];
    const choice = this.#promisedTo(piece);
    if (!choice) return false;
    if (piece.double) this.doubles.add(piece.high);
    const doubles = !this.doubles.has(piece.outer);
    choice.walker.doubles &&= doubles;
    this.#settle(slot, outwards(piece), choice);
    if (spinner && !this.#cross(slot)) return false;
    const opening = crossOpen && !('north' in this.promised);
    this.#promiseAll(opening ? [slot, 'north', 'south'] : [slot]);
    return true;
  }

  /** Whether there is a place for a tile. @param {Piece} piece */
  hasPlace(piece) {
    return this.#promisedTo(piece) !== null;
  }

  /** Whether every open arm has a place for its next tile. The last tile of the set needs no further place. */
  isOpen() {
    return (
      this.lying.length >= this.round.set ||
      Object.values(this.promised).every((kept) => kept !== undefined)
    );
  }

  /** Whether the row of the middle is straight, and stays so with its next tiles. */
  isStraight() {
    const { west, east } = this.promised;
    return [west, east].every((kept) => !kept?.single.walker.bent && !kept?.double?.walker.bent);
  }

  /**
   * Gives the table the ground of another plan; what lies keeps its place.
   * @param {Plan} plan
   * @param {() => boolean} suits asked then: if not, all is as before
   */
  move(plan, suits) {
    const { plan: before, promised, ground } = this;
    const kept = { ...ground.promised };
    this.promised = { ...promised };
    this.#stand(plan);
    this.#promiseAll(/** @type {Slot[]} */ (Object.keys(promised)));
    if (within(ground.extent(), plan.edge) && suits()) return true;
    this.#stand(before);
    this.promised = promised;
    ground.promised = kept;
    return false;
  }

  /** @param {Plan} plan */
  #stand(plan) {
    this.plan = plan;
    this.ground.edge = plan.edge;
  }

  /** The table as it is now, to be looked at when more tiles have come. */
  still() {
    const { plan, round, lying, walkers, promised } = this;
    const still = new Table(plan, round);
    // A tile that lies keeps its place, so the list may grow; what comes next changes.
    return Object.assign(still, { lying, walkers: { ...walkers }, promised: { ...promised } });
  }

  /** Where a tile would lie as the next; null without room. @param {Piece} piece @returns {Lying | null} */
  ghost(piece) {
    const choice = this.#promisedTo(piece);
    return choice && { rect: choice.step.rect, first: firstHalf(piece, choice.step) };
  }

  /** The place that is kept for a tile on its arm. @param {Piece} piece */
  #promisedTo({ arm, double }) {
    return this.promised[SLOT_OF_ARM[arm ?? '']]?.[double ? 'double' : 'single'] ?? null;
  }

  /** Opens the sides of a spinner that wasn't the lead, by its arm. @param {Slot} slot */
  #cross(slot) {
    const walker = this.walkers[slot];
    if (walker === undefined) return false;
    const { heading, y, x } = walker.front;
    if (y !== 0 || heading !== HEADINGS[slot]) return false;
    const centre = x + (slot === 'west' ? 1 : -1);
    const closed = closeCross(centre, this.plan.reach);
    const other = slot === 'west' ? 'east' : 'west';
    this.ground.closed = closed;
    const isIn = (/** @type {Rect} */ rect) => closed[other].some((zone) => near(rect, zone, 0));
    if (this.ground.laid.some((rect) => rect !== walker.joined && isIn(rect))) return false;
    walker.rigid = true;
    this.#start('north', walker.joined, false);
    this.#start('south', walker.joined, false);
    return this.#run('north', [], CROSS_SLACK) && this.#run('south', [], CROSS_SLACK);
  }
}
