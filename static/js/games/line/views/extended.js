/** What games with rules of their own show beside the rest: callouts over the felt, and what a round was worth. */
import { fill, h, setText, show } from '../../../dom.js';
import { sentencesOf } from '../../../i18n/index.js';
import { calloutsOf } from '../callouts.js';
import { endOf } from '../game.js';
import { hasOwnWorth } from '../options.js';
import { partsToAdd, reasonsInWords, totalInWords } from '../worth.js';

/** @import { VisibleEvent } from '../../../protocol.js' */
/** @import { Call, Over } from '../../contract.js' */
/** @import { Table } from '../types.js' */

/** How long a callout stands, in milliseconds: time enough to read it twice. */
const STANDS_MS = 2600;

/** What players call out stands over the felt for a moment, and is read aloud. */
export function calloutsView() {
  const props = { class: 'callouts stack', role: 'status', testid: 'callouts' };
  const element = h('div', props);
  return {
    element,
    /** @param {{ table: Table, shown: readonly VisibleEvent[] }} now */
    draw({ table, shown }) {
      for (const callout of calloutsOf(table, shown)) stand(element, callout);
    },
  };
}

/** @param {HTMLElement} element @param {Call} call */
function stand(element, { words, lang, meaning, told }) {
  // What the live region of the history says is not read twice.
  const props = { class: 'callout', 'aria-hidden': told ? 'true' : null };
  const one = h('p', props, h('b', { lang }, words), meaning && h('span', ` ${meaning}`));
  element.append(one);
  setTimeout(() => one.remove(), STANDS_MS);
}

/** What the round that is over was worth: who won it and why, and its points part by part. */
export function worthView() {
  const why = h('p.worth-why');
  const list = h('ul.worth.row', { role: 'list', testid: 'worth' });
  return {
    element: h('div', why, list),
    /** @param {{ table: Table, over: Over }} now */
    draw({ table }) {
      const { room, me, view } = table;
      const end = view && endOf(view.board.phase);
      if (!view || !end?.outcome) return;
      const { outcome, hands } = end;
      const ended = { outcome, hands, room, history: view.history, you: me.seat };
      const isOwn = hasOwnWorth(room.rules.line);
      const reasons = isOwn ? sentencesOf(reasonsInWords(ended)) : '';
      const parts = isOwn ? partsToAdd(ended) : [];
      show(why, reasons !== '');
      setText(why, reasons);
      show(list, parts.length > 0);
      fill(
        list,
        ...parts.map(({ name, points }) => h('li', `${name} `, h('b', points))),
        h('li.worth-total', totalInWords(ended)),
      );
    },
  };
}
