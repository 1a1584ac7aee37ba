// @ts-check
/** The rules of every preset, to read before one plays. */
import { presets } from '../api.js';
import { attr, h, keyed, show } from '../dom.js';
import { t } from '../i18n/index.js';
import { siteHead } from './site_head.js';

/** @typedef {import('../protocol.js').PresetBody} PresetBody */

/** @param {import('../actions.js').Actions} actions */
export function rulesPage(actions) {
  const list = h('div', { class: 'rules-list', role: 'group', 'aria-label': t('rules.pick') });
  const failed = h('p', { class: 'hint', hidden: true }, t('create.failed'));
  const place = h('div', {});
  const element = h(
    'div',
    { class: 'site' },
    siteHead(actions).element,
    h(
      'main',
      { class: 'rules-page' },
      h('h1', {}, t('rules.title')),
      h('p', { class: 'lead' }, t('rules.intro')),
      failed,
      list,
      place,
    ),
  );
  /** @type {string | null} */
  let asked = null;
  /** @type {(() => void) | null} */
  let redraw = null;

  Promise.all([presets(), import('./rules_article.js')]).then(
    ([{ presets: all }, { rulesArticle }]) => {
      const article = rulesArticle();
      place.append(article.element);
      redraw = () => {
        const preset = all.find(({ name }) => name === asked) ?? all[0];
        drawList(list, all, preset, actions);
        article.draw(preset.rules, preset.name);
      };
      redraw();
    },
    () => show(failed, true),
  );

  return {
    element,
    /** @param {import('../state.js').State} state */
    draw({ route }) {
      if (route.page === 'rules') asked = route.preset;
      redraw?.();
    },
  };
}

/**
 * @param {HTMLElement} list
 * @param {PresetBody[]} all
 * @param {PresetBody} chosen
 * @param {import('../actions.js').Actions} actions
 */
function drawList(list, all, chosen, actions) {
  keyed(
    list,
    all,
    ({ name }) => name,
    ({ name }) =>
      h(
        'button',
        {
          type: 'button',
          class: 'segment-button',
          'data-testid': `rules-${name}`,
          onclick: () => actions.go({ page: 'rules', preset: name }),
        },
        name,
      ),
    (button, preset) => attr(button, 'aria-pressed', String(preset === chosen)),
  );
}
