/**
 * The drawn examples of the rules of Ringway. The positions are data, as the rules allow them; nothing here judges a
 * placement. Pure.
 */
import { amount } from '../../format/amounts.js';
import { loadTexts, t } from '../../i18n/index.js';

await loadTexts('later', 'race_learn');

/** @import { RaceRules } from './terms.js' */

/**
 * A placement that is tried, and whether it is allowed.
 * @typedef {{ place: string, allowed: boolean }} Tried
 */

/**
 * A drawn example: a part of the board, or of the track.
 * @typedef {object} Figure
 * @property {string[]} board placements, in order
 * @property {Tried[]} tried
 * @property {string[]} ends names of squares that are marked, such as far ends
 * @property {boolean} whole whether all of the board is drawn
 * @property {number | null} space the points of a piece, if the track is drawn in place of the board
 * @property {{ label: string, tiles: string[] }[]} hands rows of tiles beneath
 * @property {string} caption
 * @property {boolean} good whether it scores
 * @property {string | null} best the tile of the hands to place
 */

/** @param {string} caption @param {Partial<Figure>} parts @returns {Figure} */
export const figure = (caption, parts) => ({
  board: [],
  tried: [],
  ends: [],
  whole: false,
  space: null,
  hands: [],
  good: false,
  best: null,
  ...parts,
  caption,
});

const FIRST = ['6-3 on 8H left'];
const TURNED = [...FIRST, '5-3 on 6G down'];
const RING = [...FIRST, '6-5 on 8I right', '5-2 on 7J up', '4-2 on 6H right'];
const DOUBLE = [...FIRST, '3-3 on 8E right'];

/** Placements that are tried, by their words. */
export const TRIED = /** @type {const} */ ([
  ['line', FIRST, '4-3 on 8E right', true],
  ['angle', FIRST, '5-3 on 6G down', true],
  ['side', FIRST, '5-3 on 9F right', true],
  ['number', FIRST, '6-5 on 8J left', false],
  ['two', TURNED, '6-2 on 7H right', false],
  ['block', FIRST, '6-3 on 9H left', false],
  ['joins', RING, '4-3 on 6G down', true],
]);

/** A tile after a double, by its words and by what follows a double. */
export const AFTER = {
  far_end: [
    { word: 'far', board: DOUBLE, place: '4-3 on 6E down', allowed: true },
    { word: 'near', board: DOUBLE, place: '4-3 on 6F down', allowed: false },
  ],
  either_end: [
    { word: 'far', board: DOUBLE, place: '4-3 on 6E down', allowed: true },
    { word: 'either', board: DOUBLE, place: '4-3 on 6F down', allowed: true },
  ],
};

const TRACKED = ['2-1 on 8I left', '2-2 on 8J right', '2-1 on 7K right', '3-2 on 10J up'];

/** Placements that score: the points before, the seat that places, and what each seat gets. */
export const SCORED = /** @type {const} */ ([
  { word: 'both', board: TRACKED, place: '6-1 on 6M left', scores: [1, 1], gains: [5, 3] },
  {
    word: 'twice',
    board: [...TRACKED, '6-1 on 6M left'],
    place: '6-6 on 6N right',
    scores: [6, 4],
    gains: [11, 0],
  },
]);

/** A piece on the track: its points, and the number of its space. */
export const PIECE = { points: 8, number: 2 };

export const boardFigures = () => [
  figure(t('race.figure.whole'), { whole: true }),
  figure(t('race.figure.track', { points: amount(PIECE.points, 'points'), number: PIECE.number }), {
    space: PIECE.points,
  }),
];

export const placeFigures = () =>
  TRIED.map(([word, board, place, allowed]) =>
    figure(t(`race.figure.${word}`), { board, tried: [{ place, allowed }] }),
  );

/** @param {RaceRules} rules */
export const doubleFigures = ({ after_double }) =>
  AFTER[after_double].map(({ word, board, place, allowed }) =>
    figure(t(/** @type {'race.figure.far'} */ (`race.figure.${word}`)), {
      board,
      tried: [{ place, allowed }],
      ends: after_double === 'far_end' ? ['8E'] : ['8E', '8F'],
    }),
  );

export const scoreFigures = () =>
  SCORED.map(({ word, board, place }) =>
    figure(t(`race.figure.${word}`), {
      board: [...board],
      tried: [{ place, allowed: true }],
      good: true,
    }),
  );
