/** How the games of the line are chosen for a new table. Pure. */
import { DOUBLES, fullOptions } from '../../format/options.js';
import { seatsOf } from '../../format/seatings.js';
import { isOfTheWorld } from '../../format/world_games.js';
import { loadTexts, t } from '../../i18n/index.js';
import { SET_SIZES } from './options.js';

/** @import { AllOptions } from '../../format/options.js' */
/** @import { DominoSet } from '../../protocol.js' */
/** @import { GameForm, Length, Options, Preset } from '../contract.js' */

await loadTexts('later');

/** The fewest doubles in a hand that can make the tiles be dealt again. */
const REDEAL_MIN = 4;

/** Of a match, shortest first. */
const SIZES = /** @type {const} */ (['short', 'normal', 'long']);

/** @type {NonNullable<GameForm['variants']>} */
export const variants = {
  all_fives: { preset: 'Fives', pairs: true },
  draw: { preset: 'Draw', pairs: true },
  block: { preset: 'Block', pairs: true },
  fives_and_threes: { preset: 'Fives and Threes', pairs: true },
};

export const families = { all_fives: 'fives', fives_and_threes: 'fives' };

export const bySeating = ['hand_size', 'reserve'];

export const boards = [2, 3, 4, 6];

/** @param {Options} rules */
export const variantOf = ({ variant }) => variant;

/** @param {Options} rules */
export const whole = (rules) => fullOptions(/** @type {AllOptions} */ (rules));

/** Every seating, or for a game of the world those that it is played with. @param {Preset} preset */
export const seatings = (preset) =>
  preset.seatings.filter(({ offered }) => offered || !isOfTheWorld(preset.name));

/**
 * The targets of a short, a normal and a long match: about half as many points, the usual number,
 * and about twice as many. A target such as 61 is odd by custom, and its half and double are so too.
 * A game of the world has the targets that it is played to.
 * @param {Preset} preset
 * @returns {Length[]}
 */
export function lengths({ name: preset, targets, rules: { target } }) {
  if (isOfTheWorld(preset)) return targets.map((target) => ({ preset, target }));
  const odd = target % 2;
  const all = [(target - odd) / 2 + odd, target, 2 * (target - odd) + odd];
  return all.map((target, i) => ({ preset, target, size: SIZES[i] }));
}

/** @param {Options} options */
export const lengthHint = ({ love }) => (love === 'no' ? null : t('create.love_length'));

/** Where a game is played in both ways, whether the scores go back to 0. @param {Preset} preset */
export const prominent = ({ love_offered }) =>
  love_offered ? [{ name: 'love', values: ['no', 'yes'] }] : [];

/** @param {string} name @param {{ min: number, max: number }} all @param {Options} options */
export function range(name, { min, max }, { seating, tile_set, hand_size }) {
  const set = /** @type {DominoSet} */ (tile_set);
  if (name === 'redeal_doubles') {
    const possible = hand_size >= REDEAL_MIN && hand_size <= max;
    return { min, max: possible ? Math.min(hand_size, DOUBLES[set]) : min };
  }
  if (name !== 'hand_size') return { min, max };
  return { min, max: Math.min(max, Math.floor(SET_SIZES[set] / seatsOf(seating))) };
}

/** @param {string} name @param {number} n */
export const isOffered = (name, n) => name !== 'redeal_doubles' || n === 0 || n >= REDEAL_MIN;
