/** The law of trains, written a second time for the tests: where a tile may go. */

/** @import { Trains, Tree } from '../../static/js/games/trains/figures.js' */

/** How many tiles a foot asks for. */
const TOES = 3;

/** @param {string} tile */
export const halves = (tile) => tile.split('-').map(Number);

/** @param {string} tile */
export const isDouble = (tile) => halves(tile)[0] === halves(tile)[1];

/** The pips in tiles, and what the double blank costs. @param {readonly string[]} tiles @param {number} [blank] */
export const pips = (tiles, blank = 50) =>
  tiles.reduce(
    (sum, tile) => sum + (tile === '0-0' ? blank : halves(tile)[0] + halves(tile)[1]),
    0,
  );

/** The pips after a tile that goes on from some; null if it doesn't. @param {number} from @param {string} tile */
export function after(from, tile) {
  const [high, low] = halves(tile);
  if (high === from) return low;
  return low === from ? high : null;
}

/** The pips with which tiles end one after the other. @param {string} engine @param {readonly string[]} tiles */
export function endOf(engine, tiles) {
  const [start] = halves(engine);
  return tiles.reduce((from, tile) => {
    const to = after(from, tile);
    if (to === null) throw new Error(`${tile} doesn’t go on from ${from}`);
    return to;
  }, start);
}

/** Whether all tiles of a double-nine set with some pips are among these. @param {readonly string[]} tiles @param {number} of */
export const isDead = (tiles, of) =>
  tiles.filter((tile) => halves(tile).includes(of)).length === 10;

/** All tiles on the table. @param {Trains | Tree} lies */
export const onTable = (lies) => [
  lies.engine,
  ...('laid' in lies ? lies.laid.map(([tile]) => tile) : Object.values(lies.trains).flat()),
];

/**
 * Where seat 0 may play a tile in Mexican Train by its usual rules. In these positions one double is open at most.
 * @param {Trains} lies
 * @param {string} tile
 * @param {boolean} [cover] whether doubles ask for a cover
 */
export function placesOnTrains(lies, tile, cover = true) {
  const { engine, trains, markers = [] } = lies;
  const on = Object.keys(trains);
  const open = on.filter((one) => {
    const last = trains[one].at(-1);
    return cover && last && isDouble(last) && !isDead(onTable(lies), halves(last)[0]);
  });
  const right = on.filter((one) => one === '0' || one === 'm' || markers.includes(one));
  const allowed = open.length > 0 ? open.slice(0, 1) : right;
  const fits = allowed.filter((one) => after(endOf(engine, trains[one]), tile) !== null);
  // The own train first, then the Mexican one, then the others in turn order.
  return fits.sort((a, b) => rank(a) - rank(b));
}

/** @param {string} on */
const rank = (on) => (on === '0' ? 0 : on === 'm' ? 1 : 1 + Number(on));

/** The free pips of each tile of Chickenfoot by its number, and what must be filled. @param {Tree} lies */
function treeOf({ engine, laid, arms }) {
  const tiles = [engine, ...laid.map(([tile]) => tile)];
  const ends = [halves(engine)[0]];
  const children = tiles.map((_, number) => laid.filter(([, on]) => on === number).length);
  for (const [tile, on] of laid) {
    const to = after(ends[on], tile);
    if (to === null) throw new Error(`${tile} doesn’t go on from ${tiles[on]}`);
    ends.push(to);
  }
  const all = [engine, ...laid.map(([tile]) => tile)];
  const needs = (/** @type {number} */ number) => (number === 0 ? arms : TOES);
  const filled = tiles.findIndex(
    (tile, number) =>
      isDouble(tile) && children[number] < needs(number) && !isDead(all, halves(tile)[0]),
  );
  return { tiles, ends, children, fill: filled < 0 ? null : filled };
}

/** Where a tile may go in Chickenfoot, as numbers. @param {Tree} lies @param {string} tile */
export function placesOnTree(lies, tile) {
  const { tiles, ends, children, fill } = treeOf(lies);
  const open =
    fill === null
      ? tiles.flatMap((one, number) => (!isDouble(one) && children[number] === 0 ? [number] : []))
      : [fill];
  return open.filter((number) => after(ends[number], tile) !== null).map(String);
}

/** @param {Trains | Tree} lies @param {string} tile @param {boolean} [cover] */
export const placesFor = (lies, tile, cover = true) =>
  'laid' in lies ? placesOnTree(lies, tile) : placesOnTrains(lies, tile, cover);

/** What lies after a tile is played. @template {Trains | Tree} L @param {L} lies @param {string} tile @param {string} on @returns {L} */
export function withTile(lies, tile, on) {
  if ('laid' in lies)
    return /** @type {L} */ ({ ...lies, laid: [...lies.laid, [tile, Number(on)]] });
  const { trains, markers = [] } = lies;
  return /** @type {L} */ ({
    ...lies,
    trains: { ...trains, [on]: [...trains[on], tile] },
    markers: markers.filter((one) => on !== '0' || one !== '0'),
  });
}

/** The most tiles of a hand that go on one after the other. @param {number} from @param {readonly string[]} hand @returns {number} */
export const longest = (from, hand) =>
  Math.max(
    0,
    ...hand.map((tile) => {
      const to = after(from, tile);
      return to === null
        ? 0
        : 1 +
            longest(
              to,
              hand.filter((other) => other !== tile),
            );
    }),
  );
