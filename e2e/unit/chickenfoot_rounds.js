/** Rounds of Chickenfoot by chance, as far as the layout needs them: rules-trains, "A turn of Chickenfoot". */

/** @import { Played, TrainsTable } from '../../static/js/games/trains/types.js' */

/**
 * @typedef {object} Round
 * @property {number} most the highest pips of the set: 9 or 12
 * @property {number} arms
 * @property {number} seats
 * @property {number} hand how many tiles each seat is dealt
 * @property {number} engine its pips
 */

/** Numbers from 0 to 1 that follow from a seed. @param {number} seed */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @template T @param {readonly T[]} list @param {() => number} next @returns {T[]} */
function shuffled(list, next) {
  const all = [...list];
  for (let i = all.length - 1; i > 0; i -= 1) {
    const j = Math.floor(next() * (i + 1));
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

/** What the seats of the presets are dealt. @type {Readonly<Record<number, readonly number[]>>} */
const HANDS = { 9: [14, 10, 7, 6, 5, 4, 4], 12: [15, 15, 12, 10, 8, 7, 6] };

/** A round by chance: double-nine or double-twelve, 4, 6 or 8 arms, 2 to 8 seats. @param {() => number} next @returns {Round} */
export function anyRound(next) {
  const one = (/** @type {readonly number[]} */ list) => list[Math.floor(next() * list.length)];
  const most = one([9, 12]);
  const seats = one([2, 3, 4, 5, 6, 7, 8]);
  return {
    most,
    seats,
    arms: one([4, 6, 8]),
    hand: HANDS[most][seats - 2],
    engine: one([0, most - 1, most]),
  };
}

/**
 * The tiles of a round in order. Each seat plays a tile by chance, as long as one fits.
 * @param {Round} round
 * @param {() => number} next
 * @returns {Played[]}
 */
export function playRound({ most, arms, seats, hand, engine }, next) {
  const set = [];
  for (let high = 0; high <= most; high += 1)
    for (let low = 0; low <= high; low += 1)
      if (high !== engine || low !== engine) set.push([high, low]);
  const tiles = shuffled(set, next);
  const hands = Array.from({ length: seats }, () => tiles.splice(0, hand));
  /** How many tiles with these pips lie. */
  const lying = Array.from({ length: most + 1 }, () => 0);
  lying[engine] = 1;
  /** @type {Map<number, number>} */
  const ends = new Map();
  /** @type {Played[]} */
  const played = [];
  let fill = { on: 0, pips: engine, missing: arms };
  for (let seat = 0, passes = 0; passes < seats; seat = (seat + 1) % seats) {
    const offers = () =>
      hands[seat].flatMap((tile) =>
        (fill.missing > 0 ? [[fill.on, fill.pips]] : [...ends])
          .filter(([, pips]) => tile.includes(pips))
          .map(([on, pips]) => ({ tile, on, pips })),
      );
    let all = offers();
    if (all.length === 0 && tiles.length > 0) {
      hands[seat].push(tiles.splice(0, 1)[0]);
      passes = -1;
      all = offers();
    }
    passes += 1;
    if (all.length === 0) continue;
    passes = 0;
    const { tile, on, pips } = all[Math.floor(next() * all.length)];
    hands[seat].splice(hands[seat].indexOf(tile), 1);
    const [high, low] = tile;
    const to = high === pips ? low : high;
    for (const half of new Set(tile)) lying[half] += 1;
    played.push({ seat, tile: `${high}-${low}`, on: String(on), to });
    ends.delete(on);
    if (on === fill.on && fill.missing > 0) fill.missing -= 1;
    if (high === low) fill = { on: played.length, pips: high, missing: 3 };
    else ends.set(played.length, to);
    if (lying[fill.pips] === most + 1) fill.missing = 0;
    if (hands[seat].length === 0) break;
  }
  return played;
}
