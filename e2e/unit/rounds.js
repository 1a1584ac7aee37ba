/** Random rounds by the rules of the layout (crates/rules/RULES.md, The layout), for the layout's tests. */
import fc from 'fast-check';

/** @import {Chain, Laid} from '../../static/js/games/line/layout/chain.js' */

/**
 * A round's layout.
 * @typedef {object} Round
 * @property {readonly string[]} set all tiles of the set
 * @property {Laid[]} laid
 * @property {boolean} spins the rules have a spinner
 * @property {string | null} spinner
 * @property {number[]} parents which tile each is joined to; -1 for the lead
 * @property {Record<string, number>} open each open arm's outermost tile
 * @property {Record<string, number>} pips each open arm's pips
 */

/** All tiles up to a double. @param {number} highest @returns {readonly string[]} */
const upTo = (highest) =>
  Array.from({ length: highest + 1 }, (_, high) =>
    Array.from({ length: high + 1 }, (__, low) => `${high}-${low}`),
  ).flat();

/** All 28 tiles of double-six. */
export const TILES = upTo(6);

/** All 55 tiles of double-nine. */
export const NINES = upTo(9);

/**
 * @param {string} tile
 * @param {boolean} spins
 * @param {readonly string[]} [set]
 * @returns {Round}
 */
export function lead(tile, spins, set = TILES) {
  const [high, low] = tile.split('-').map(Number);
  return {
    set,
    laid: [{ tile, seat: 0, joint: null }],
    spins,
    spinner: spins && high === low ? tile : null,
    parents: [-1],
    open: { a: 0, b: 0 },
    pips: { a: high, b: low },
  };
}

/**
 * @param {Round} round
 * @returns {{tile: string, arm: string}[]}
 */
export function legal({ set, laid, pips }) {
  const left = set.filter((tile) => !laid.some((each) => each.tile === tile));
  return Object.entries(pips).flatMap(([arm, open]) =>
    left.filter((tile) => tile.split('-').includes(String(open))).map((tile) => ({ tile, arm })),
  );
}

/**
 * @param {Round} round
 * @param {{tile: string, arm: string}} placement
 * @returns {Round}
 */
export function play(round, { tile, arm }) {
  const [high, low] = tile.split('-').map(Number);
  const outer = round.pips[arm] === high ? low : high;
  const index = round.laid.length;
  const next = {
    ...round,
    laid: [...round.laid, { tile, seat: index % 2, joint: { arm, outer } }],
    parents: [...round.parents, round.open[arm]],
    open: { ...round.open, [arm]: index },
    pips: { ...round.pips, [arm]: outer },
  };
  if (round.spins && round.spinner === null && high === low) next.spinner = tile;
  const spinner = next.laid.findIndex((each) => each.tile === next.spinner);
  // Once both sides along the line carry a tile, the other two open.
  if (spinner >= 0 && next.open.c === undefined) {
    const joined = next.parents.filter((parent) => parent === spinner).length;
    if (joined + (spinner > 0 ? 1 : 0) >= 2) {
      const pips = Number(next.laid[spinner].tile[0]);
      next.open = { ...next.open, c: spinner, d: spinner };
      next.pips = { ...next.pips, c: pips, d: pips };
    }
  }
  return next;
}

/**
 * The round after its first `count` tiles.
 * @param {Round} round
 * @param {number} count
 * @returns {Round}
 */
export function stopAt({ set, laid, spins }, count) {
  return laid
    .slice(1, count)
    .reduce(
      (round, { tile, joint }) => play(round, { tile, arm: joint?.arm ?? '' }),
      lead(laid[0].tile, spins, set),
    );
}

/**
 * @param {Round} round
 * @returns {Chain}
 */
export function chainOf({ set, laid, spinner, pips }) {
  const ends = Object.entries(pips).map(([arm, n]) => ({ arm, pips: n }));
  return { laid, spinner, ends, set: set.length };
}

/**
 * Plays on for as long as there are choices and a tile fits.
 * @param {Round} start
 * @param {readonly number[]} choices one for each tile
 * @param {string} favoured arms, such as "ab", that are played on three times in four where
 *   possible
 * @returns {Round}
 */
export function playOn(start, choices, favoured = '') {
  let round = start;
  for (const choice of choices) {
    const all = legal(round);
    const wanted = all.filter(({ arm }) => favoured.includes(arm));
    const among = wanted.length > 0 && choice % 4 > 0 ? wanted : all;
    if (among.length === 0) break;
    round = play(round, among[Math.floor(choice / 4) % among.length]);
  }
  return round;
}

/**
 * A random round: with or without a spinner, short or long, its arms even or not.
 * @param {readonly string[]} set
 */
const roundOf = (set) =>
  fc
    .record({
      tile: fc.constantFrom(...set),
      spins: fc.boolean(),
      favoured: fc.constantFrom('', '', 'a', 'b', 'c', 'd'),
      choices: fc.array(fc.nat({ max: 1_000_000 }), { maxLength: set.length - 1, size: 'max' }),
    })
    .map(({ tile, spins, favoured, choices }) => playOn(lead(tile, spins, set), choices, favoured));

/** A random round with the tiles of double-six. */
export const playedRound = roundOf(TILES);

/** A random round with those of double-nine. */
export const roundOfNines = roundOf(NINES);
