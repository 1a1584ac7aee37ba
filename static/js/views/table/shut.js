/** A table that can't be shown, and why. */
import { h, setText } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { lobbyButton } from './to_lobby.js';

/** @import { Actions } from '../../actions.js' */

/** @param {Actions} actions */
export function shutView(actions) {
  const title = h('h1', {});
  const hint = h('p', { class: 'hint' });
  const lobby = lobbyButton(actions, t('table.to_lobby'), 'button primary');
  return {
    element: h('main', { class: 'card shut', 'data-testid': 'shut' }, title, hint, lobby),
    /** @param {'removed' | 'gone' | 'not_found'} reason */
    draw(reason) {
      setText(title, t(`table.${reason}`));
      setText(hint, t(`table.${reason}_hint`));
    },
  };
}
