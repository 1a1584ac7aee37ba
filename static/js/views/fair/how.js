/** How the deal is proved, in a few words, for a visitor who hasn't played yet. */
import '../later.js';
import { h } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { cancelButton, dialog, dialogActions } from '../widgets.js';

export function howDialog() {
  return dialog(
    { name: 'fair-how', title: t('front.honest'), kind: 'small', testid: 'fair-how' },
    h('p', {}, t('fair.how')),
    h('p', {}, t('fair.where')),
    dialogActions(cancelButton(t('app.close'))),
  );
}
