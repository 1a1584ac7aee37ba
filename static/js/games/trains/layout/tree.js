/**
 * Lays the tiles of a round of Chickenfoot one after the other: each where it leaves the free ends most room. What is
 * known of later tiles, from a try before that has failed, is allowed for. Pure.
 */
import { areNear } from './boxes.js';
import { armsOf, FEET, following, lying, TURNS, toe } from './joints.js';
import { EDGE, GAP, Room } from './room.js';

/** @import { Box } from './boxes.js' */
/** @import { Foot, Lying } from './joints.js' */
/** @import { Held } from './room.js' */

/** A tile of the round. `parent`: the number of the tile on which it lies. @typedef {{ parent: number, isDouble: boolean }} Tile */
/** What can follow at an end. @typedef {{ tiles: { tile: Lying, cost: number }[], feet: Foot[] }} Follow */
/** Where a tile can lie. `toes`: where its toes will. @typedef {{ tile: Lying, toes: Lying[], cost: number }} Choice */
/** A place that is kept for what follows at an end. @typedef {{ end: number, choice: Choice }} Kept */

/**
 * What is known when a try begins. `known`: so many tiles; `weights`: how often each tile was in need, by number;
 * `chance`: how much chance there is in what is chosen, which follows from `seed`.
 * @typedef {{ known: readonly Tile[], weights: readonly number[], seed: number, chance: number }} Knowledge
 */

/** What a turn by 45° and by 90° costs: of a tile, of a double. */
const TURN_COSTS = [0, 0.15, 0.3];
const DOUBLE_TURN_COSTS = [0, 0.6, 1.2];
/** What a foot costs more than a better one. */
const FOOT_COST = 0.35;
/** What territory is worth: the less an end has, the more it needs. */
const TERRITORY = 6;
const LEAST = 3;
/** What a new end costs that has less than this. */
const SMALL = 8;
const SMALL_COST = 3;
/** How much an end needs for each tile that is known to follow. */
const KNOWN = 0.35;
/** What it costs if no double, no tile can follow at an end any more; and what follows is known. */
const NO_DOUBLE = 2;
const NO_TILE = 10;
const NOT_WANTED = 40;
/** How much a choice may cost by chance, for each try before this one, and for so many at most. */
const CHANCE = 0.4;
const MOST_CHANCE = 4;
/** Tiles further away than this don't matter to what can follow. */
const FAR = 12;

/** @param {Lying} tile @param {readonly Lying[]} toes */
const boxesOf = (tile, toes) => [tile, ...toes].map(({ box }) => box);

/** @param {Box} box @param {readonly Box[]} others */
const isNearAny = (box, others) => others.some((other) => areNear(box, other, GAP));

/** @param {Lying} one @param {Lying} other */
const isFar = ({ box: one }, { box: other }) =>
  (one.x - other.x) ** 2 + (one.y - other.y) ** 2 > FAR ** 2;

/** @param {Foot} foot @param {readonly Box[]} boxes */
const isFootFree = ({ double, toes }, boxes) =>
  !isNearAny(double.box, boxes) && toes.every(({ box }) => !isNearAny(box, boxes));

/** Whether a tile with its toes lies as another one does, which was refused. @param {Lying[]} refused @param {Lying} tile @param {readonly Lying[]} toes */
const isSame = (refused, tile, toes) =>
  [tile, ...toes].every(
    ({ box }, at) => box.x === refused[at].box.x && box.y === refused[at].box.y,
  );

/** @param {number} least @param {number} value @param {number} most */
const between = (least, value, most) => Math.max(least, Math.min(most, value));

/** A number from 0 to 1 that follows from three. @param {number} a @param {number} b @param {number} c */
function chanceOf(a, b, c) {
  let n = Math.imul(a * 7919 + b * 104_729 + c * 1_299_709 + 12_345, 0x9e3779b1);
  n = Math.imul(n ^ (n >>> 15), 0x85ebca6b);
  return ((n ^ (n >>> 13)) >>> 0) / 2 ** 32;
}

/** Whether of two choices only one can be made. @param {Choice} one @param {Choice} other */
export const areInTheWay = (one, other) =>
  boxesOf(one.tile, one.toes).some((box) => isNearAny(box, boxesOf(other.tile, other.toes)));

/** A try to lay a tree in a room. */
export class Tree {
  /** The tiles as they lie, by their numbers. @type {Lying[]} */
  lying = [];
  #room;
  #knowledge;
  /** How many tiles are known to follow at each tile, and what the first of them is. @type {number[]} */
  #following = [];
  /** @type {(Tile | undefined)[]} */
  #next = [];
  /** The known children, by number. @type {Map<number, number[]>} */
  #children = new Map();
  /** Where the children of the hub and of doubles will lie. @type {Map<number, Lying[]>} */
  #slots = new Map();
  /** The free ends, and what can follow there, once it was asked for. @type {Map<number, Follow | null>} */
  #ends = new Map();
  /** What is kept for what follows at an end, and holds the room for it. @type {Map<number, { choice: Choice, held: Held[] }>} */
  #kept = new Map();
  /** Where the middle of the room lies. It moves no further than it must. */
  middle = { x: 0, y: 0 };
  #half;
  /** What was chosen, by number. @type {Choice[]} */
  chosen = [];

  /** @param {number} width @param {number} height of the room @param {number} arms @param {Knowledge} knowledge */
  constructor(width, height, arms, knowledge) {
    this.#room = new Room(width, height);
    this.#half = { x: width / 2 - EDGE, y: height / 2 - EDGE };
    this.#knowledge = knowledge;
    const { known } = knowledge;
    for (let number = known.length; number > 0; number -= 1) {
      const { parent } = known[number - 1];
      this.#following[parent] = this.#follow(parent) + this.#follow(number) + 1;
      this.#next[parent] = known[number - 1];
      const children = this.#children.get(parent) ?? [];
      this.#children.set(parent, [number, ...children]);
    }
    this.lying[0] = lying({ x: 0, y: 0 }, 2, true);
    const toes = armsOf(arms, height > width);
    this.#slots.set(0, [...toes]);
    this.chosen[0] = { tile: this.lying[0], toes, cost: 0 };
    this.#room.add({ box: this.lying[0].box, number: 0, parent: -1, since: 0 });
    this.#room.take(toes.map(({ box }) => box));
  }

  /** @param {number} number */
  #follow = (number) => this.#following[number] ?? 0;

  /** Lays the next tile. @param {Tile} tile @param {readonly Lying[][]} [refused] where it doesn't lie @returns {boolean} whether there was room for it */
  lay({ parent, isDouble }, refused = []) {
    const choice = this.choose(parent, isDouble, refused);
    if (choice) this.put(parent, choice);
    return choice !== null;
  }

  /** Lays the next tile where it was chosen. @param {number} parent @param {Choice} choice */
  put(parent, choice) {
    const { tile, toes } = choice;
    const number = this.lying.length;
    for (const held of this.#kept.get(parent)?.held ?? []) this.#room.remove(held);
    this.#kept.delete(parent);
    this.#slots.get(parent)?.shift();
    this.#ends.delete(parent);
    this.lying.push(tile);
    this.chosen[number] = choice;
    this.#room.add({
      box: tile.box,
      number,
      parent,
      since: this.lying[parent].isDouble ? parent : number,
    });
    this.#room.take(toes.map(({ box }) => box));
    const { left, right, top, down } = this.#room.taken;
    const { x, y } = this.#half;
    this.middle = {
      x: between(right - x, this.middle.x, left + x),
      y: between(down - y, this.middle.y, top + y),
    };
    this.#narrow([tile, ...toes]);
    if (tile.isDouble) this.#slots.set(number, [...toes]);
    else this.#ends.set(number, null);
  }

  /** Keeps room for what follows at an end. @param {Kept} kept */
  keep({ end, choice }) {
    const tiles = [choice.tile, ...choice.toes];
    const held = tiles.map(({ box }) => ({
      box,
      number: -1,
      parent: -1,
      since: Number.NEGATIVE_INFINITY,
    }));
    for (const one of held) this.#room.add(one);
    this.#kept.set(end, { choice, held });
    this.#narrow(tiles);
  }

  /** Takes out of what can follow what can't any more. @param {readonly Lying[]} laid */
  #narrow(laid) {
    const boxes = laid.map(({ box }) => box);
    for (const [end, follow] of this.#ends) {
      if (!follow || isFar(this.lying[end], laid[0])) continue;
      const { tiles, feet } = follow;
      this.#ends.set(end, {
        tiles: tiles.filter(({ tile: one }) => !isNearAny(one.box, boxes)),
        feet: feet.filter((foot) => isFootFree(foot, boxes)),
      });
    }
  }

  /** Whether the room is large enough for a tile at an end, if nothing else were in the way. @param {number} end @param {boolean} isDouble */
  hasRoom(end, isDouble) {
    return TURNS.some((turn) => {
      const tile = following(this.lying[end], turn, isDouble);
      return (isDouble ? FEET : [[]]).some((foot) =>
        this.#room.holds(
          boxesOf(
            tile,
            foot.map((how) => toe(tile, how)),
          ),
        ),
      );
    });
  }

  /**
   * Of all ways in which a tile could lie at an end, the one whose obstacles were laid last, and the first of these.
   * @param {number} end
   * @param {boolean} isDouble
   * @returns {{ choice: Choice, first: number } | null}
   */
  latestObstacle(end, isDouble) {
    /** @type {{ choice: Choice, first: number } | null} */
    let latest = null;
    for (const turn of TURNS) {
      const tile = following(this.lying[end], turn, isDouble);
      const own = this.#room.firstIn(tile.box, end);
      for (const foot of isDouble ? FEET : [[]]) {
        const toes = foot.map((how) => toe(tile, how));
        const first = Math.min(own, ...toes.map(({ box }) => this.#room.firstIn(box, -1)));
        if (first > (latest?.first ?? end)) latest = { choice: { tile, toes, cost: 0 }, first };
      }
    }
    return latest;
  }

  /** What can follow at a free end; null if it is none. @param {number} end */
  #followAt(end) {
    if (!this.#ends.has(end)) return null;
    const follow = this.#ends.get(end) ?? this.#followOf(this.lying[end], end);
    this.#ends.set(end, follow);
    return follow;
  }

  /** What can follow at an end. @param {Lying} tile @param {number} number @returns {Follow} */
  #followOf(tile, number) {
    const tiles = TURNS.flatMap((turn) => {
      const one = following(tile, turn, false);
      const cost = TURN_COSTS[Math.abs(turn)];
      return this.#room.isFree(one.box, number) ? [{ tile: one, cost }] : [];
    });
    const feet = TURNS.flatMap((turn) => {
      const double = following(tile, turn, true);
      if (!this.#room.isFree(double.box, number)) return [];
      return this.#feetOf(double, DOUBLE_TURN_COSTS[Math.abs(turn)]);
    });
    return { tiles, feet };
  }

  /** @param {Lying} double @param {number} cost @returns {Foot[]} */
  #feetOf(double, cost) {
    /** @type {Map<number, Lying | null>} */
    const found = new Map();
    const toeOf = (/** @type {import('./joints.js').Toe} */ how) => {
      const one = found.get(how);
      if (one !== undefined) return one;
      const made = toe(double, how);
      const free = this.#room.isFree(made.box, -1) ? made : null;
      found.set(how, free);
      return free;
    };
    return FEET.flatMap((foot, rank) => {
      const toes = foot.map(toeOf).filter((one) => one !== null);
      return toes.length === foot.length ? [{ double, toes, cost: cost + rank * FOOT_COST }] : [];
    });
  }

  /** The best place for a tile. @param {number} parent @param {boolean} isDouble @param {readonly Lying[][]} [refused] @returns {Choice | null} */
  choose(parent, isDouble, refused = []) {
    const kept = this.#kept.get(parent);
    if (kept && kept.choice.tile.isDouble === isDouble) return kept.choice;
    const [slot] = this.#slots.get(parent) ?? [];
    if (slot) return { tile: slot, toes: [], cost: 0 };
    const { tiles, feet } = this.#followAt(parent) ?? { tiles: [], feet: [] };
    const all = isDouble
      ? feet.map(({ double, toes, cost }) => ({ tile: double, toes, cost }))
      : tiles.map(({ tile, cost }) => ({ tile, toes: [], cost }));
    const choices = all.filter(
      ({ tile, toes }) =>
        this.#room.holds(boxesOf(tile, toes)) && !refused.some((one) => isSame(one, tile, toes)),
    );
    if (choices.length < 2) return choices[0] ?? null;
    const ends = [...this.#ends.keys()].filter((end) => end !== parent);
    const { seed, chance } = this.#knowledge;
    choices.forEach((choice, at) => {
      choice.cost += this.#territoryCost(choice, ends);
      choice.cost += CHANCE * Math.min(chance, MOST_CHANCE) * chanceOf(seed, this.lying.length, at);
    });
    choices.sort((one, other) => one.cost - other.cost);
    let best = choices[0];
    let least = Number.POSITIVE_INFINITY;
    for (const choice of choices) {
      // All that is added to it makes it dearer.
      if (choice.cost >= least) break;
      const cost = choice.cost + this.#followCost(choice, ends);
      if (cost < least) [best, least] = [choice, cost];
    }
    return best;
  }

  /** What it costs that ends have little room. @param {Choice} choice @param {readonly number[]} others the other ends */
  #territoryCost({ tile, toes }, others) {
    const own = tile.isDouble ? toes : [tile];
    const ends = [
      ...others.map((end) => this.#kept.get(end)?.choice.tile ?? this.lying[end]),
      ...own,
    ];
    const sizes = this.#room.territories(ends, boxesOf(tile, toes));
    return sizes.reduce((cost, size, at) => {
      const isOwn = at >= others.length;
      const end = isOwn ? this.lying.length : others[at];
      const known = isOwn ? this.#follow(end) / own.length : this.#follow(end);
      const need = 1 + KNOWN * known + this.#weight(end);
      const small = isOwn && size < SMALL ? SMALL_COST : 0;
      return cost + small + (need * TERRITORY) / (size + LEAST);
    }, 0);
  }

  /** @param {number} number */
  #weight = (number) => this.#knowledge.weights[number] ?? 0;

  /** What it costs that at ends less can follow. @param {Choice} choice @param {readonly number[]} others */
  #followCost({ tile, toes }, others) {
    const boxes = boxesOf(tile, toes);
    let cost = 0;
    for (const end of others) {
      const follow =
        this.#kept.has(end) || isFar(this.lying[end], tile) ? null : this.#followAt(end);
      if (!follow) continue;
      const { tiles, feet } = follow;
      const lacksTile =
        tiles.length > 0 && tiles.every(({ tile: one }) => isNearAny(one.box, boxes));
      const lacksFoot = feet.length > 0 && !feet.some((foot) => isFootFree(foot, boxes));
      cost += this.#lackCost(end, lacksTile, lacksFoot);
    }
    if (tile.isDouble) return cost + this.#toesCost(toes, boxes);
    const { tiles, feet } = this.#followOf(tile, this.lying.length);
    return cost + this.#lackCost(this.lying.length, tiles.length === 0, feet.length === 0);
  }

  /** What it costs if at toes nothing can follow that is known to. @param {readonly Lying[]} toes @param {readonly Box[]} boxes the foot */
  #toesCost(toes, boxes) {
    const children = this.#children.get(this.lying.length) ?? [];
    return children.reduce((cost, number, at) => {
      const next = this.#next[number];
      const toe = toes[at];
      if (!next || !toe) return cost;
      const others = boxes.filter((box) => box !== toe.box);
      const { tiles, feet } = this.#followOf(toe, number);
      const canFollow = next.isDouble
        ? feet.some((foot) => isFootFree(foot, others))
        : tiles.some(({ tile }) => !isNearAny(tile.box, others));
      return canFollow ? cost : cost + NOT_WANTED * (1 + this.#weight(number));
    }, 0);
  }

  /** @param {number} end @param {boolean} lacksTile @param {boolean} lacksFoot */
  #lackCost(end, lacksTile, lacksFoot) {
    const next = this.#next[end];
    if (!next) return (lacksTile ? NO_TILE : 0) + (lacksFoot ? NO_DOUBLE : 0);
    return (next.isDouble ? lacksFoot : lacksTile) ? NOT_WANTED * (1 + this.#weight(end)) : 0;
  }
}
