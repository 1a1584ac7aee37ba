/** A recovery code, which is shown only once: to be copied or printed. */
import './page.js';
import { h } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { groupsOf } from '../../people/codes.js';
import { button, copyButton } from '../widgets.js';

/** A code in groups that stay together. @param {string} code @param {string} testid */
export const codeView = (code, testid) =>
  h('p.account-code.row', { testid: testid }, ...groupsOf(code).map((group) => h('span', group)));

/**
 * @param {string} code
 * @param {string} name the account's
 * @param {() => void} done it was kept
 */
export function recoveryCard(code, name, done) {
  const text = groupsOf(code).join('-');
  const kept = button(t('recovery.kept'), {
    kind: 'primary',
    testid: 'recovery-kept',
    press: done,
  });
  const title = h('h2', { id: 'recovery-code-title', tabindex: -1 }, t('recovery.title'));
  const element = h(
    'section.account-part.account-secret.box',
    { 'aria-labelledby': title.id },
    title,
    h('p', t('recovery.once', { name })),
    codeView(code, 'recovery-code'),
    h('p.account-print', `${name} · ${location.host}`),
    h(
      'div.account-row.row',
      kept,
      ...copyButton(t('app.copy'), () => text, { testid: 'recovery-copy' }),
      button(t('recovery.print'), { testid: 'recovery-print', press: () => print() }),
    ),
  );
  return { element, focus: () => title.focus() };
}
