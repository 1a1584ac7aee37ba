/** What a round was worth: who won it and why, and its points part by part. */
import { fill, h, show } from '../../dom.js';
import { shutoutOf } from '../../format/callouts.js';
import { hasOwnWorth } from '../../format/options.js';
import { addedUp, reasonsInWords, totalInWords } from '../../format/worth.js';

/** @import { Table } from '../../state.js' */
/** @import { Over } from './summary.js' */

export function worthView() {
  const why = h('p', { class: 'summary-words worth-why' });
  const list = h('ul', { class: 'worth', role: 'list', 'data-testid': 'worth' });
  return {
    element: h('div', {}, why, list),
    /** @param {{ table: Table, over: Over }} now */
    draw({ table, over }) {
      const { room, me, view } = table;
      if (!over.outcome) return;
      const { outcome, hands } = over;
      const ended = { outcome, hands, room, history: view?.history ?? [], you: me.seat };
      const shutout = over.type === 'match_over' ? shutoutOf(table, over.winner ?? -1) : null;
      const isOwn = hasOwnWorth(room.rules);
      const reasons = isOwn ? reasonsInWords(ended).join(' ') : '';
      const parts = isOwn ? addedUp(ended) : [];
      show(why, shutout !== null || reasons !== '');
      fill(why, shutout && h('b', { lang: shutout.lang }, `${shutout.said} `), reasons);
      show(list, parts.length > 0);
      fill(
        list,
        ...parts.map(({ name, points }) => h('li', {}, `${name} `, h('b', {}, points))),
        h('li', { class: 'worth-total' }, totalInWords(ended)),
      );
    },
  };
}
