/**
 * The drawn examples of the rules pages. The positions and what they come to are data, as the
 * server would send them; nothing here plays or counts. Pure.
 */

import { amount } from '../../format/amounts.js';
import { loadTexts, t } from '../../i18n/index.js';
import { countSum } from './count.js';
import { endsOf, laidTile } from './laid.js';

await loadTexts('later');

/** @import { Chain } from './layout/chain.js' */
/** @import { AllOptions } from '../../format/options.js' */
/** @import { LineOptions, Term } from '../../protocol.js' */

/**
 * A drawn example.
 * @typedef {object} Figure
 * @property {Chain | null} chain tiles on the table; its `ends` are drawn as open places
 * @property {Term[]} terms what the ends count, written at them
 * @property {{ label: string, tiles: string[] }[]} hands rows of tiles beneath
 * @property {string} caption
 * @property {boolean} good whether it scores
 * @property {{ tile: string, arm: string | null } | null} best the tile of the hands to play, and where
 */

/**
 * A counted position, and its points: by pips, by fives, and with fives and threes.
 * @typedef {{ chain: Chain, terms: Term[], total: number, points: { pips: number, fives: number, threes: number } }} Counted
 */

/** @param {string[]} tiles in order of play @param {{ spinner?: string, ends?: string }} [more] */
function chain(tiles, { spinner, ends } = {}) {
  return {
    laid: tiles.map((tile) => laidTile(tile)),
    spinner: spinner ?? null,
    ends: ends === undefined ? [] : endsOf(ends),
  };
}

/** @param {Term['arm']} arm @param {number} pips @param {boolean} [double] @returns {Term} */
const term = (arm, pips, double = false) => ({ arm, pips, double });

/** The positions that are shown. */
export const CHAINS = {
  join: chain(['6-4', 'b 4-1 1'], { ends: 'a6 b1' }),
  double: chain(['6-4', 'b 4-4 4', 'b 4-1 1'], { ends: 'a6 b1' }),
  spinnerAlone: chain(['5-5'], { spinner: '5-5', ends: 'a5 b5' }),
  spinnerOpen: chain(['5-5', 'a 5-3 3', 'b 6-5 6'], { spinner: '5-5', ends: 'a3 b6 c5 d5' }),
  spinnerFull: chain(['5-5', 'a 5-3 3', 'b 6-5 6', 'c 5-2 2', 'd 5-1 1', 'b 6-6 6'], {
    spinner: '5-5',
    ends: 'a3 b6 c2 d1',
  }),
  stuck: chain(['6-4'], { ends: 'a6 b4' }),
  blocked: chain([
    '6-6',
    'a 6-2 2',
    'b 6-3 3',
    'a 2-1 1',
    'b 4-3 4',
    'a 6-1 6',
    'b 6-4 6',
    'b 6-5 5',
    'b 5-0 0',
    'b 6-0 6',
  ]),
};

/** @type {Record<string, Counted>} */
export const COUNTS = {
  lead: {
    chain: chain(['6-4']),
    terms: [term('a', 6), term('b', 4)],
    total: 10,
    points: { pips: 10, fives: 2, threes: 2 },
  },
  outerDouble: {
    chain: chain(['5-3', 'b 6-3 6', 'b 6-5 5', 'b 5-5 5']),
    terms: [term('a', 5), term('b', 5, true)],
    total: 15,
    points: { pips: 15, fives: 3, threes: 8 },
  },
  halfSpinner: {
    chain: chain(['5-5', 'a 5-0 0'], { spinner: '5-5' }),
    terms: [term('a', 0), term('b', 5, true)],
    total: 10,
    points: { pips: 10, fives: 2, threes: 2 },
  },
  threeArms: {
    chain: chain(['6-6', 'a 6-4 4', 'b 6-1 1', 'c 6-2 2', 'b 4-1 4'], { spinner: '6-6' }),
    terms: [term('a', 4), term('b', 4), term('c', 2)],
    total: 10,
    points: { pips: 10, fives: 2, threes: 2 },
  },
  nine: {
    chain: chain(['6-4', 'b 4-3 3']),
    terms: [term('a', 6), term('b', 3)],
    total: 9,
    points: { pips: 0, fives: 0, threes: 3 },
  },
  seven: {
    chain: chain(['4-3']),
    terms: [term('a', 4), term('b', 3)],
    total: 7,
    points: { pips: 0, fives: 0, threes: 0 },
  },
};

/** Hands at a round's end and what they score: as they are, rounded to fives, in fives. */
export const HANDS = {
  left: { tiles: ['4-4', '3-0'], pips: 11, plain: 11, rounded: 10, fives: 2 },
  light: { tiles: ['4-2', '2-0', '2-2'], pips: 12 },
  heavy: { tiles: ['6-5', '6-4'], pips: 21, plain: 21, rounded: 20, fives: 4 },
  difference: { pips: 9, plain: 9, rounded: 10, fives: 2 },
};

/** @param {string} caption @param {Partial<Figure>} parts @returns {Figure} */
export function figure(caption, parts) {
  return { chain: null, terms: [], hands: [], good: false, best: null, ...parts, caption };
}

/** How tiles join. @param {LineOptions} options */
export function layoutFigures({ spinner }) {
  const join = figure(t('figure.join'), { chain: CHAINS.join });
  if (!spinner) return [join, figure(t('figure.double'), { chain: CHAINS.double })];
  return [
    join,
    figure(t('figure.spinner_alone'), { chain: CHAINS.spinnerAlone }),
    figure(t('figure.spinner_open'), { chain: CHAINS.spinnerOpen }),
    figure(t('figure.spinner_full'), { chain: CHAINS.spinnerFull }),
  ];
}

/** A turn in which nothing fits. @param {LineOptions} options */
export function turnFigures({ variant }) {
  const held = { label: t('figure.hand'), tiles: ['5-2', '3-1'] };
  if (variant === 'block') {
    return [figure(t('figure.passes'), { chain: CHAINS.stuck, hands: [held] })];
  }
  const drawn = { label: t('figure.drawn'), tiles: ['5-3', '6-3'] };
  return [figure(t('figure.draws'), { chain: CHAINS.stuck, hands: [held, drawn] })];
}

/** Counts and their points. @param {LineOptions} options */
export function countFigures({ variant, spinner, point_unit }) {
  const threes = variant === 'fives_and_threes';
  const { lead, outerDouble, halfSpinner, threeArms, nine, seven } = COUNTS;
  const shown = [lead, outerDouble];
  if (spinner) shown.push(halfSpinner, threeArms);
  shown.push(nine);
  if (threes) shown.push(seven);
  const unit = threes ? 'threes' : point_unit;
  return shown.map((one) => counted(one, one.points[unit]));
}

/** @param {Counted} position @param {number} n points */
function counted({ chain: position, terms, total }, n) {
  const sum = countSum({ total, terms });
  const points = amount(n, 'points');
  const caption = t(n > 0 ? 'figure.scores' : 'figure.scores_not', { sum, total, points });
  return figure(caption, { chain: position, terms, good: n > 0 });
}

/** How hands score under these options. @param {LineOptions} options */
function scoring({ variant, point_unit }) {
  if (variant !== 'all_fives') return 'plain';
  return point_unit === 'fives' ? 'fives' : 'rounded';
}

/** Whether a round is worth the opponents' pips and nothing else. @param {AllOptions} options */
const onlyPips = ({ going_out_point, hands, finish, domino_winner }) =>
  !going_out_point && hands === 'opponents' && domino_winner === 'out' && finish.plain === 0;

/** What a domino and a block come to. @param {AllOptions} options */
export function endFigures(options) {
  // Of a double-nine set ten tiles have a 6.
  const sevenSixes = options.tile_set !== 'double_nine';
  const blocked = sevenSixes ? [figure(t('figure.blocked'), { chain: CHAINS.blocked })] : [];
  if (!onlyPips(options)) return blocked;
  const how = scoring(options);
  const { left, light, heavy, difference } = HANDS;
  const points = amount(left[how], 'points');
  const domino = figure(t('figure.left', { pips: left.pips, points }), {
    hands: [{ label: t('figure.opponents'), tiles: left.tiles }],
  });
  if (options.seating !== 'two' || options.finish.blocked > 0) return [domino, ...blocked];
  const less = options.blocked_score === 'difference';
  const n = less ? difference[how] : heavy[how];
  const words = { own: light.pips, pips: heavy.pips, less: difference.pips, n };
  const hands = [
    { label: t('figure.winner'), tiles: light.tiles },
    { label: t('figure.loser'), tiles: heavy.tiles },
  ];
  const score = figure(t(less ? 'figure.difference' : 'figure.total', words), { hands });
  return [domino, score, ...blocked];
}
