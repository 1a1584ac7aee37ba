/** What lies on the table: the trains of Mexican Train, the tree of Chickenfoot. Pure. */
import { halvesOf, isDouble } from '../../tiles/pips.js';

/** @import { Laid, Train, TrainsView, TreeTile } from './types.js' */

/** The Mexican train, as a place. */
export const MEXICAN = 'm';

/** The pips of the engine. @param {string} engine */
const pipsOf = (engine) => halvesOf(engine)[0];

/** The places where the visitor may play now. @param {TrainsView} view */
const offered = ({ own }) => new Set((own?.offers ?? []).flatMap(({ on }) => on));

/** The trains: of each seat, then the Mexican one. None before the first deal. @param {TrainsView} view @returns {Train[]} */
export function trainsOf(view) {
  const { table, played } = view;
  const { engine, hand_sizes = [], markers = [], doubles = [], dead = [] } = table;
  if (engine === undefined) return [];
  const may = offered(view);
  /** @param {string} on @param {number | null} owner @returns {Train} */
  const train = (on, owner) => {
    /** @type {Laid[]} */
    const tiles = played.flatMap(({ on: place, ...one }, i) =>
      place === on ? [{ number: i + 1, ...one }] : [],
    );
    return {
      on,
      owner,
      tiles,
      end: tiles.at(-1)?.to ?? pipsOf(engine),
      isMarked: owner !== null && markers.includes(owner),
      isOpenDouble: doubles.includes(on),
      isOldest: doubles[0] === on,
      isDead: dead.includes(on),
      canPlay: may.has(on),
    };
  };
  return [...hand_sizes.map((_, seat) => train(String(seat), seat)), train(MEXICAN, null)];
}

/** The tiles of Chickenfoot by their numbers, from the hub on. None before the first deal. @param {TrainsView} view @returns {TreeTile[]} */
export function treeOf(view) {
  const { table, played } = view;
  const { engine, fill, dead = [] } = table;
  if (engine === undefined) return [];
  const may = offered(view);
  const hub = { tile: engine, seat: null, on: null, to: pipsOf(engine) };
  return [hub, ...played].map(({ tile, seat, on, to }, number) => {
    const children = played.flatMap(({ on }, i) => (Number(on) === number ? [i + 1] : []));
    const isFoot = isDouble(tile);
    return {
      number,
      tile,
      seat,
      parent: on === null ? null : Number(on),
      to,
      children,
      missing: fill?.on === String(number) ? fill.missing : 0,
      isDouble: isFoot,
      isFree: !isFoot && children.length === 0,
      isDead: dead.includes(String(number)),
      canPlay: may.has(String(number)),
    };
  });
}
