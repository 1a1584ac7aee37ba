/** What happened in this round, the latest last. */
import { attr, h, setText, show } from '../../dom.js';
import { goneOn } from '../../format/words.js';
import { t } from '../../i18n/index.js';

/** @import { Sentence } from '../../format/words.js' */
/** @import { Seen } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */

/** @param {string} [place] a prefix of the test id, where the page has another history */
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
  const nothing = { events: /** @type {Seen[]} */ ([]), said: /** @type {Sentence[]} */ ([]) };
  let written = nothing;
  /** The room whose names are written there. @type {Table['room'] | null} */
  let room = null;
  // Runs in the next frame: asking for the height at once would make the browser lay out twice.
  const toEnd = () => {
    list.scrollTop = list.scrollHeight;
  };
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const events = table.view?.history ?? nothing.events;
      if (events === written.events && table.room === room) return;
      const shown = written.said.length;
      const { said, kept } = goneOn(table.room === room ? written : nothing, events, table.room);
      written = { events, said };
      room = table.room;
      show(empty, said.length === 0);
      write(list, said, kept);
      if (said.length !== shown) requestAnimationFrame(toEnd);
    },
  };
}

/**
 * Writes a sentence on each line, from a given line on.
 * @param {HTMLElement} list
 * @param {Sentence[]} said
 * @param {number} from
 */
function write(list, said, from) {
  for (const { text, kind, scores } of said.slice(from)) {
    const line = list.children[from] ?? list.appendChild(h('li'));
    setText(line, text);
    attr(line, 'data-kind', kind);
    attr(line, 'data-scores', scores ? 'true' : null);
    from += 1;
  }
  while (list.children.length > said.length) list.lastElementChild?.remove();
}
