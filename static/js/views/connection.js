// @ts-check
/** The line at the top that says when the connection is gone. It takes its own room and covers nothing. */
import { fill, h, show } from '../dom.js';
import { t } from '../i18n/index.js';

export function connectionBanner() {
  const element = h('div', {
    class: 'banner',
    role: 'status',
    'data-testid': 'connection',
    hidden: true,
  });
  /** @type {string | null} */
  let shown = null;
  return {
    element,
    /** @param {import('../state.js').State} state */
    draw({ connection }) {
      show(element, connection === 'lost' || connection === 'outdated');
      if (connection === shown) return;
      shown = connection;
      if (connection === 'lost') fill(element, t('connection.lost'));
      if (connection === 'outdated') {
        const reload = h(
          'button',
          { type: 'button', class: 'button small', onclick: () => location.reload() },
          t('connection.reload'),
        );
        fill(element, t('connection.outdated'), reload);
      }
    },
  };
}
