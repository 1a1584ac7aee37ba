/** The games to choose from, and the rules of the one that was chosen. */
import '../i18n/later.js';
import { attr, h, setText, show } from '../dom.js';
import { presetInWords } from '../format/notation.js';
import { t, word } from '../i18n/index.js';
import { pathOf } from '../route.js';
import { follow } from './follow.js';
import { rulesArticle } from './rules_article.js';

/** @import { Actions } from '../actions.js' */
/** @import { Catalogue } from '../protocol.js' */

/**
 * The inner part of the rules page.
 * @param {Actions} actions
 * @param {Catalogue} catalogue
 */
export function rulesBody(actions, { presets }) {
  const links = presets.map(({ name }) => rulesLink(name, actions));
  const list = h('ul', { class: 'rules-list', role: 'list' }, ...links.map((a) => h('li', {}, a)));
  const games = h(
    'nav',
    { class: 'rules-games', 'aria-labelledby': 'rules-pick' },
    h('h2', { id: 'rules-pick' }, t('rules.pick')),
    list,
  );
  const lead = h('p', { class: 'rules-lead' });
  const article = rulesArticle(lead);
  return {
    element: h('div', { class: 'rules-body' }, games, article.element),
    /** @param {string | null} asked the preset of the address */
    draw(asked) {
      const chosen = presets.findIndex(({ name }) => name === asked);
      attr(list, 'data-chosen', chosen >= 0);
      for (const [i, link] of links.entries()) attr(link, 'aria-current', i === chosen && 'page');
      show(article.element, chosen >= 0);
      if (chosen < 0) return;
      const { name, rules } = presets[chosen];
      setText(lead, word(`preset.${name}`) ?? '');
      article.draw(rules, presetInWords(name));
    },
  };
}

/** @param {string} preset @param {Actions} actions */
function rulesLink(preset, actions) {
  const route = /** @type {const} */ ({ page: 'rules', preset });
  const link = h(
    'a',
    { class: 'rules-link', href: pathOf(route), 'data-testid': `rules-${preset}` },
    h('b', {}, presetInWords(preset)),
    h('span', { class: 'rules-about' }, word(`preset.${preset}`) ?? ''),
  );
  follow(link, () => actions.go(route));
  return link;
}
