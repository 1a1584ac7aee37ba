/** The rules of Ringway at one table in words: one section a topic. Pure. */
import { amount } from '../../format/amounts.js';
import { loadTexts, t } from '../../i18n/index.js';
import { boardFigures, doubleFigures, placeFigures, scoreFigures } from './figures.js';

await loadTexts('later', 'race_learn');

/** @import { Section } from '../contract.js' */
/** @import { Figure } from './figures.js' */
/** @import { RaceRules } from './terms.js' */

/** @param {RaceRules} rules @returns {Section<Figure>[]} */
export function rulesInWords(rules) {
  const { seating, target, after_double } = rules;
  const points = amount(target ?? 0, 'points');
  const isLong = target === null;
  return [
    section(t('rules.aim.title'), [
      t(isLong ? 'race.rules.aim.long' : 'race.rules.aim.target', { points }),
      t(`rules.aim.${seating}`),
    ]),
    section(t('rules.deal.title'), [t('race.rules.deal.set'), t('race.rules.deal.lead')]),
    section(
      t('race.rules.board.title'),
      [t('race.rules.board.squares'), t('race.rules.board.track')],
      boardFigures(),
    ),
    section(t('rules.turn.title'), [
      t('race.rules.turn.draw'),
      t('race.rules.turn.must'),
      t('race.rules.turn.auto'),
    ]),
    section(
      t('race.rules.place.title'),
      [
        t('race.rules.place.star'),
        t('race.rules.place.touch'),
        t('race.rules.place.one'),
        t('race.rules.place.block'),
      ],
      placeFigures(),
    ),
    section(
      t('option.after double'),
      [
        t(after_double === 'far_end' ? 'race.rules.double.far' : 'race.rules.double.either'),
        t('race.rules.double.stop'),
      ],
      doubleFigures(rules),
    ),
    section(
      t('race.rules.score.title'),
      [t('race.rules.score.diamond'), t('race.rules.score.track'), t('race.rules.score.left')],
      scoreFigures(),
    ),
    section(t('race.rules.end.title'), [
      ...(isLong ? [] : [t('race.rules.end.target', { points })]),
      t('race.rules.end.blocked'),
      t('race.rules.end.most'),
      t('race.rules.end.time'),
    ]),
  ];
}

/** @param {string} heading @param {string[]} lines @param {Figure[]} [figures] */
const section = (heading, lines, figures = []) => ({ heading, lines, figures });
