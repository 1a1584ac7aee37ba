/**
 * The head of the site's pages: the ways to them, which stand at the bottom of a phone, and the visitor's name with
 * the menu of all that is theirs.
 */
import { attr, h, setText, show } from '../dom.js';
import { nameOf } from '../format/names.js';
import { language, languages, setLanguage, t } from '../i18n/index.js';
import { icon } from '../icon.js';
import { faceView, setName } from './name.js';
import { button, leadsToOwnTables, pageLink } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { IconName } from '../icon.js' */
/** @import { Route, State } from '../state.js' */

/** The id of the visitor's menu. */
const MENU = 'site-menu';

/**
 * A way to a page. `on` says where it stands: in the row of a wide window or of the widest ones, at the bottom of a
 * phone, or everywhere. What has no room in the row is in the menu.
 * @typedef {{ route: Route, testid: string, picture: IconName, text: string, on?: 'wide' | 'widest' | 'narrow' }} Way
 */

/** @returns {Way[]} */
const ways = () => [
  { route: { page: 'lobby' }, testid: 'nav-play', picture: 'play', text: t('nav.play') },
  {
    route: { page: 'lobby', watch: true },
    testid: 'nav-watch',
    picture: 'eye',
    text: t('lobby.watch'),
    on: 'wide',
  },
  {
    route: { page: 'rules', preset: null },
    testid: 'rules-link',
    picture: 'book',
    text: t('nav.learn'),
  },
  {
    route: { page: 'leaderboard', board: 'all_fives' },
    testid: 'leaderboards',
    picture: 'cup',
    text: t('people.leaderboards'),
    on: 'wide',
  },
  {
    route: { page: 'tournaments' },
    testid: 'nav-tournaments',
    picture: 'star',
    text: t('tournament.title'),
    on: 'widest',
  },
  { route: { page: 'friends' }, testid: 'friends', picture: 'people', text: t('people.friends') },
];

/** @param {Actions} actions @param {() => void} askName */
export function makeHead(actions, askName) {
  const mark = h('span.brand-mark', { 'aria-hidden': 'true' });
  const name = h('span.brand-name', t('app.name'));
  const brand = pageLink(actions, { page: 'lobby' }, { class: 'brand' }, mark, name);
  const home = leadsToOwnTables(brand);
  const links = ways().map((way) => ({ way, link: linkOf(actions, way) }));
  const more = button([icon('menu'), h('span', t('nav.more'))], {
    class: 'nav-link',
    'data-on': 'narrow',
    popovertarget: MENU,
    testid: 'nav-more',
  });
  const nav = h(
    'nav.site-nav',
    { 'aria-label': t('app.name') },
    ...links.map(({ link }) => link),
    more,
  );
  const tables = ownTablesLink(actions);
  nav.insertBefore(tables.element, nav.children[1]);
  const own = ownButton();
  const menu = menuView(actions, askName);
  const demo = h('aside.demo-line', { testid: 'demo', hidden: true }, t('app.demo'));
  return {
    /** The line below the head, which says that the server has a demo. */
    demo,
    element: h('header.site-head.in-line', home.element, nav, own.element, menu.element),
    /** @param {State} state */
    draw(state) {
      home.draw(state, t('app.home'));
      own.draw(state);
      tables.draw(state);
      menu.draw(state);
      show(demo, state.demo);
      for (const { way, link } of links)
        attr(link, 'aria-current', isAt(state.route, way) && 'page');
    },
  };
}

/** Whether a page is the one to which a way leads. @param {Route} route @param {Way} way */
function isAt(route, { route: to }) {
  if (route.page === 'games') return to.page === 'lobby' && !to.watch;
  if (route.page !== 'lobby' || to.page !== 'lobby') return route.page === to.page;
  return Boolean(route.watch) === Boolean(to.watch);
}

/** @param {Actions} actions @param {Way} way */
function linkOf(actions, { route, testid, picture, text, on }) {
  const props = { class: 'nav-link', testid: testid, 'data-on': on };
  return pageLink(actions, route, props, icon(picture), h('span', text));
}

/** At the bottom of a phone: the way to the visitor's own tables, which stand first on the front page. @param {Actions} actions */
function ownTablesLink(actions) {
  const props = { class: 'nav-link', 'data-on': 'narrow', testid: 'nav-own' };
  const link = pageLink(
    actions,
    { page: 'lobby' },
    props,
    icon('record'),
    h('span', t('own.title')),
  );
  link.addEventListener('click', () => scrollTo({ top: 0 }));
  return {
    element: link,
    /** @param {State} state */
    draw: ({ own }) => show(link, (own ?? []).length > 0),
  };
}

/** The visitor's face and name, which open the menu. */
function ownButton() {
  const face = faceView();
  const name = h('span.own-name.one-line', { testid: 'my-name' });
  const element = button([face.element, name, icon('more')], {
    class: 'own-button',
    popovertarget: MENU,
    testid: 'own-menu',
  });
  return {
    element,
    /** @param {State} state */
    draw({ name: now }) {
      const shown = nameOf({ name: now });
      setName(name, shown);
      face.draw({ name: now });
      element.style.visibility = now ? '' : 'hidden';
    },
  };
}

/** @param {Actions} actions @param {() => void} askName */
function menuView(actions, askName) {
  const element = h('div.site-menu', { id: MENU, popover: 'auto' });
  const look = { class: 'menu-item in-line' };
  /** @param {IconName} picture @param {string} text @param {string} testid @param {() => unknown} run */
  const item = (picture, text, testid, run) =>
    button([icon(picture), h('span', text)], {
      ...look,
      testid,
      press() {
        element.hidePopover();
        return run();
      },
    });
  /** @param {Way} way */
  const link = ({ route, testid, picture, text, on }) => {
    const props = { ...look, testid: testid, 'data-on': on };
    const made = pageLink(actions, route, props, icon(picture), h('span', text));
    made.addEventListener('click', () => element.hidePopover());
    return made;
  };
  const rename = item('pencil', t('name.change'), 'change-name', askName);
  const account = link({
    route: { page: 'account' },
    testid: 'to-account',
    picture: 'person',
    text: '',
  });
  element.append(
    ...ways().flatMap((way) =>
      way.on
        ? [
            link({
              ...way,
              testid: `menu-${way.testid}`,
              on: way.on === 'wide' ? 'narrow' : way.on,
            }),
          ]
        : [],
    ),
    rename,
    account,
    link({ route: { page: 'me' }, testid: 'me-link', picture: 'record', text: t('app.me') }),
    item('theme', t('app.theme'), 'theme', () => actions.switchTheme()),
    item('gear', t('settings.title'), 'open-settings', () => actions.sheet('settings')),
    languageChoice(),
  );
  return {
    element,
    /** @param {State} state */
    draw({ person }) {
      // An account has its own place for its name, which is changed seldom.
      show(rename, !person);
      setText(
        /** @type {Element} */ (account.lastElementChild),
        t(person ? 'app.account' : 'name.keep'),
      );
    },
  };
}

/** The language of the page. */
function languageChoice() {
  const options = languages.map(({ code, name }) =>
    h('option', { value: code, lang: code, selected: code === language }, name),
  );
  const select = h('select.field', {
    testid: 'menu-language',
    onchange: () => setLanguage(select.value),
  });
  select.append(...options);
  return h('label.menu-item.in-line', h('span', t('app.language')), select);
}
