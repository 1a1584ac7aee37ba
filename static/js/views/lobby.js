/** The lobby: open a table, or find one. */

import { h, setText, show } from '../dom.js';
import { nameOf } from '../format/words.js';
import { t } from '../i18n/index.js';
import { icon } from '../icon.js';
import { settings } from '../settings.js';
import { bone } from '../tile.js';
import { fetchedDialog, fetchedPart } from './fetched.js';
import { sitePage } from './site.js';
import { othersTables, ownTablesView, tablesView } from './tables.js';
import { button, iconButton, pageLink } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */
/** @import { Opponents } from '../create_model.js' */
/** @import { Listing } from '../protocol.js' */
/** @import { State } from '../state.js' */

/** @param {Actions} actions @param {() => void} askName @returns {View} */
export function lobbyView(actions, askName) {
  const create = fetchedDialog(async () => (await import('./create.js')).createDialog(actions));
  const tutorial = fetchedDialog(async () =>
    (await import('./tutorial/dialog.js')).tutorialDialog(actions),
  );
  const who = whoLine(actions, askName);
  const quick = fetchedPart('quick', actions.sorry, async () =>
    (await import('./people/quick.js')).quickView(actions),
  );
  const own = ownTablesView(actions);
  const tables = tablesView(actions);
  /** @type {Listing[]} */
  let listed = [];
  const offer = tutorialOffer(() => tutorial.open(() => listed));
  const element = sitePage(
    actions,
    'lobby',
    own.element,
    hero(create.open, quick.element, create.element, who.element),
    peopleLinks(actions),
    offer,
    tutorial.element,
    tables.element,
  );
  return {
    element,
    draw(state) {
      who.draw(state);
      void quick.draw(state);
      listed = othersTables(state);
      own.draw(state);
      tables.draw(state);
    },
    end() {
      create.end();
      tutorial.end();
    },
  };
}

/**
 * @param {(access: Opponents) => void} create
 * @param {HTMLElement} quick the way to a match at once
 * @param {...HTMLElement} below what stands below the ways to a table
 */
function hero(create, quick, ...below) {
  const tiles = ['6-5', '5-5', '5-3'].map((tile) => bone(tile));
  /** @param {string} text @param {string} kind @param {string} testid @param {Opponents} access */
  const way = (text, kind, testid, access) =>
    button(text, { kind, testid, press: () => create(access) });
  return h(
    'section',
    { class: 'hero' },
    h('div', { class: 'hero-tiles', 'aria-hidden': 'true' }, ...tiles),
    h('h1', {}, t('lobby.title')),
    h('p', { class: 'lead' }, t('lobby.lead')),
    quick,
    h(
      'div',
      { class: 'hero-actions' },
      way(t('lobby.create'), 'big', 'create-table', 'link'),
      way(t('lobby.play_computer'), 'big', 'play-computer', 'computer'),
      way(t('lobby.create_public'), 'big', 'create-public', 'public'),
    ),
    ...below,
  );
}

/** The ways to other people. @param {Actions} actions */
function peopleLinks(actions) {
  const props = (/** @type {string} */ testid) => ({
    class: 'button quiet',
    'data-testid': testid,
  });
  return h(
    'nav',
    { class: 'people-links', 'aria-label': t('people.title') },
    pageLink(
      actions,
      { page: 'leaderboard', board: 'all_fives' },
      props('leaderboards'),
      icon('cup'),
      t('people.leaderboards'),
    ),
    pageLink(actions, { page: 'friends' }, props('friends'), icon('people'), t('people.friends')),
  );
}

/** Under which name one plays, and the way to keep it. @param {Actions} actions @param {() => void} askName */
function whoLine(actions, askName) {
  const name = h('b', { class: 'who-name', 'data-testid': 'my-name' });
  const change = iconButton('pencil', t('name.change'), { testid: 'change-name', press: askName });
  const look = { class: 'who-account', 'data-testid': 'to-account' };
  const account = pageLink(actions, { page: 'account' }, look);
  const element = h('p', { class: 'who' }, t('name.playing_as'), ' ', name, change, account);
  return {
    element,
    /** @param {State} state */
    draw({ name: own, person }) {
      setText(name, nameOf({ name: own }));
      element.style.visibility = own ? '' : 'hidden';
      // An account has its own place for its name, which is changed seldom.
      show(change, !person);
      setText(account, t(person ? 'app.account' : 'name.keep'));
    },
  };
}

/** The offer of the tutorial, until the visitor has answered it. @param {() => void} open */
function tutorialOffer(open) {
  const answer = () => {
    settings.set({ tutorial: true });
    show(element, false);
  };
  const press = () => {
    answer();
    open();
  };
  const element = h(
    'aside',
    {
      class: 'offer',
      'aria-label': t('learn.offer'),
      'data-testid': 'tutorial-offer',
      hidden: settings.get().tutorial,
    },
    h('p', {}, t('learn.offer')),
    button(t('learn.start'), { kind: 'small', testid: 'learn', press }),
    iconButton('close', t('learn.no'), { testid: 'learn-no', press: answer }),
  );
  return element;
}
