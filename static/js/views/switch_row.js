/** A switch with its name and what it means. */
import { h } from '../dom.js';
import './later.js';

/**
 * @param {string} id the test id; that of the hint is `id-hint`
 * @param {string} title
 * @param {string} hint '' for none
 * @param {(on: boolean) => void} change
 */
export function switchRow(id, title, hint, change) {
  const about = { class: 'setting-hint', id: `${id}-hint`, hidden: hint === '' };
  const words = h('span', about, hint);
  const input = h('input', {
    type: 'checkbox',
    role: 'switch',
    class: 'switch',
    'aria-describedby': words.id,
    testid: id,
    onchange: () => change(input.checked),
  });
  const name = h('span.setting-title', title);
  return {
    words,
    element: h('div.setting.stack', h('label.setting-row.in-line', name, input), words),
    /** @param {boolean} on */
    draw(on) {
      if (input.checked !== on) input.checked = on;
    },
  };
}
