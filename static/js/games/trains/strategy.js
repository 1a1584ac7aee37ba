/** Advice on how to play Mexican Train or Chickenfoot well by a table's rules: one section each, with a drawn position. Pure. */
import { amount } from '../../format/amounts.js';
import { seatsOf } from '../../format/seatings.js';
import { loadTexts, t } from '../../i18n/index.js';
import { figure } from './figures.js';
import { FEET, TRAINS } from './positions.js';

await loadTexts('later', 'trains_learn');

/** @import { Section } from '../contract.js' */
/** @import { Figure } from './figures.js' */
/** @import { Position } from './positions.js' */
/** @import { TrainsOptions } from './types.js' */

/** From so many points on, the double blank is worse than any tile of the positions. */
const COSTLY = 20;
/** The toes of a foot: with as few other players, one of them is left for the player of the double. */
const TOES = 3;

/** @param {TrainsOptions} rules @returns {Section<Figure>[]} */
export const strategyInWords = (rules) =>
  rules.game === 'chickenfoot' ? advice(FEET, rules) : advice(TRAINS, rules);

/** @typedef {keyof typeof TRAINS | keyof typeof FEET} Name */

/** @param {Partial<Record<Name, Position>>} positions @param {TrainsOptions} rules */
const advice = (positions, rules) =>
  Object.entries(positions)
    .filter(([name]) => fits(/** @type {Name} */ (name), rules))
    .map(([name, position]) => section(/** @type {Name} */ (name), position, rules));

/** Whether advice is of use by the rules. @param {Name} name @param {TrainsOptions} rules */
function fits(name, { double_turn, double_blank, seating }) {
  if (name === 'cover') return double_turn === 'cover';
  if (name === 'keep') return seatsOf(seating) <= TOES;
  return name !== 'blank' || double_blank >= COSTLY;
}

/** @param {Name} name @param {Position} position @param {TrainsOptions} rules @returns {Section<Figure>} */
function section(name, { lies, hand, best }, { game, first_turn, double_blank }) {
  const isLong = name === 'plan' && first_turn === 'whole_train';
  const points = amount(double_blank, 'points');
  const isOfBoth = name in TRAINS && name in FEET;
  const shown = isOfBoth && game === 'chickenfoot' ? 'shown_foot' : 'shown';
  return {
    heading: t(`trains.strategy.${name}.title`),
    lines: [t(isLong ? 'trains.strategy.plan.long' : `trains.strategy.${name}.why`, { points })],
    figures: [
      figure(
        t(/** @type {'trains.strategy.heavy.shown'} */ (`trains.strategy.${name}.${shown}`)),
        lies,
        {
          tried: { ...best, allowed: true },
          hands: [{ label: t('figure.hand'), tiles: hand }],
          best: best.tile,
        },
      ),
    ],
  };
}
