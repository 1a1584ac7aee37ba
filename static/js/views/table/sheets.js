/** Sheets at the side of the table: rules, invitation, and what has no panel on a phone. */
import { h } from '../../dom.js';
import { notationInWords } from '../../format/notation.js';
import { t } from '../../i18n/index.js';
import { once } from '../../once.js';
import { openDialog, sheet } from '../widgets.js';
import { historyView } from './history.js';
import { inviteView } from './invite.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Sheet, Table } from '../../state.js' */

/** @param {Actions} actions @param {HTMLElement} talk where the chat comes in on a phone */
export function sheetsView(actions, talk) {
  const history = historyView('listed-');
  const invite = inviteView('sheet-');
  const rules = laterPart('', actions, async () => {
    const { rulesArticle } = await import('../rules_article.js');
    const { element, draw } = rulesArticle();
    return { element, draw: ({ room }) => draw(room.rules, notationInWords(room.notation)) };
  });
  const analysis = laterPart('study-place', actions, async () =>
    (await import('../analysis/panel.js')).analysisView(actions),
  );
  const verify = laterPart('', actions, async () =>
    (await import('./verify.js')).verifyView(actions),
  );
  const parts = { history, invite, rules, analysis, verify, chat: { element: talk } };
  const titles = {
    history: t('table.history'),
    invite: t('invite.title'),
    rules: t('rules.table_title'),
    analysis: t('summary.analysis'),
    verify: t('table.verify'),
    chat: t('chat.title'),
  };
  const names = /** @type {(keyof typeof parts)[]} */ (Object.keys(parts));
  const sheets = names.map((name) => {
    const close = () => actions.closeSheet(name);
    return { name, dialog: sheet(name, titles[name], parts[name].element, close) };
  });
  return {
    element: h('div', {}, ...sheets.map(({ dialog }) => dialog)),
    /** @param {Table} table @param {Sheet} open */
    draw(table, open) {
      // The chat is drawn where it is, and the settings are no sheet of the table.
      if (open && open !== 'settings' && open !== 'chat') parts[open].draw(table);
      for (const { name, dialog } of sheets) openDialog(dialog, name === open);
    },
  };
}

/**
 * What stands in a sheet and is fetched when it is first opened.
 * @param {string} look
 * @param {Actions} actions
 * @param {() => Promise<{ element: HTMLElement, draw(table: Table): void }>} load
 */
function laterPart(look, actions, load) {
  const element = h('div', { class: look || null });
  const part = once(async () => {
    const made = await load();
    element.append(made.element);
    return made;
  });
  return {
    element,
    /** @param {Table} table */
    draw: (table) => part().then((made) => made.draw(table), actions.sorry),
  };
}
