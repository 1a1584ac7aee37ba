// @ts-check
/** Sheets at the side of the table: rules, history (where it has no panel of its own), invitation. */
import { h } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { once } from '../../once.js';
import { historyView } from './history.js';
import { inviteView } from './invite.js';

/** @typedef {import('../../state.js').Table} Table */

/** @param {import('../../actions.js').Actions} actions */
export function sheetsView(actions) {
  const rules = h('div', {});
  const article = once(async () => {
    const { rulesArticle } = await import('../rules_article.js');
    const made = rulesArticle();
    rules.append(made.element);
    return made;
  });
  /** @param {Table} table */
  const drawRules = ({ room }) =>
    article().then((made) => made.draw(room.rules, room.notation), actions.sorry);
  const history = historyView('sheet-');
  const invite = inviteView('sheet-');
  const sheets = {
    rules: sheet('rules', t('rules.table_title'), rules, actions),
    history: sheet('history', t('table.history'), history.element, actions),
    invite: sheet('invite', t('invite.title'), invite.element, actions),
  };
  return {
    element: h('div', {}, ...Object.values(sheets)),
    /** @param {Table} table @param {import('../../state.js').Sheet} open */
    draw(table, open) {
      if (open === 'rules') drawRules(table);
      if (open === 'history') history.draw(table);
      if (open === 'invite') invite.draw(table);
      for (const [name, dialog] of Object.entries(sheets)) {
        if (name === open && !dialog.open) dialog.showModal();
        if (name !== open && dialog.open) dialog.close();
      }
    },
  };
}

/**
 * @param {string} name
 * @param {string} title
 * @param {HTMLElement} content
 * @param {import('../../actions.js').Actions} actions
 */
function sheet(name, title, content, actions) {
  const close = () => actions.sheet(null);
  const dialog = h(
    'dialog',
    {
      class: 'sheet',
      'aria-labelledby': `sheet-${name}`,
      'data-testid': `sheet-${name}`,
      onclose: close,
    },
    h(
      'div',
      { class: 'sheet-head' },
      h('h2', { id: `sheet-${name}` }, title),
      h(
        'button',
        {
          type: 'button',
          class: 'icon-button',
          'aria-label': t('app.close'),
          'data-testid': 'close-sheet',
          onclick: close,
        },
        icon('close'),
      ),
    ),
    h('div', { class: 'sheet-body', tabindex: 0 }, content),
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) close();
  });
  return dialog;
}
