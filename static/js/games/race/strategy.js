/** Advice on how to play Ringway well by a table's rules: one section each, with a drawn position. Pure. */
import { amount } from '../../format/amounts.js';
import { loadTexts, t } from '../../i18n/index.js';
import { figure } from './figures.js';
import { END_TARGET, POSITIONS } from './positions.js';

await loadTexts('later', 'race_learn');

/** @import { Section } from '../contract.js' */
/** @import { Figure } from './figures.js' */
/** @import { PositionName } from './positions.js' */
/** @import { RaceRules } from './terms.js' */

/** @param {RaceRules} rules @returns {Section<Figure>[]} */
export const strategyInWords = (rules) =>
  adviceFor(rules).map((name) => ({
    heading: t(`race.strategy.${name}.title`),
    lines: [t(`race.strategy.${name}.why`, { points: amount(rules.target ?? 0, 'points') })],
    // What ends a game to another target isn't what is drawn.
    figures: name === 'end' && rules.target !== END_TARGET ? [] : [figureOf(name)],
  }));

/** Which advice fits the rules, the most useful first. @param {RaceRules} rules */
function adviceFor({ target }) {
  const names = /** @type {PositionName[]} */ (Object.keys(POSITIONS));
  return names.filter((name) => name !== 'end' || target !== null);
}

/** @param {PositionName} name @returns {Figure} */
function figureOf(name) {
  const { board, hand, best, next } = POSITIONS[name];
  const places = next === undefined ? [best] : [best, next];
  return figure(t(`race.strategy.${name}.shown`), {
    board,
    tried: places.map((place) => ({ place, allowed: true })),
    hands: [{ label: t('figure.hand'), tiles: hand }],
    best: best.slice(0, 3),
  });
}
