/**
 * The drawn examples of the rules of Mexican Train and Chickenfoot. The positions are data, as the rules allow them;
 * nothing here judges a tile. Pure.
 */
import { amount } from '../../format/amounts.js';
import { loadTexts, t } from '../../i18n/index.js';

await loadTexts('later', 'trains_learn');

/** @import { PlaceId, TrainsOptions } from './types.js' */

/** A tile that is tried, and whether it is allowed there. @typedef {{ tile: string, on: PlaceId, allowed: boolean }} Tried */

/**
 * What lies in Mexican Train: the tiles of each train from the hub outwards, by its place, and the markers.
 * @typedef {object} Trains
 * @property {string} engine
 * @property {Readonly<Record<PlaceId, readonly string[]>>} trains
 * @property {readonly PlaceId[]} [markers]
 */

/**
 * What lies in Chickenfoot: the tiles in the order of play, each with the number of the tile on which it was played.
 * @typedef {object} Tree
 * @property {string} engine
 * @property {readonly (readonly [tile: string, on: number])[]} laid
 * @property {number} arms how many tiles the hub needs
 */

/**
 * A drawn example.
 * @typedef {object} Figure
 * @property {Trains | Tree} lies
 * @property {Tried | null} tried
 * @property {{ label: string, tiles: readonly string[] }[]} hands rows of tiles beneath
 * @property {string} caption
 * @property {string | null} best the tile of the hands to play
 */

/** @param {string} caption @param {Trains | Tree} lies @param {Partial<Figure>} [more] @returns {Figure} */
export const figure = (caption, lies, more) => ({
  lies,
  tried: null,
  hands: [],
  best: null,
  ...more,
  caption,
});

/** @param {Trains | Tree} lies @returns {lies is Tree} */
export const isTree = (lies) => 'laid' in lies;

/** @param {string} tiles with spaces between */
const list = (tiles) => (tiles === '' ? [] : tiles.split(' '));

/**
 * @param {Record<PlaceId, string>} trains
 * @param {PlaceId[]} [markers]
 * @returns {Trains}
 */
export const trainsOf = (trains, markers = []) => ({
  engine: '9-9',
  trains: Object.fromEntries(Object.entries(trains).map(([on, tiles]) => [on, list(tiles)])),
  markers,
});

/** @param {string} laid such as "7-7@1 7-2@5" @param {number} [arms] @returns {Tree} */
export const treeOf = (laid, arms = 4) => ({
  engine: '9-9',
  laid: list(laid).map((one) => {
    const [tile, on] = one.split('@');
    return /** @type {const} */ ([tile, Number(on)]);
  }),
  arms,
});

const BEGUN = { 0: '9-5 5-2', 1: '9-4', m: '9-7 7-1' };

/** Tiles that are tried in Mexican Train, by their words. */
export const TRIED = /** @satisfies {Record<string, { lies: Trains, tried: Tried }>} */ ({
  open: { lies: trainsOf(BEGUN, ['1']), tried: { tile: '4-3', on: '1', allowed: true } },
  closed: { lies: trainsOf(BEGUN), tried: { tile: '4-3', on: '1', allowed: false } },
  cover: {
    lies: trainsOf({ ...BEGUN, 0: '9-5 5-5' }),
    tried: { tile: '5-3', on: '0', allowed: true },
  },
  bound: {
    lies: trainsOf({ ...BEGUN, 1: '9-4 4-4' }),
    tried: { tile: '4-3', on: '1', allowed: true },
  },
  elsewhere: {
    lies: trainsOf({ ...BEGUN, 1: '9-4 4-4' }),
    tried: { tile: '2-0', on: '0', allowed: false },
  },
  plain: {
    lies: trainsOf({ ...BEGUN, 1: '9-4 4-4' }),
    tried: { tile: '2-0', on: '0', allowed: true },
  },
});

/** The trains as they begin. */
export const hubFigure = () => figure(t('trains.figure.hub'), trainsOf(BEGUN));

/** @param {keyof typeof TRIED} word */
export const triedFigure = (word) => {
  const { lies, tried } = TRIED[word];
  return figure(t(`trains.figure.${word}`), lies, { tried });
};

/** The tiles at the hub, of which the first ones are taken. */
const ARMS = list('9-7@0 9-1@0 9-4@0 9-0@0 9-2@0 9-5@0 9-3@0 9-6@0');

/** Tiles that are tried in Chickenfoot, by their words. @param {Pick<TrainsOptions, 'arms'>} options @returns {Record<'hub' | 'before' | 'toe' | 'away' | 'full', { lies: Tree, tried: Tried }>} */
export function triedInTree({ arms }) {
  const hub = ARMS.slice(0, arms);
  const foot = [...hub, '7-7@1'];
  // The double is the tile after those at the hub.
  const double = arms + 1;
  /** @param {string[]} laid @param {string} tile @param {number} on @param {boolean} allowed */
  const tried = (laid, tile, on, allowed) => ({
    lies: treeOf(laid.join(' '), arms),
    tried: { tile, on: String(on), allowed },
  });
  const toes = ['7-4', '7-2', '7-5'].map((toe) => `${toe}@${double}`);
  return {
    hub: tried(hub.slice(0, -1), hub[arms - 1].slice(0, 3), 0, true),
    before: tried(hub.slice(0, -1), '7-5', 1, false),
    toe: tried([...foot, toes[0]], '7-2', double, true),
    away: tried([...foot, toes[0]], '1-0', 2, false),
    full: tried([...foot, ...toes], '5-3', double + 3, true),
  };
}

/** @param {Parameters<typeof triedInTree>[0]} options @param {(keyof ReturnType<typeof triedInTree>)[]} words */
export const treeFigures = (options, words) =>
  words.map((word) => {
    const { lies, tried } = triedInTree(options)[word];
    const tiles = amount(options.arms, 'tiles');
    return figure(t(`trains.figure.foot.${word}`, { tiles }), lies, { tried });
  });
