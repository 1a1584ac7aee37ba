/** The points that are announced with a play. */
import { attr, h, keyed, show } from '../../../dom.js';
import { t } from '../../../i18n/index.js';
import { myTurn } from '../../../select.js';
import { idIn } from '../../../tiles/steps.js';
import { button } from '../../../views/widgets.js';
import { sayable, sayStep } from '../offers.js';

/** @import { Actions } from '../../../actions.js' */
/** @import { Table } from '../types.js' */

/**
 * The keypad for announcing points with a play. It keeps its room between turns, so that the layout
 * doesn't jump.
 * @param {Actions} actions
 */
export function sayView(actions) {
  const element = h('div.keypad', { role: 'group', 'aria-label': t('muggins.announce') });
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const choices = table.me.seat === null ? [] : sayable(table.room.rules.line);
      const used = choices.length > 0;
      show(element, used);
      attr(element, 'data-idle', myTurn(table) ? null : 'true');
      if (!used) return;
      keyed(
        element,
        choices,
        (points) => [points],
        (points) => key(points, actions),
        (made, points) =>
          attr(made, 'aria-pressed', String(idIn(table.ui.picked, 'say') === sayStep(points).id)),
      );
    },
  };
}

/** @param {number | null} points @param {Actions} actions */
function key(points, actions) {
  return button(points === null ? '–' : points, {
    class: 'key',
    testid: `say-${points ?? 'nothing'}`,
    'aria-label': points === null ? t('muggins.none') : t('muggins.say', { n: points }),
    press: () => actions.pick(sayStep(points)),
  });
}
