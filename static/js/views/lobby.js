/** The lobby: open a table, or find one. */

import { h, setText, show } from '../dom.js';
import { nameOf } from '../format/words.js';
import { t } from '../i18n/index.js';
import { settings } from '../settings.js';
import { bone } from '../tile.js';
import { fetchedDialog } from './fetched.js';
import { sitePage } from './site.js';
import { othersTables, ownTablesView, tablesView } from './tables.js';
import { button, iconButton } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */
/** @import { Opponents } from '../create_model.js' */
/** @import { Listing } from '../protocol.js' */

/** @param {Actions} actions @param {() => void} askName @returns {View} */
export function lobbyView(actions, askName) {
  const create = fetchedDialog(async () => (await import('./create.js')).createDialog(actions));
  const tutorial = fetchedDialog(async () =>
    (await import('./tutorial/dialog.js')).tutorialDialog(actions),
  );
  const who = whoLine(askName);
  const own = ownTablesView(actions);
  const tables = tablesView(actions);
  /** @type {Listing[]} */
  let listed = [];
  const offer = tutorialOffer(() => tutorial.open(() => listed));
  const element = sitePage(
    actions,
    'lobby',
    own.element,
    hero(create.open, create.element, who.element),
    offer,
    tutorial.element,
    tables.element,
  );
  return {
    element,
    draw(state) {
      who.draw(state.name);
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
 * @param {...HTMLElement} below what stands below the ways to a table
 */
function hero(create, ...below) {
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
    h(
      'div',
      { class: 'hero-actions' },
      way(t('lobby.create'), 'primary huge', 'create-table', 'link'),
      way(t('lobby.play_computer'), 'huge', 'play-computer', 'computer'),
      way(t('lobby.create_public'), 'huge', 'create-public', 'public'),
    ),
    ...below,
  );
}

/** Under which name one plays. @param {() => void} askName */
function whoLine(askName) {
  const name = h('b', { class: 'who-name', 'data-testid': 'my-name' });
  const change = iconButton('pencil', t('name.change'), { testid: 'change-name', press: askName });
  const element = h('p', { class: 'who' }, t('name.playing_as'), ' ', name, change);
  return {
    element,
    /** @param {string} own */
    draw(own) {
      setText(name, nameOf({ name: own }));
      element.style.visibility = own ? '' : 'hidden';
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
