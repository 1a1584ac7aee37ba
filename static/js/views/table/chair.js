/** A row of a list of seats, for those who aren't at play: who sits there, and what one may do. */
import { h } from '../../dom.js';

/**
 * @param {number} seat
 * @param {...HTMLElement} choices
 */
export function chair(seat, ...choices) {
  return h(
    'li',
    { class: 'chair', 'data-testid': `chair-${seat}` },
    h('span', { class: 'dot' }),
    h(
      'span',
      { class: 'chair-who' },
      h('span', { class: 'chair-name' }),
      h('span', { class: 'chair-state' }),
    ),
    ...choices,
  );
}
