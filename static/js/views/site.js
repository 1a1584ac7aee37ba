/**
 * The frame of the pages that are no table: the ways to go at the top, every language at the foot.
 * And the page of an address where there is none.
 */
import { h } from '../dom.js';
import { language, languages, setLanguage, t } from '../i18n/index.js';
import { icon } from '../icon.js';
import { button, iconButton, leadsToOwnTables, pageLink } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */
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
  return h('div', { class: 'site' }, siteHead(actions).element, main, siteFoot());
}

/** The head of each client's pages. @type {WeakMap<Actions, ReturnType<typeof makeHead>>} */
const heads = new WeakMap();

/** The head of all these pages: whichever was made last has it. @param {Actions} actions */
export function siteHead(actions) {
  const head = heads.get(actions) ?? makeHead(actions);
  heads.set(actions, head);
  return head;
}

/** @param {Actions} actions @returns {View} */
export function missingPage(actions) {
  const press = () => actions.go({ page: 'lobby' });
  const back = button(t('table.to_lobby'), { kind: 'primary', testid: 'to-lobby', press });
  const title = h('h1', {}, t('missing.title'));
  const hint = h('p', { class: 'lead' }, t('missing.hint'));
  return { element: sitePage(actions, 'rules-page', title, hint, back), draw() {} };
}

/** @param {Actions} actions */
function makeHead(actions) {
  /** @param {Route} route @param {string} testid @param {IconName} picture @param {string} text */
  const way = (route, testid, picture, text) => {
    const words = h('span', { class: 'head-words' }, text);
    const props = { class: 'head-link', 'data-testid': testid };
    return pageLink(actions, route, props, icon(picture), words);
  };
  const mark = h('span', { class: 'brand-mark', 'aria-hidden': 'true' });
  const name = h('span', { class: 'brand-name' }, t('app.name'));
  const brand = pageLink(actions, { page: 'lobby' }, { class: 'brand' }, mark, name);
  const home = leadsToOwnTables(brand, t('app.home'));
  const element = h(
    'header',
    { class: 'site-head' },
    home.element,
    h(
      'nav',
      { 'aria-label': t('app.name') },
      way({ page: 'me' }, 'me-link', 'record', t('app.me')),
      way({ page: 'rules', preset: null }, 'rules-link', 'book', t('app.rules')),
      iconButton('theme', t('app.theme'), { testid: 'theme', press: () => actions.switchTheme() }),
      button(h('span', { class: 'head-words' }, t('settings.title')), {
        class: 'head-link',
        icon: 'gear',
        testid: 'open-settings',
        press: () => actions.sheet('settings'),
      }),
    ),
  );
  return { element, draw: home.draw };
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
