/** How Ringway is chosen for a new table. Pure. */

import { loadTexts, t } from '../../i18n/index.js';

/** @import { Length, Preset } from '../contract.js' */

await loadTexts('later');

export const variantOf = () => 'ringway';

export const variants = { ringway: { preset: 'Ringway' } };

export const families = { ringway: 'race' };

export const hasLesson = true;

/** A match is one game of one deal. */
export const boards = [1];

/** @param {Preset} preset */
export const seatings = (preset) => preset.seatings.filter(({ offered }) => offered);

/** The targets of one preset, and of the other one that it is played to the last tile. @param {Preset} _ @param {readonly Preset[]} presets @returns {Length[]} */
export const lengths = (_, presets) =>
  presets.flatMap(({ name: preset, targets, rules }) =>
    (rules.target === null ? [null] : targets).map((target) => ({ preset, target })),
  );

export const capHint = () => t('cap.hint_turns');

/** @param {string} time */
export const capTerm = (time) => t('create.capped_turns', { time });
