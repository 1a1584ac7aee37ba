/**
 * The rules to read: one table's as a short article with drawn examples, and the games to choose from.
 */
import '../i18n/later.js';
import { attr, fill, h, setText, show } from '../dom.js';
import { everyNamed, presetInWords } from '../format/notation.js';
import { rulesInWords } from '../format/rules.js';
import { t, word } from '../i18n/index.js';
import { figureView, unbroken } from './figure.js';
import { pageLink } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { Catalogue, Options } from '../protocol.js' */

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

/** The inner part of the rules page. @param {Actions} actions @param {Catalogue} catalogue */
export function rulesBody(actions, { presets }) {
  const named = everyNamed(presets);
  const links = named.map(({ name }) => rulesLink(name, actions));
  const list = h('ul', { class: 'rules-list', role: 'list' }, ...links.map((a) => h('li', {}, a)));
  const lead = h('p', { class: 'rules-lead' });
  const article = rulesArticle(lead);
  const games = h(
    'nav',
    { class: 'rules-games', 'aria-labelledby': 'rules-pick' },
    h('h2', { id: 'rules-pick' }, t('rules.pick')),
    list,
  );
  return {
    element: h('div', { class: 'rules-body' }, games, article.element),
    /** @param {string | null} asked the preset of the address */
    draw(asked) {
      const chosen = named.findIndex(({ name }) => name === asked);
      attr(list, 'data-chosen', chosen >= 0);
      for (const [i, link] of links.entries()) attr(link, 'aria-current', i === chosen && 'page');
      show(article.element, chosen >= 0);
      if (chosen < 0) return;
      const { name, rules } = named[chosen];
      setText(lead, word(`preset.${name}`) ?? '');
      article.draw(rules, presetInWords(name));
    },
  };
}

/** @param {string} preset as `everyNamed` names it @param {Actions} actions */
const rulesLink = (preset, actions) =>
  pageLink(
    actions,
    { page: 'rules', preset },
    { class: 'rules-link', 'data-testid': `rules-${preset}` },
    h('b', {}, presetInWords(preset)),
    h('span', { class: 'rules-about' }, word(`preset.${preset}`) ?? ''),
  );
