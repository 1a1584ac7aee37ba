/** What stands in place of a tournament that isn't there, or isn't there yet. */
import { h, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';

/** @import { State } from '../../state.js' */

export function missingView() {
  const words = h('p.loading', { role: 'status' });
  return {
    element: words,
    /** @param {State} state */
    draw({ tournament, shut }) {
      show(words, tournament === null);
      setText(words, shut === null ? t('app.loading') : t('tournament.missing'));
    },
  };
}
