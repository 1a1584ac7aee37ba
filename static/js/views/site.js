/** The frame of the pages that are no table: the ways to go at the top, every language at the foot. */
import { h } from '../dom.js';
import { language, languages, setLanguage, t } from '../i18n/index.js';
import { icon } from '../icon.js';
import { pathOf } from '../route.js';
import { follow } from './follow.js';
import { button, iconButton } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { Child } from '../dom.js' */
/** @import { IconName } from '../icon.js' */
/** @import { Route } from '../state.js' */

/**
 * A page with its head and its foot.
 * @param {Actions} actions
 * @param {string} name of the page, for its looks
 * @param {...Child} content
 */
export function sitePage(actions, name, ...content) {
  const main = h('main', { class: name }, ...content);
  return h('div', { class: 'site' }, siteHead(actions), main, siteFoot());
}

/** @param {Actions} actions */
function siteHead(actions) {
  /** @param {Route} route @param {Record<string, unknown>} props @param {...Child} content */
  const link = (route, props, ...content) => {
    const made = h('a', { href: pathOf(route), ...props }, ...content);
    follow(made, () => actions.go(route));
    return made;
  };
  /** @param {Route} route @param {string} id @param {IconName} picture @param {string} words */
  const way = (route, id, picture, words) =>
    link(
      route,
      { class: 'head-link', 'data-testid': id },
      icon(picture),
      h('span', { class: 'head-words' }, words),
    );
  const mark = h('span', { class: 'brand-mark', 'aria-hidden': 'true' });
  return h(
    'header',
    { class: 'site-head' },
    link({ page: 'lobby' }, { class: 'brand', 'aria-label': t('app.home') }, mark, t('app.name')),
    h(
      'nav',
      { 'aria-label': t('app.name') },
      way({ page: 'me' }, 'me-link', 'record', t('app.me')),
      way({ page: 'rules', preset: null }, 'rules-link', 'book', t('app.rules')),
      iconButton('theme', t('app.theme'), { testid: 'theme', press: () => actions.switchTheme() }),
      iconButton('gear', t('table.settings'), {
        testid: 'open-settings',
        press: () => actions.sheet('settings'),
      }),
    ),
  );
}

/** Every language, in its own words. */
function siteFoot() {
  const choices = languages.map(({ code, name }) =>
    button(name, {
      class: 'language',
      lang: code,
      'aria-pressed': String(code === language),
      testid: `language-${code}`,
      press: () => setLanguage(code),
    }),
  );
  const group = { class: 'languages', role: 'group', 'aria-label': t('app.language') };
  return h('footer', { class: 'site-foot' }, h('div', group, ...choices));
}
