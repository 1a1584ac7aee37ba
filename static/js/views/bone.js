/** A tile, standing, as large as its box. */
import { h } from '../dom.js';
import { drawTile } from '../tile.js';

/** @param {string} tile such as "6-4" @param {string} [className] */
export function bone(tile, className = 'bone') {
  return h('span', { class: className, 'aria-hidden': 'true' }, drawTile(tile, { label: null }));
}
