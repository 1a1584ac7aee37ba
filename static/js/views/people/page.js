/** What the pages about people have in common: their words, their looks, their parts. */
import { h } from '../../dom.js';
import '../../i18n/account.js';
import { locale, t } from '../../i18n/index.js';
import '../../i18n/later.js';
import { styleSheet } from '../style_sheet.js';
import { button, titled } from '../widgets.js';

/** @import { Child, Props } from '../../dom.js' */

await styleSheet('css/account.css');

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** A day, such as "3 May 2026". @param {number} ms since 1970 */
export const dayWords = (ms) => day.format(new Date(ms));

/** A day with its time. @param {number} ms since 1970 */
export const momentWords = (ms) => moment.format(new Date(ms));

/**
 * A part of such a page: a card with a heading.
 * @param {string} name
 * @param {string} title
 * @param {...Child} content
 */
export const part = (name, title, ...content) =>
  titled(
    `${name}-title`,
    title,
    { class: 'account-part', id: name, 'data-testid': `part-${name}` },
    ...content,
  );

/** A line that explains. @param {string} words */
export const hint = (words) => h('p', { class: 'hint' }, words);

/**
 * A field with its label, in two elements.
 * @param {string} id the test id as well
 * @param {string} label
 * @param {Props} props
 */
export function labelled(id, label, props) {
  const input = h('input', { id, class: 'field', required: true, 'data-testid': id, ...props });
  const element = h('label', { class: 'account-field', for: id }, h('span', {}, label), input);
  return { element, input };
}

/**
 * A button that asks whether one is sure, and then does it.
 * @param {string} label
 * @param {{ question: string, sure: string, testid: string, kind?: string, press(): unknown }} what
 */
export function askingButton(label, { question, sure, testid, kind = '', press }) {
  const ask = button(label, { kind, testid, press: () => open(true) });
  const yes = button(sure, { kind: 'warn small', testid: `${testid}-sure`, press: run });
  const no = button(t('app.cancel'), { kind: 'quiet small', press: () => open(false) });
  const row = h('div', { class: 'account-row' }, yes, no);
  const doubt = h('div', { class: 'account-doubt', hidden: true }, h('p', {}, question), row);

  /** @param {boolean} isOpen */
  function open(isOpen) {
    ask.hidden = isOpen;
    doubt.hidden = !isOpen;
    (isOpen ? yes : ask).focus();
  }

  async function run() {
    await press();
    if (doubt.isConnected) open(false);
  }

  return { element: h('div', { class: 'account-asking' }, ask, doubt), ask };
}
