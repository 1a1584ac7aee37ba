/**
 * What stands beside the hand: buttons for a hint, for the order of the tiles and for hiding them,
 * what the hint says, and the keypad for announcing points.
 */
import { attr, fill, h, keyed, s, setText, show } from '../../dom.js';
import { adviceLine } from '../../format/advice.js';
import { t } from '../../i18n/index.js';
import { HAND_SORTS } from '../../play/hand_order.js';
import { mayAsk } from '../../play/hint.js';
import { keypad, muggins, myTurn } from '../../select.js';
import { settings } from '../../settings.js';
import { button } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Table } from '../../state.js' */

/** What the buttons show, drawn on 24 units square. */
const PICTURES = {
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2V16h5v-.1c0-.8.4-1.5 1-2A6 6 0 0 0 12 3',
  sort: 'M7.5 4.5v14M4 15l3.5 3.5L11 15M14 6h7M14 11h5M14 16h3',
  seen: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6',
  hidden:
    'M4 4l16 16M9.5 5.9A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.8 3.5M6.5 8A17 17 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4-1',
};

/** @param {Actions} actions */
export function handTools(actions) {
  const hint = tool('hint', () => actions.hint());
  const sort = tool('hand-sort', () => {
    const at = HAND_SORTS.indexOf(settings.get().hand_sort);
    settings.set({ hand_sort: HAND_SORTS[(at + 1) % HAND_SORTS.length] });
  });
  const hide = tool('hand-hide', () => settings.set({ hide_hand: !settings.get().hide_hand }));
  const element = h('div', { class: 'hand-tools' }, hint, sort, hide);
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      show(element, (table.view?.own?.hand.length ?? 0) > 0);
      show(hint, table.room.hints);
      attr(hint, 'aria-disabled', mayAsk(table) ? null : 'true');
      picture(hint, 'hint', t('advice.ask'));
      const { hand_sort, hide_hand } = settings.get();
      const order = t(`hand.sort_${hand_sort}`);
      picture(sort, 'sort', t('hand.sort', { order }));
      picture(hide, hide_hand ? 'hidden' : 'seen', t(hide_hand ? 'hand.show' : 'hand.hide'));
    },
  };
}

/** @param {string} testid @param {() => void} press */
const tool = (testid, press) => button('', { class: 'icon-button', testid, press });

/** @param {HTMLElement} element @param {keyof typeof PICTURES} name @param {string} label */
function picture(element, name, label) {
  attr(element, 'aria-label', label);
  attr(element, 'title', label);
  if (element.dataset.picture === name) return;
  element.dataset.picture = name;
  const lines = s('path', { d: PICTURES[name] });
  fill(element, s('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, lines));
}

/** What an expert would play, said over the lower edge of the felt: nothing moves for it. */
export function hintLine() {
  const element = h('p', { class: 'hint-line', role: 'status', 'data-testid': 'hint-line' });
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      setText(element, adviceLine(table));
      attr(element, 'data-thinking', table.ui.hint?.answer === null ? 'true' : null);
    },
  };
}

/**
 * The keypad for announcing points with a play. It keeps its room between turns, so that the layout
 * doesn't jump.
 * @param {Actions} actions
 */
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
        (made, points) => attr(made, 'aria-pressed', String(table.ui.announced === points)),
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
    press: () => actions.announce(points),
  });
}
