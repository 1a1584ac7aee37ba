/** The keypad for announcing points with a play. It keeps its room between turns: the layout must not jump. */
import { attr, h, keyed, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { keypad, muggins, myTurn } from '../../select.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Table } from '../../state.js' */

/** @param {Actions} actions */
export function mugginsView(actions) {
  const element = h('div', { class: 'keypad', role: 'group', 'aria-label': t('muggins.announce') });
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const used = muggins(table) && table.me.seat !== null;
      show(element, used);
      attr(element, 'data-idle', myTurn(table) ? null : 'true');
      if (!used) return;
      keyed(
        element,
        [null, ...keypad(table.room.rules)],
        (points) => String(points),
        (points) => key(points, actions),
        (button, points) => attr(button, 'aria-pressed', String(table.ui.announced === points)),
      );
    },
  };
}

/**
 * @param {number | null} points
 * @param {Actions} actions
 */
function key(points, actions) {
  return h(
    'button',
    {
      type: 'button',
      class: 'key',
      'data-testid': `say-${points ?? 'nothing'}`,
      'aria-label': points === null ? t('muggins.none') : t('muggins.say', { n: points }),
      onclick: () => actions.announce(points),
    },
    points === null ? '–' : points,
  );
}
