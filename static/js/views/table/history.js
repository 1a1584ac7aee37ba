// @ts-check
/** What happened in this round, the latest last. */
import { attr, h, keyed, show } from '../../dom.js';
import { sentences } from '../../format/words.js';
import { t } from '../../i18n/index.js';

/** @typedef {import('../../state.js').Table} Table */

/** @param {string} [place] put before the test id where another one is on the page */
export function historyView(place = '') {
  const list = h('ol', {
    class: 'history',
    role: 'list',
    tabindex: 0,
    'aria-label': t('table.history'),
    'data-testid': `${place}history`,
  });
  const empty = h('p', { class: 'hint' }, t('history.empty'));
  const element = h('div', { class: 'history-box' }, empty, list);
  let shown = 0;
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const said = sentences(table.view?.history ?? [], table.room);
      show(empty, said.length === 0);
      keyed(
        list,
        said,
        (one, i) => `${i} ${one.text}`,
        (one) => h('li', {}, one.text),
        (item, one) => {
          attr(item, 'data-kind', one.kind);
          attr(item, 'data-scores', one.scores ? 'true' : null);
        },
      );
      if (said.length !== shown) list.scrollTop = list.scrollHeight;
      shown = said.length;
    },
  };
}
