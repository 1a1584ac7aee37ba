// @ts-check
/** One table's rules as a short article. */
import { fill, h } from '../dom.js';
import { rulesInWords } from '../format/rules.js';

export function rulesArticle() {
  const element = h('article', { class: 'rules', 'data-testid': 'rules' });
  /** @type {import('../protocol.js').Options | null} */
  let shown = null;
  return {
    element,
    /**
     * @param {import('../protocol.js').Options} options
     * @param {string} title the rules' name or short notation
     */
    draw(options, title) {
      if (options === shown) return;
      shown = options;
      const sections = rulesInWords(options).map(({ heading, lines }) =>
        h('section', {}, h('h3', {}, heading), ...lines.map((line) => h('p', {}, line))),
      );
      fill(element, h('h2', { class: 'rules-name' }, title), ...sections);
    },
  };
}
