/** The lessons of Mexican Train and Chickenfoot beside their rules. */
import { amount } from '../../../../format/amounts.js';
import { presetInWords } from '../../../../format/notation.js';
import { loadTexts, t } from '../../../../i18n/index.js';
import { playedLesson } from '../../../../tiles/views/played_lesson.js';
import { fetchViews } from '../../../index.js';
import { scriptOf } from './script.js';
import { lessonGame } from './steps.js';

/** @import { Played } from '../../../../tiles/views/played_lesson.js' */
/** @import { TrainsOptions } from '../../types.js' */
/** @import { StepName } from './script.js' */

const [{ open }] = await Promise.all([
  fetchViews('trains'),
  loadTexts('match', 'trains', 'trains_learn'),
]);

/** @param {Pick<TrainsOptions, 'game'>} rules of which game the lesson is */
export const lessonView = ({ game }) => playedLesson(lessonOf(game));

/** @param {TrainsOptions['game']} game @returns {Played<StepName>} */
const lessonOf = (game) => ({
  open,
  game: (tell) => lessonGame(game, tell),
  say: (step, name) => textOf(game, step, name),
  stands: ({ view }, seat) => amount(view?.table.hand_sizes?.[seat] ?? 0, 'tiles'),
  kind: 'trains',
  pips: 'coloured',
  isWide: true,
});

/** The presets by whose names the games go. */
const PRESETS = { mexican_train: 'Mexican Train', chickenfoot: 'Chickenfoot' };

/** @param {TrainsOptions['game']} game @param {StepName | 'better' | 'over'} step @param {string} name */
function textOf(game, step, name) {
  if (step !== 'over') return t(`trains.lesson.${step}`, { name });
  const points = amount(scriptOf(game).left, 'points');
  return t('trains.lesson.over', { name, points, game: presetInWords(PRESETS[game]) });
}
