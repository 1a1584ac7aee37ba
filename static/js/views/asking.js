/** A button for what can't be undone. */
import { h, setText } from '../dom.js';
import { t } from '../i18n/index.js';
import { button } from './widgets.js';

/**
 * A button that asks whether the visitor is sure, and then acts on what it asked about, whatever the page shows by
 * then.
 * @template [T=undefined]
 * @param {string} label
 * @param {object} what
 * @param {() => T | null} [what.about] whom or what it is about, when it is pressed; null if nothing can be asked now
 * @param {(about: T) => string} what.question
 * @param {string} what.sure
 * @param {string} what.testid
 * @param {string} [what.kind]
 * @param {(about: T) => unknown} what.press
 */
export function askingButton(label, { about, question, sure, testid, kind = '', press }) {
  let run = () => /** @type {unknown} */ (undefined);
  const ask = button(label, { kind, testid, press: begin });
  const yes = button(sure, { kind: 'warn small', testid: `${testid}-sure`, press: confirm });
  const no = button(t('app.cancel'), { kind: 'quiet small', press: () => open(false) });
  const row = h('div.asking-row.row', yes, no);
  const words = h('p', { testid: `${testid}-question` });
  const doubt = h('div.asking-question.stack', { hidden: true }, words, row);

  /** @param {boolean} isOpen */
  function open(isOpen) {
    ask.hidden = isOpen;
    doubt.hidden = !isOpen;
    (isOpen ? yes : ask).focus();
  }

  function begin() {
    const asked = about ? about() : /** @type {T} */ (undefined);
    if (asked === null) return;
    setText(words, question(asked));
    run = () => press(asked);
    open(true);
  }

  async function confirm() {
    await run();
    if (doubt.isConnected) open(false);
  }

  return { element: h('div.asking', ask, doubt), ask };
}
