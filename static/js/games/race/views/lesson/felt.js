/** The lesson of Ringway beside its rules: its board, its hand with the buttons, and what to do. */
import { attr, h, setText, show } from '../../../../dom.js';
import { nameOf } from '../../../../format/names.js';
import { presetInWords } from '../../../../format/notation.js';
import { loadTexts, t } from '../../../../i18n/index.js';
import { unbroken } from '../../../../tiles/words.js';
import { button } from '../../../../views/widgets.js';
import { fetchViews } from '../../../index.js';
import { viewOf } from '../../fold.js';
import { standsOn } from '../../talk.js';
import { lessonGame } from './steps.js';

/** @import { Lesson } from '../../../contract.js' */

const [{ open }] = await Promise.all([
  fetchViews('race'),
  loadTexts('match', 'race', 'race_learn'),
]);

/** The computer player at the lesson's table. */
const otherName = () => nameOf({ name: '', computer: 'beginner' }, 1);

/** @returns {Lesson} */
export function lessonView() {
  const line = h('p.race-lesson-line', { role: 'status', testid: 'lesson-text' });
  const again = button(t('front.again'), { kind: 'small', testid: 'lesson-again', press: begin });
  const game = lessonGame((step) => {
    setText(line, unbroken(textOf(step)));
    attr(line, 'data-kind', step === 'other' || step === 'over' ? null : 'move');
    show(again, step === 'over');
  });
  const { board, hand, controls } = open({ actions: game.actions, origin: () => null });
  const points = [0, 1].map(() => h('span.race-lesson-player'));
  const head = h('div.race-lesson-head.in-line', ...points);
  game.store.subscribe(({ table }) => {
    const view = table && viewOf(table);
    if (!table || !view) return;
    for (const [side, element] of points.entries())
      setText(
        element,
        `${side === 0 ? t('name.you') : otherName()}: ${standsOn(view.standing.scores[side])}`,
      );
    board.draw(table);
    hand.draw(table);
    controls.draw(table);
  });
  function begin() {
    game.begin();
    element.scrollIntoView();
    hand.focus();
  }
  const say = h('div.race-lesson-say.row', line, again);
  const lying = h('div.race-lesson-board', board.element);
  const held = h('div.race-lesson-hand', hand.element);
  const parts = [say, head, lying, held, controls.element];
  const felt = h('div.race-lesson', { testid: 'race-lesson' }, ...parts);
  const element = h('div.race-lesson-room', felt);
  return { element, begin, stop: game.stop };
}

/** @param {Parameters<Parameters<typeof lessonGame>[0]>[0]} step */
function textOf(step) {
  const name = otherName();
  if (step === 'other') return t('turn.other', { name });
  if (step === 'over') return t('race.lesson.over', { game: presetInWords('Ringway') });
  return t(`race.lesson.${step}`, { name });
}
