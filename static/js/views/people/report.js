/** The form for a report. */
import { h, setText } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { attempt, errorLine } from '../attempt.js';
import { button, onSubmit } from '../widgets.js';

/** @import { ReportReason } from '../../protocol.js' */

/** @type {readonly ReportReason[]} */
const REASONS = ['abuse', 'name', 'cheating', 'stalling', 'spam', 'other'];

/** As many characters as the server takes. */
const WORDS_MAX = 500;

/**
 * @param {(said: { reason: ReportReason, words: string }) => Promise<unknown>} sends
 * @param {string} name of the one who is reported
 * @param {() => void} close
 */
export function reportForm(sends, name, close) {
  const inputs = REASONS.map((value, i) =>
    h('input', {
      type: 'radio',
      name: 'report-reason',
      value,
      required: i === 0,
      testid: `reason-${value}`,
      onchange: () => (words.required = value === 'other'),
    }),
  );
  const rows = REASONS.map((value, i) =>
    h('label.report-reason.in-line', inputs[i], h('span', t(`reason.${value}`))),
  );
  const words = h('textarea', {
    id: 'report-words',
    class: 'field',
    rows: 3,
    maxlength: WORDS_MAX,
    testid: 'report-words',
  });
  const error = errorLine();
  const send = button(t('report.send'), { kind: 'primary', type: 'submit', testid: 'report-send' });
  const cancel = button(t('app.cancel'), { kind: 'quiet', press: close });
  const buttons = h('div.dialog-actions', cancel, send);
  const legend = h('legend', t('report.title', { name }));
  const element = h(
    'form.report',
    { testid: 'report-form' },
    h('fieldset', legend, ...rows),
    h('label.account-field.stack', { for: words.id }, h('span', t('report.words')), words),
    h('p.hint', t('report.hint')),
    error,
    buttons,
  );
  onSubmit(element, send, () =>
    attempt(error, async () => {
      const reason = inputs.find((input) => input.checked)?.value;
      await sends({
        reason: /** @type {ReportReason} */ (reason),
        words: words.value.trim(),
      });
      const done = button(t('app.close'), {
        kind: 'primary',
        testid: 'report-close',
        press: close,
      });
      const thanks = h('p', { role: 'status', testid: 'report-done' });
      element.replaceChildren(thanks, h('div.dialog-actions', done));
      setText(thanks, t('report.done'));
      done.focus();
    }),
  );
  return { element, focus: () => inputs[0].focus() };
}
