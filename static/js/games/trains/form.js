/** How Mexican Train and Chickenfoot are chosen for a new table. Pure. */

import { seatsOf } from '../../format/seatings.js';
import { loadTexts, t } from '../../i18n/index.js';

/** @import { Length, Options, Preset } from '../contract.js' */

await loadTexts('later');

/** The double of each round isn't dealt. @type {Record<string, { dealt: number, doubles: number }>} */
const SETS = {
  double_nine: { dealt: 54, doubles: 10 },
  double_twelve: { dealt: 90, doubles: 13 },
};

/** @param {Options} rules */
export const variantOf = ({ game }) => game;

export const variants = {
  mexican_train: { preset: 'Mexican Train' },
  chickenfoot: { preset: 'Chickenfoot' },
};

export const families = { mexican_train: 'trains', chickenfoot: 'trains' };

export const hasLesson = true;

export const inRounds = true;

export const bySeating = ['hand_size'];

export const words = { double_blank: 'double_blank_held' };

/** @param {Preset} preset */
export const seatings = (preset) => preset.seatings.filter(({ offered }) => offered);

/** @param {Preset} preset @returns {Length[]} */
export const lengths = ({ name: preset, targets }) =>
  targets.toSorted((a, b) => a - b).map((target) => ({ preset, target }));

/** @param {string} name @param {{ min: number, max: number }} all @param {Options} options */
export function range(name, { min, max }, { seating, tile_set }) {
  const { dealt, doubles } = SETS[tile_set];
  if (name === 'hand_size')
    return { min, max: Math.min(max, Math.floor(dealt / seatsOf(seating))) };
  return { min, max: name === 'rounds' ? Math.min(max, doubles) : max };
}

/** The arms are four, six or eight. @param {string} name @param {number} n */
export const isOffered = (name, n) => name !== 'arms' || n % 2 === 0;

export const capHint = () => t('cap.hint_rounds');

/** @param {string} time */
export const capTerm = (time) => t('create.capped_rounds', { time });
