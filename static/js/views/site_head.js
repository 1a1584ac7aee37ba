/** The head of the pages that are no table. */
import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { icon } from '../icon.js';
import { follow } from './follow.js';

/** @import { Actions } from '../actions.js' */

/** @param {Actions} actions */
export function siteHead(actions) {
  const home = h(
    'a',
    { href: '/', class: 'brand', 'aria-label': t('app.home') },
    h('span', { class: 'brand-mark', 'aria-hidden': 'true' }),
    t('app.name'),
  );
  const rules = h(
    'a',
    { href: '/rules', class: 'head-link', 'data-testid': 'rules-link' },
    icon('book'),
    h('span', { class: 'head-words' }, t('app.rules')),
  );
  const mine = h(
    'a',
    { href: '/me', class: 'head-link', 'data-testid': 'me-link' },
    icon('record'),
    h('span', { class: 'head-words' }, t('app.me')),
  );
  const theme = h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': t('app.theme'),
      title: t('app.theme'),
      'data-testid': 'theme',
      onclick: () => actions.switchTheme(),
    },
    icon('theme'),
  );
  const set = h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': t('table.settings'),
      title: t('table.settings'),
      'data-testid': 'open-settings',
      onclick: () => actions.sheet('settings'),
    },
    icon('gear'),
  );
  follow(home, () => actions.go({ page: 'lobby' }));
  follow(mine, () => actions.go({ page: 'me' }));
  follow(rules, () => actions.go({ page: 'rules', preset: null }));
  return {
    element: h(
      'header',
      { class: 'site-head' },
      home,
      h('nav', { 'aria-label': t('app.name') }, mine, rules, theme, set),
    ),
  };
}
