/** The lesson on the felt of the front page: its board, the points of both players, and the visitor's hand. */
import '../../../../views/later.js';
import { h } from '../../../../dom.js';
import { amount } from '../../../../format/amounts.js';
import { presetInWords } from '../../../../format/notation.js';
import { t } from '../../../../i18n/index.js';
import { pipSum } from '../../../../tiles/pips.js';
import { tileStep } from '../../../../tiles/steps.js';
import { handView } from '../../../../tiles/views/hand.js';
import { unbroken } from '../../../../tiles/words.js';
import { OTHER, otherName, scoreLine, TAUGHT } from '../../../../views/front/score_line.js';
import { boardView } from '../board.js';
import { LEFT, lessonGame } from './steps.js';

/** @import { Table } from '../../types.js' */

/**
 * @param {(text: string, isOver: boolean) => void} say shows what has happened and what to do
 */
export function lessonView(say) {
  const game = lessonGame((step) => say(unbroken(textOf(step)), step === 'over'));
  const { actions, store } = game;
  const head = scoreLine();
  const board = boardView(actions, () => null);
  const hand = handView(actions, board.focusEnd);
  store.subscribe((state) => {
    const table = /** @type {Table | null} */ (state.table);
    if (!table?.view) return;
    board.draw(table);
    hand.draw(table);
    const { view } = table;
    head.draw(view.standing.scores, view.board.hand_sizes[OTHER]);
  });
  return {
    element: h('div.lesson', { testid: 'lesson' }, head.element, board.element, hand.element),
    begin: game.begin,
    stop: game.stop,
    /** @param {string} tile */
    tap: (tile) => actions.pick(tileStep(tile)),
    focus: hand.focus,
  };
}

/** @param {Parameters<Parameters<typeof lessonGame>[0]>[0]} step */
function textOf(step) {
  const name = otherName();
  switch (step) {
    case 'first':
      return t('front.move');
    case 'other':
      return t('turn.other', { name });
    case 'join_high':
      return t('lesson.join', { pips: 2, tile: '6-0', open: 6 });
    case 'join_low':
      return t('lesson.join', { pips: 6, tile: '2-1', open: 2 });
    case 'drawing':
      return t('lesson.draw');
    case 'draw':
      return t('lesson.double');
    case 'over':
      return t('lesson.over', {
        name,
        points: amount(pipSum([LEFT]), 'points'),
        game: presetInWords(TAUGHT),
      });
    default:
      return t(`lesson.${step}`, { name });
  }
}
