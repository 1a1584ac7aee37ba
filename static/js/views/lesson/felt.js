/** The lesson on the felt of the front page: its board, the points of both players, and the visitor's hand. */
import '../later.js';
import { h, setText } from '../../dom.js';
import { nameOf } from '../../format/names.js';
import { countSum } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { boardView } from '../table/board.js';
import { handView } from '../table/hand.js';
import { lessonGame, OTHER } from './steps.js';

/** What the computer player is called. */
const NAME = nameOf({ name: '', computer: 'beginner' }, OTHER);

/**
 * @param {(text: string, isOver: boolean) => void} say shows what has happened and what to do
 */
export function lessonView(say) {
  const game = lessonGame((step) => say(textOf(step), step === 'over'));
  const { actions, store } = game;
  const board = boardView(actions, () => null);
  const hand = handView(actions, board.focusEnd);
  const sum = h('p', { class: 'lesson-sum', 'data-testid': 'lesson-sum' });
  const points = [t('name.you'), NAME].map((name) => {
    const n = h('b', {});
    return { n, element: h('span', { class: 'lesson-player' }, name, ' ', n) };
  });
  store.subscribe(({ table }) => {
    if (!table?.view) return;
    board.draw(table);
    hand.draw(table);
    const { count, scores } = table.view.board;
    setText(sum, count ? `${countSum(count)} = ${count.total}` : '');
    for (const [side, { n }] of points.entries()) setText(n, String(scores[side]));
  });
  return {
    element: h(
      'div',
      { class: 'lesson', 'data-testid': 'lesson' },
      h('div', { class: 'lesson-head' }, points[0].element, sum, points[1].element),
      board.element,
      hand.element,
    ),
    begin: game.begin,
    stop: game.stop,
    tap: actions.tapTile,
    focus: hand.focus,
  };
}

/** @param {Parameters<Parameters<typeof lessonGame>[0]>[0]} step */
function textOf(step) {
  switch (step) {
    case 'first':
      return t('front.move');
    case 'other':
      return t('turn.other', { name: NAME });
    case 'drawing':
      return t('lesson.draw');
    case 'draw':
      return t('lesson.double');
    default:
      return t(`lesson.${step}`, { name: NAME });
  }
}
