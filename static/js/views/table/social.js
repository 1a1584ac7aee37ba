// @ts-check
/**
 * Chat and reactions in their places: at the side of the table where there is room, in a sheet
 * and a small row of their own on a phone. There is one of each, which moves.
 */
import { h } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { chatView } from './chat.js';
import { floatsView, reactionRow } from './reactions.js';

/** @typedef {import('../../state.js').State} State */

/** Narrower than this the table has no side panel (css/table.css). */
export const NARROW = '(width < 900px) or (height < 560px)';

/** Puts the parts of the table that is shown in their places. */
let settle = () => {};
/** @type {MediaQueryList | null} */
let narrow = null;

/** @param {import('../../actions.js').Actions} actions */
export function socialView(actions) {
  const chat = chatView(actions);
  const row = reactionRow(actions);
  const floats = floatsView();
  const panel = h('div', { class: 'talk-panel' });
  const sheet = h('div', { class: 'talk-sheet' });
  const popover = h('div', {
    class: 'react-popover',
    id: 'react-popover',
    popover: 'auto',
    role: 'dialog',
    'aria-label': t('reaction.row'),
  });
  row.addEventListener('click', () => {
    if (popover.matches(':popover-open')) popover.hidePopover();
  });
  if (!narrow) {
    narrow = matchMedia(NARROW);
    narrow.addEventListener('change', () => settle());
  }
  const media = narrow;
  settle = () => {
    (media.matches ? sheet : panel).append(chat.element);
    (media.matches ? popover : chat.extras).append(row);
    if (!media.matches) actions.closeSheet('chat');
  };
  settle();
  return {
    /** Beside the table, where there is room. */
    panel,
    /** In the chat's sheet. */
    sheet,
    /** Over the table: what floats, and the row of reactions on a phone. */
    layers: [floats.element, popover],
    /** @param {State} state with a table */
    draw({ table, name }) {
      if (!table) return;
      chat.draw(table, name);
      floats.draw(table, name);
      const last = table.chat.at(-1)?.n ?? 0;
      if (last <= table.ui.read || document.hidden) return;
      // Asked only when there is something to read: it makes the browser lay out the page at once.
      if (chat.element.getClientRects().length > 0) queueMicrotask(actions.readChat);
    },
  };
}
