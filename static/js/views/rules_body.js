/** The games to choose from, and the rules of the one that was chosen. */
import '../i18n/later.js';
import { attr, h, keyed, setText, show } from '../dom.js';
import { presetInWords } from '../format/notation.js';
import { t, word } from '../i18n/index.js';
import { pathOf } from '../route.js';
import { follow } from './follow.js';
import { rulesArticle } from './rules_article.js';

/** @import { Actions } from '../actions.js' */
/** @import { Catalogue, PresetBody } from '../protocol.js' */

/** The inner part of the rules page. @param {Actions} actions @param {Catalogue} catalogue */
export function rulesBody(actions, { presets }) {
  const list = h('ul', { class: 'rules-list', role: 'list' });
  const games = h(
    'nav',
    { class: 'rules-games', 'aria-labelledby': 'rules-pick' },
    h('h2', { id: 'rules-pick' }, t('rules.pick')),
    list,
  );
  const lead = h('p', { class: 'rules-lead' });
  const article = rulesArticle(lead);
  const element = h('div', { class: 'rules-body' }, games, article.element);

  return {
    element,
    /** @param {string | null} asked the preset of the address */
    draw(asked) {
      const preset = presets.find(({ name }) => name === asked) ?? null;
      attr(list, 'data-chosen', preset !== null);
      drawList(list, presets, preset, actions);
      show(article.element, preset !== null);
      if (preset === null) return;
      setText(lead, word(`preset.${preset.name}`) ?? '');
      article.draw(preset.rules, presetInWords(preset.name));
    },
  };
}

/**
 * @param {HTMLElement} list
 * @param {PresetBody[]} all
 * @param {PresetBody | null} chosen
 * @param {Actions} actions
 */
function drawList(list, all, chosen, actions) {
  keyed(
    list,
    all,
    ({ name }) => name,
    ({ name }) => {
      const route = /** @type {const} */ ({ page: 'rules', preset: name });
      const link = h(
        'a',
        { class: 'rules-link', href: pathOf(route), 'data-testid': `rules-${name}` },
        h('b', {}, presetInWords(name)),
        h('span', { class: 'rules-about' }, word(`preset.${name}`) ?? ''),
      );
      follow(link, () => actions.go(route));
      return h('li', {}, link);
    },
    ({ firstElementChild: link }, preset) => {
      if (link) attr(link, 'aria-current', preset === chosen ? 'page' : null);
    },
  );
}
