// @ts-check
/** Two small buttons beside the hand: in which order its tiles lie, and whether they lie face down. */
import { attr, fill, h, s, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { HAND_SORTS } from '../../play/hand_order.js';
import { settings } from '../../settings.js';

/** What the buttons show, drawn on 24 units square. */
const PICTURES = {
  sort: 'M7.5 4.5v14M4 15l3.5 3.5L11 15M14 6h7M14 11h5M14 16h3',
  seen: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6',
  hidden:
    'M4 4l16 16M9.5 5.9A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.8 3.5M6.5 8A17 17 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4-1',
};

export function handTools() {
  const sort = tool('hand-sort', () => {
    const at = HAND_SORTS.indexOf(settings.get().hand_sort);
    settings.set({ hand_sort: HAND_SORTS[(at + 1) % HAND_SORTS.length] });
  });
  const hide = tool('hand-hide', () => settings.set({ hide_hand: !settings.get().hide_hand }));
  const element = h('div', { class: 'hand-tools' }, sort, hide);
  return {
    element,
    /** @param {import('../../state.js').Table} table */
    draw({ view }) {
      show(element, (view?.own?.hand.length ?? 0) > 0);
      const { hand_sort, hide_hand } = settings.get();
      const order = t(`hand.sort_${hand_sort}`);
      picture(sort, 'sort', t('hand.sort', { order }));
      picture(hide, hide_hand ? 'hidden' : 'seen', t(hide_hand ? 'hand.show' : 'hand.hide'));
    },
  };
}

/**
 * @param {string} id
 * @param {() => void} onclick
 */
function tool(id, onclick) {
  return h('button', { type: 'button', class: 'icon-button', 'data-testid': id, onclick });
}

/**
 * @param {HTMLElement} button
 * @param {keyof typeof PICTURES} name
 * @param {string} label
 */
function picture(button, name, label) {
  attr(button, 'aria-label', label);
  attr(button, 'title', label);
  if (button.dataset.picture === name) return;
  button.dataset.picture = name;
  const lines = s('path', { d: PICTURES[name] });
  fill(button, s('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, lines));
}
