/** The lobby: open a table, or find one. */

import { attr, fill, h, keyedViews, setText, show } from '../dom.js';
import { clockWords } from '../format/clock.js';
import { notationInWords } from '../format/notation.js';
import { nameOf } from '../format/words.js';
import { t, together } from '../i18n/index.js';
import { settings } from '../settings.js';
import { bone } from '../tile.js';
import { fetchedDialog } from './fetched.js';
import { sitePage } from './site.js';
import { button, emptyBox, iconButton, titled } from './widgets.js';

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
  const tables = tablesView(actions);
  /** @type {Listing[]} */
  let listed = [];
  const offer = tutorialOffer(() => tutorial.open(() => listed));
  const element = sitePage(
    actions,
    'lobby',
    hero(create.open, create.element, who.element),
    offer,
    tutorial.element,
    tables.element,
  );
  return {
    element,
    draw(state) {
      who.draw(state.name);
      listed = state.lobby ?? [];
      tables.draw(state.lobby);
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

/** @param {Actions} actions */
function tablesView(actions) {
  const list = h('ul', { class: 'tables', role: 'list' });
  const empty = emptyBox('no-tables', t('lobby.empty'), t('lobby.empty_hint'));
  const loading = h('p', { class: 'loading' }, t('app.loading'));
  const box = { class: 'tables-box' };
  return {
    element: titled('tables-title', t('lobby.tables'), box, loading, empty, list),
    /** @param {Listing[] | null} tables */
    draw(tables) {
      show(loading, tables === null);
      show(empty, tables?.length === 0);
      keyedViews(
        list,
        sorted(tables ?? []),
        ({ table }) => table,
        ({ table }) => tableRow(table, actions),
      );
    },
  };
}

/**
 * Tables with a free seat first, then those that play, then those that are done.
 * @param {Listing[]} tables
 */
export function sorted(tables) {
  const rank = (/** @type {Listing} */ one) =>
    one.open_seats > 0 ? 0 : { open: 1, playing: 2, over: 3 }[one.status];
  return tables.toSorted((a, b) => rank(a) - rank(b));
}

/** @param {string} table @param {Actions} actions */
function tableRow(table, actions) {
  const rules = h('h3', {});
  const chips = h('p', { class: 'listing-names' });
  const state = h('p', { class: 'listing-state' });
  let joinable = false;
  const go = button(null, {
    press() {
      if (joinable) actions.join(table);
      else actions.go({ page: 'table', table, invite: null });
    },
  });
  const words = h('div', { class: 'listing-words' }, rules, chips);
  const props = { class: 'listing', 'data-testid': `table-${table}` };
  const element = h('li', props, words, state, go);
  return {
    element,
    /** @param {Listing} listing */
    draw(listing) {
      joinable = listing.open_seats > 0 && listing.status !== 'playing';
      const notation = notationInWords(listing.notation);
      const clock = listing.clock ? ` · ${clockWords(listing.clock)}` : '';
      setText(rules, notation + clock);
      fill(chips, ...listing.seats.map(seatChip));
      setText(state, stateOf(listing));
      attr(element, 'data-status', listing.status);
      attr(element, 'data-joinable', joinable ? 'true' : null);
      setText(go, joinable ? t('lobby.join') : t('lobby.watch'));
      go.classList.toggle('primary', joinable);
      attr(go, 'data-testid', joinable ? 'join' : 'watch');
      const sitters = listing.seats.flatMap((seat) => (seat ? [nameOf(seat)] : []));
      const players = sitters.length > 0 ? together(sitters) : t('lobby.nobody');
      const table = `${notation}, ${players}`;
      attr(go, 'aria-label', t(joinable ? 'lobby.join_at' : 'lobby.watch_at', { table }));
    },
  };
}

/** @param {Listing['seats'][number]} seat */
function seatChip(seat) {
  return seat
    ? h('span', { class: 'seat-chip' }, nameOf(seat))
    : h('span', { class: 'seat-chip free' }, t('seat.empty'));
}

/** @param {Listing} listing */
function stateOf({ status, open_seats }) {
  if (status === 'playing') return t('lobby.playing');
  if (open_seats > 0) return t('lobby.open_seats', { n: open_seats });
  return status === 'over' ? t('lobby.over') : t('lobby.gathering');
}
