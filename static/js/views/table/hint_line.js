/** What an expert would play, said over the lower edge of the felt: nothing moves for it. */
import { attr, h, setText } from '../../dom.js';
import { adviceLine } from '../../format/advice.js';

/** @import { Table } from '../../state.js' */

export function hintLine() {
  const element = h('p', { class: 'hint-line', role: 'status', 'data-testid': 'hint-line' });
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      setText(element, adviceLine(table));
      attr(element, 'data-thinking', table.ui.hint?.answer === null ? 'true' : null);
    },
  };
}
