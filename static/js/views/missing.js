/** The page of an address where there is none. */
import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { sitePage } from './site.js';
import { button } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */

/** @param {Actions} actions @returns {View} */
export function missingPage(actions) {
  const back = button(t('table.to_lobby'), {
    kind: 'primary',
    testid: 'to-lobby',
    press: () => actions.go({ page: 'lobby' }),
  });
  const title = h('h1', {}, t('missing.title'));
  const hint = h('p', { class: 'lead' }, t('missing.hint'));
  return { element: sitePage(actions, 'rules-page', title, hint, back), draw() {} };
}
