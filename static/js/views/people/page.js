/** What the pages about people have in common: their words, their looks, their parts. */
import { h } from '../../dom.js';
import { loadTexts, locale } from '../../i18n/index.js';
import { styleSheet } from '../style_sheet.js';
import { titledSection } from '../widgets.js';

/** @import { Child, Props } from '../../dom.js' */

await Promise.all([loadTexts('account', 'later'), styleSheet('css/accounts.css')]);

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
  titledSection(
    `${name}-title`,
    title,
    { class: 'account-part box', id: name, testid: `part-${name}` },
    ...content,
  );

/** A line that explains. @param {string} words */
export const hint = (words) => h('p.hint', words);

/** @param {Props} props */
const fieldInput = (props) => h('input.field', { ...props });

/**
 * A field with its label, in two elements.
 * @param {string} id the test id as well
 * @param {string} label
 * @param {Props} props
 * @param {(props: Props) => HTMLInputElement} [make] makes the input
 */
export function labelled(id, label, props, make = fieldInput) {
  const input = make({ id, required: true, testid: id, ...props });
  const element = h('label.account-field.stack', { for: id }, h('span', label), input);
  return { element, input };
}
