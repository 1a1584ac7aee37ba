/**
 * The layout of a tree as large as there is room for it. A tile that lies stays where it is until there is no room for a
 * further one: then all is laid anew, and smaller if it must be. The same tiles always lie the same way. Pure.
 */
import { FEET, following, toe } from './joints.js';
import { areInTheWay, Tree } from './tree.js';

/** @import { Point } from './boxes.js' */
/** @import { Lying } from './joints.js' */
/** @import { Choice, Kept, Tile } from './tree.js' */

/** The largest short side of a tile, in pixels, and how many of them a room must have at least. */
const LARGEST = 46;
const ACROSS = 11;
/** How much smaller the tiles become in one step. */
const STEP = 0.92;
/** What may fail in one size before tiles become smaller, by the least size: where tiles are in the way, it counts less. */
const FAILURES = [
  [24, 10],
  [16, 18],
  [0, 36],
];
const AT_EDGE = 3;
/** Smaller than this nothing is seen any more: then a tile lies over others. */
const SMALLEST = 3;
/** The weight that a try which fails gives to the end that was in need, and what part of it the tile before it gets. */
const NEED = 1;
const BEFORE = 0.6;

/** @param {number} unit */
const failuresAt = (unit) => FAILURES.find(([least]) => unit >= least)?.[1] ?? 0;

/**
 * Tiles as they lie. `unit`: a short side, in pixels; places are measured in it, from the hub's middle; `middle`: of the
 * room; `chosen`: the tiles by number, each with the places of its toes.
 * @typedef {{ unit: number, middle: Point, chosen: readonly Choice[] }} Laid
 */

/** A layout, to which tiles are added. */
export class Plan {
  #size;
  #arms;
  /** @type {Tile[]} */
  #tiles = [];
  /** How often each tile was in need. @type {number[]} */
  #weights = [];
  #known = 0;
  /** How often there was no room for a tile: in all, and in this size. */
  #failed = 0;
  #failures = 0;
  /** What is kept for a tile that there was no room for. @type {Kept[]} */
  #kept = [];
  /** Where tiles shall not lie again, by number: nothing before them has changed since. @type {Map<number, Lying[][]>} */
  #refused = new Map();
  /** How the tiles lay first, by how many there were. @type {Laid[]} */
  #laid = [];
  unit;
  /** @type {Tree} */
  #tree;

  /** @param {{ width: number, height: number }} size in pixels @param {number} arms */
  constructor(size, arms) {
    this.#size = size;
    this.#arms = arms;
    this.unit = Math.min(LARGEST, Math.min(size.width, size.height) / ACROSS);
    this.#tree = this.#treeUpTo(1);
  }

  /** How they lay when there were so many. @param {number} count @returns {Laid} */
  at = (count) => this.#laid[count];

  /** Lays further tiles. @param {readonly Tile[]} tiles */
  add(tiles) {
    this.#tiles.push(...tiles);
    while (this.#tree.lying.length <= this.#tiles.length) {
      const number = this.#tree.lying.length;
      this.#keep(number - 1);
      const tile = this.#tiles[number - 1];
      if (this.#tree.lay(tile, this.#refused.get(number))) continue;
      if (this.unit < SMALLEST) this.#tree.put(tile.parent, this.#straight(tile));
      else this.#mend(number);
    }
    this.#keep(this.#tiles.length);
  }

  /** @param {number} count */
  #keep(count) {
    const { chosen, middle } = this.#tree;
    this.#laid[count] ??= { unit: this.unit, middle, chosen: [...chosen] };
  }

  /** Where a further tile would lie. @param {Tile} tile */
  preview = (tile) => (this.#tree.choose(tile.parent, tile.isDouble) ?? this.#straight(tile)).tile;

  /** A tile that lies straight on, whatever is there. @param {Tile} tile @returns {Choice} */
  #straight({ parent, isDouble }) {
    const on = this.#tree.lying[parent];
    const tile = on.isDouble ? toe(on, 0) : following(on, 0, isDouble);
    return { tile, toes: isDouble ? FEET[0].map((how) => toe(tile, how)) : [], cost: 0 };
  }

  /** A tree with the tiles before a number as they lie now. @param {number} number */
  #treeUpTo(number) {
    const { width, height } = this.#size;
    const tree = new Tree(width / this.unit, height / this.unit, this.#arms, {
      known: this.#tiles.slice(0, this.#known),
      weights: this.#weights,
      seed: this.#failed,
      chance: this.#failures,
    });
    for (let at = 1; at < number; at += 1)
      tree.put(this.#tiles[at - 1].parent, this.#tree.chosen[at]);
    for (const kept of this.#kept) tree.keep(kept);
    return tree;
  }

  /** Makes room for a tile: what is in the way is laid otherwise, or all tiles smaller. @param {number} number */
  #mend(number) {
    this.#learn(number);
    this.#failed += 1;
    this.#failures += this.#isAtEdge(number) ? AT_EDGE : 1;
    let from = 1;
    if (this.#failures < failuresAt(this.unit)) {
      from = this.#makeRoom(number);
    } else {
      this.#failures = 0;
      this.unit *= STEP;
    }
    this.#kept = this.#kept.filter(({ end }) => end < from);
    for (const one of this.#refused.keys()) if (one > from || from === 1) this.#refused.delete(one);
    this.#tree = this.#treeUpTo(from);
  }

  /** Whether no tile could lie there, whatever else lay. @param {number} number */
  #isAtEdge(number) {
    const { parent, isDouble } = this.#tiles[number - 1];
    return !this.#tree.hasRoom(parent, isDouble);
  }

  /** Finds the tile from which on all is laid otherwise. @param {number} number the tile that has no room @returns {number} */
  #makeRoom(number) {
    const { parent, isDouble } = this.#tiles[number - 1];
    const latest = this.#tree.latestObstacle(parent, isDouble);
    if (latest && latest.first < number) {
      // What was kept before may be what is in the way.
      const others = this.#kept.filter(({ choice }) => !areInTheWay(choice, latest.choice));
      this.#kept = [...others, { end: parent, choice: latest.choice }];
      return latest.first;
    }
    // What is in the way was there before the end was: it must lie otherwise, or the double whose toe it is.
    const before = parent === 0 ? 0 : this.#tiles[parent - 1].parent;
    const from = before > 0 && this.#tiles[before - 1].isDouble ? before : parent;
    const chosen = this.#tree.chosen[from];
    if (!chosen || before === 0) return 1;
    const refused = this.#refused.get(from) ?? [];
    this.#refused.set(from, [...refused, [chosen.tile, ...chosen.toes]]);
    return from;
  }

  /** Weighs what there was no room for, and what it lies on. @param {number} number */
  #learn(number) {
    this.#known = Math.max(this.#known, number);
    let need = NEED;
    for (let at = this.#tiles[number - 1].parent; at > 0; at = this.#tiles[at - 1].parent) {
      this.#weights[at] = (this.#weights[at] ?? 0) + need;
      need *= BEFORE;
    }
  }
}

/** Lays tiles out, and goes on with what it has laid out last where they follow it. */
export function steadyPlan() {
  let of = '';
  /** @type {string[]} */
  let known = [];
  /** @type {Plan | null} */
  let plan = null;
  /** @param {readonly Tile[]} tiles @param {{ width: number, height: number }} size @param {number} arms */
  return (tiles, size, arms) => {
    const now = `${size.width} ${size.height} ${arms}`;
    const keys = tiles.map(({ parent, isDouble }) => `${parent} ${isDouble}`);
    const isSame = keys.every((key, at) => at >= known.length || known[at] === key);
    if (!plan || now !== of || !isSame) [plan, of, known] = [new Plan(size, arms), now, []];
    if (keys.length > known.length || keys.length === 0) {
      plan.add(tiles.slice(known.length));
      known = keys;
    }
    return { laid: plan.at(keys.length), preview: plan.preview };
  };
}
