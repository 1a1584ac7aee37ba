/** Sheets at the side of the table: rules, invitation, and what has no panel on a phone. */
import { h } from '../../dom.js';
import { notationInWords } from '../../format/notation.js';
import { t } from '../../i18n/index.js';
import { once } from '../../once.js';
import { makeSheet, openSheet } from '../sheet.js';
import { historyView } from './history.js';
import { inviteView } from './invite.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Sheet, Table } from '../../state.js' */

/**
 * @param {Actions} actions
 * @param {HTMLElement} talk where the chat comes in on a phone
 */
export function sheetsView(actions, talk) {
  const rules = h('div', {});
  const article = once(async () => {
    const { rulesArticle } = await import('../rules_article.js');
    const made = rulesArticle();
    rules.append(made.element);
    return made;
  });
  /** @param {Table} table */
  const drawRules = ({ room }) =>
    article().then((made) => made.draw(room.rules, notationInWords(room.notation)), actions.sorry);
  const study = h('div', { class: 'study-place' });
  const analysis = once(async () => {
    const { analysisView } = await import('../analysis/panel.js');
    const made = analysisView(actions);
    study.append(made.element);
    return made;
  });
  /** @param {Table} table */
  const drawAnalysis = (table) => analysis().then((made) => made.draw(table), actions.sorry);
  const verify = h('div', {});
  const panel = once(async () => {
    const { verifyView } = await import('./verify.js');
    const made = verifyView(actions);
    verify.append(made.element);
    return made;
  });
  /** @param {Table} table */
  const drawVerify = (table) => panel().then((made) => made.draw(table), actions.sorry);
  const history = historyView('listed-');
  const invite = inviteView('sheet-');
  /** @type {(name: 'rules' | 'history' | 'invite' | 'chat' | 'analysis' | 'verify', title: string, content: HTMLElement) => HTMLDialogElement} */
  const sheet = (name, title, content) =>
    makeSheet(name, title, content, () => actions.closeSheet(name));
  const sheets = {
    rules: sheet('rules', t('rules.table_title'), rules),
    history: sheet('history', t('table.history'), history.element),
    invite: sheet('invite', t('invite.title'), invite.element),
    verify: sheet('verify', t('table.verify'), verify),
    chat: sheet('chat', t('chat.title'), talk),
    analysis: sheet('analysis', t('summary.analysis'), study),
  };
  return {
    element: h('div', {}, ...Object.values(sheets)),
    /** @param {Table} table @param {Sheet} open */
    draw(table, open) {
      if (open === 'rules') drawRules(table);
      if (open === 'verify') drawVerify(table);
      if (open === 'history') history.draw(table);
      if (open === 'invite') invite.draw(table);
      if (open === 'analysis') drawAnalysis(table);
      for (const [name, dialog] of Object.entries(sheets)) openSheet(dialog, name === open);
    },
  };
}
