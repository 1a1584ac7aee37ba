/** What players call out stands over the felt for a moment, and is read aloud. */
import { h } from '../../dom.js';
import { calloutsOf } from '../../format/callouts.js';

/** @import { Callout } from '../../format/callouts.js' */
/** @import { Seen } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */

/** How long a callout stands, in milliseconds: time enough to read it twice. */
const STANDS_MS = 2600;

export function calloutsView() {
  const props = { class: 'callouts', role: 'status', 'data-testid': 'callouts' };
  const element = h('div', props);
  return {
    element,
    /** @param {{ table: Table, shown: readonly Seen[] }} now */
    draw({ table, shown }) {
      for (const callout of calloutsOf(table, shown)) stand(element, callout);
    },
  };
}

/** @param {HTMLElement} element @param {Callout} callout */
function stand(element, { said, lang, meaning, told }) {
  const words = h('b', { lang }, said);
  // What the live region of the history says is not read twice.
  const props = { class: 'callout', 'aria-hidden': told ? 'true' : null };
  const one = h('p', props, words, meaning && h('span', {}, ` ${meaning}`));
  element.append(one);
  setTimeout(() => one.remove(), STANDS_MS);
}
