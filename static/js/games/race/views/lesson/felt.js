/** The lesson of Ringway beside its rules. */
import { presetInWords } from '../../../../format/notation.js';
import { loadTexts, t } from '../../../../i18n/index.js';
import { playedLesson } from '../../../../tiles/views/played_lesson.js';
import { fetchViews } from '../../../index.js';
import { standsOn } from '../../talk.js';
import { lessonGame } from './steps.js';

/** @import { StepName } from './steps.js' */

const [{ open }] = await Promise.all([
  fetchViews('race'),
  loadTexts('match', 'race', 'race_learn'),
]);

export const lessonView = () =>
  playedLesson({
    open,
    game: lessonGame,
    say: textOf,
    stands: ({ view }, seat) => standsOn(view?.standing.scores[seat] ?? 0),
    kind: 'race',
  });

/** @param {StepName | 'better' | 'over'} step @param {string} name */
const textOf = (step, name) =>
  step === 'over'
    ? t('race.lesson.over', { game: presetInWords('Ringway') })
    : t(`race.lesson.${step}`, { name });
