/** One table's rules as a short article with drawn examples. */
import { fill, h } from '../dom.js';
import { rulesInWords } from '../format/rules.js';
import { figureView, unbroken } from './figure.js';

/** @import { Options } from '../protocol.js' */

/** @param {HTMLElement} [lead] what stands under the title */
export function rulesArticle(lead) {
  const element = h('article', { class: 'rules', 'data-testid': 'rules' });
  /** What is shown: the same options come anew with every message of the table. */
  let shown = '';
  return {
    element,
    /** @param {Options} options @param {string} title the rules' name or short notation */
    draw(options, title) {
      const wanted = JSON.stringify([options, title]);
      if (wanted === shown) return;
      shown = wanted;
      const sections = rulesInWords(options).map(({ heading, lines, figures }) =>
        h(
          'section',
          {},
          h('h3', {}, heading),
          ...lines.map((line) => h('p', {}, unbroken(line))),
          figures.length > 0 && h('div', { class: 'examples' }, ...figures.map(figureView)),
        ),
      );
      fill(element, h('h2', { class: 'rules-name' }, title), lead, ...sections);
    },
  };
}
