/**
 * Where the chat and the reactions are: at the side of the table where there is room, and in a sheet
 * and a popover on a phone. There is one element of each, which moves.
 */
import { h } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { chatView } from './chat.js';
import { floatsView, reactionRow } from './reactions.js';

/** @import { Actions } from '../../actions.js' */
/** @import { State } from '../../state.js' */

/** @param {Actions} actions */
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
  /** @param {boolean} beside whether there is a panel beside the table */
  const settle = (beside) => {
    (beside ? panel : sheet).append(chat.element);
    (beside ? chat.extras : popover).append(row);
  };
  settle(false);
  // The style sheet decides whether the panel is shown. One that never was is never reported.
  new ResizeObserver(() => {
    const beside = panel.getClientRects().length > 0;
    if (!panel.isConnected || beside === panel.contains(chat.element)) return;
    settle(beside);
    if (beside) actions.closeSheet('chat');
  }).observe(panel);
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
