/** A button for what can't be undone. */
import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { button } from './widgets.js';

/**
 * A button that asks whether the visitor is sure, and then acts.
 * @param {string} label
 * @param {{ question: string, sure: string, testid: string, kind?: string, press(): unknown }} what
 */
export function askingButton(label, { question, sure, testid, kind = '', press }) {
  const ask = button(label, { kind, testid, press: () => open(true) });
  const yes = button(sure, { kind: 'warn small', testid: `${testid}-sure`, press: run });
  const no = button(t('app.cancel'), { kind: 'quiet small', press: () => open(false) });
  const row = h('div', { class: 'asking-row' }, yes, no);
  const doubt = h('div', { class: 'asking-question', hidden: true }, h('p', {}, question), row);

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

  return { element: h('div', { class: 'asking' }, ask, doubt), ask };
}
