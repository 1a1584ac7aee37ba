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
  /** What is written there was made of these. @type {unknown[]} */
  let made = [];
  // Asked for its height between two frames, the page would be measured once more for nothing.
  const toEnd = () => {
    list.scrollTop = list.scrollHeight;
  };
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const from = [table.view?.history, table.room];
      if (from.every((part, i) => part === made[i])) return;
      made = from;
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
      if (said.length !== shown) requestAnimationFrame(toEnd);
      shown = said.length;
    },
  };
}
