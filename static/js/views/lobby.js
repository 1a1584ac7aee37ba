/** The lobby: open a table, or find one. */
import { attr, fill, h, keyedViews, setText, show } from '../dom.js';
import { clockWords, sinceWords } from '../format/clock.js';
import { nameOf, namesOf, namesWithLevels } from '../format/names.js';
import { notationInWords } from '../format/notation.js';
import { factsOf, joinNames, t } from '../i18n/index.js';
import { icon } from '../icon.js';
import { settings } from '../settings.js';
import { bone } from '../tile.js';
import { fetchedDialog, fetchedPart } from './fetched.js';
import { nameElement, setName } from './name.js';
import { sitePage } from './site.js';
import { preloadMatch } from './table.js';
import { button, emptyBox, iconButton, pageLink, titledSection } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */
/** @import { Opponents } from '../create_model.js' */
/** @import { Listing, OwnTable } from '../protocol.js' */
/** @import { State } from '../state.js' */

/** @param {Actions} actions @param {() => void} askName @returns {View} */
export function lobbyView(actions, askName) {
  const create = fetchedDialog(
    async () => (await import('./create.js')).createDialog(actions),
    preloadMatch,
  );
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
      setName(name, nameOf({ name: own }));
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

/** Own tables that are shown at once: with more of them nobody would find the ways to a new one. */
const OWN_SHOWN = 3;

/** The tables where the visitor has a seat; hidden without any. @param {Actions} actions */
function ownTablesView(actions) {
  const list = h('ul', { class: 'tables', role: 'list' });
  let all = false;
  /** @type {OwnTable[]} */
  let tables = [];
  const more = button(null, { kind: 'quiet', testid: 'more-own-tables', press: showAll });
  const props = { class: 'own-tables', 'data-testid': 'own-tables' };
  const element = titledSection('own-tables-title', t('own.title'), props, list, more);

  function showAll() {
    const first = list.children[OWN_SHOWN];
    all = true;
    drawTables();
    // The button is gone, and must not take the focus along.
    (first ?? list.children[OWN_SHOWN])?.querySelector('button')?.focus();
  }

  function drawTables() {
    const shown = all ? tables : tables.slice(0, OWN_SHOWN);
    show(element, tables.length > 0);
    show(more, shown.length < tables.length);
    setText(more, t('own.more', { n: tables.length - shown.length }));
    drawRows(list, shown, actions);
  }

  return {
    element,
    /** @param {State} state */
    draw({ own }) {
      tables = ownSorted(own ?? []);
      drawTables();
    },
  };
}

/** The tables that are open to everybody. @param {Actions} actions */
function tablesView(actions) {
  const list = h('ul', { class: 'tables', role: 'list' });
  const empty = emptyBox('no-tables', t('lobby.empty'), t('lobby.empty_hint'));
  const loading = h('p', { class: 'loading' }, t('app.loading'));
  const box = { class: 'tables-box' };
  return {
    element: titledSection('tables-title', t('lobby.tables'), box, loading, empty, list),
    /** @param {State} state */
    draw(state) {
      const others = othersTables(state);
      show(loading, state.lobby === null);
      show(empty, state.lobby !== null && others.length === 0);
      drawRows(list, sorted(others), actions);
    },
  };
}

/** The tables of the lobby where the visitor has no seat. @param {State} state */
function othersTables({ lobby, own }) {
  return (lobby ?? []).filter(({ table }) => !own?.some((one) => one.table === table));
}

/** @param {HTMLElement} list @param {(Listing | OwnTable)[]} tables @param {Actions} actions */
function drawRows(list, tables, actions) {
  keyedViews(
    list,
    tables,
    ({ table }) => [table],
    ({ table }) => tableRow(table, actions),
  );
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

/**
 * Tables that wait for the visitor first, then those that play, then those that gather, then those that are
 * done.
 * @param {OwnTable[]} tables
 */
export function ownSorted(tables) {
  const rank = (/** @type {OwnTable} */ one) =>
    (one.waits ? 0 : 3) + { playing: 0, open: 1, over: 2 }[one.status];
  return tables.toSorted((a, b) => rank(a) - rank(b));
}

/** What the button of a row does. */
const WAYS = /** @type {const} */ ({
  back: { text: 'own.back', label: 'own.back_to', testid: 'back-to-table' },
  join: { text: 'lobby.join', label: 'lobby.join_at', testid: 'join' },
  watch: { text: 'lobby.watch', label: 'lobby.watch_at', testid: 'watch' },
});

/** @param {string} table @param {Actions} actions */
function tableRow(table, actions) {
  const rules = h('h3', {});
  const chips = h('p', { class: 'listing-names' });
  const [what, since] = [h('span'), h('span', { class: 'listing-since' })];
  const state = h('p', { class: 'listing-state' }, what, ' ', since);
  let way = /** @type {(typeof WAYS)[keyof typeof WAYS]} */ (WAYS.watch);
  const go = button(null, {
    press() {
      if (way === WAYS.join) actions.join(table);
      else actions.go({ page: 'table', table, invite: null });
    },
  });
  const words = h('div', { class: 'listing-words' }, rules, chips);
  const props = { class: 'listing', 'data-testid': `table-${table}` };
  const element = h('li', props, words, state, go);
  return {
    element,
    /** @param {Listing | OwnTable} listing */
    draw(listing) {
      const own = 'seat' in listing ? listing : null;
      const joinable = !own && listing.open_seats > 0 && listing.status !== 'playing';
      way = own ? WAYS.back : joinable ? WAYS.join : WAYS.watch;
      const notation = notationInWords(listing.notation);
      const others = namesWithLevels(listing.seats).filter((_, seat) => seat !== own?.seat);
      setText(rules, factsOf([notation, listing.clock && clockWords(listing.clock)]));
      fill(chips, ...others.map(seatChip));
      setText(what, own ? ownStateOf(own) : stateOf(listing));
      setText(since, own ? sinceOf(own) : '');
      attr(element, 'data-status', listing.status);
      attr(element, 'data-joinable', joinable ? 'true' : null);
      attr(element, 'data-waits', own?.waits ? 'true' : null);
      setText(go, t(way.text));
      go.classList.toggle('primary', own ? own.waits : joinable);
      attr(go, 'data-testid', way.testid);
      const sitters = others.filter(Boolean);
      const players = sitters.length > 0 ? joinNames(sitters) : t('lobby.nobody');
      const label = t('join.label', { before: notation, after: players });
      attr(go, 'aria-label', t(way.label, { table: label }));
    },
  };
}

/** @param {string} name '' for a free seat */
function seatChip(name) {
  return name === ''
    ? h('span', { class: 'seat-chip free' }, t('seat.empty'))
    : nameElement('span', { class: 'seat-chip' }, name);
}

/** @param {Listing} listing */
function stateOf({ status, open_seats }) {
  if (status === 'playing') return t('lobby.playing');
  if (open_seats > 0) return t('lobby.open_seats', { n: open_seats });
  return status === 'over' ? t('lobby.over') : t('lobby.gathering');
}

/** What an own table waits for. @param {OwnTable} own */
function ownStateOf(own) {
  const { turn = -1 } = own;
  if (turn === own.seat) return t('turn.you');
  const on = own.seats[turn];
  if (on) return t('turn.other', { name: namesOf(own.seats)[turn] });
  if (own.waits) return own.status === 'over' ? t('own.rematch') : t('own.waits');
  return own.status === 'playing' ? t('own.waits_for_others') : stateOf(own);
}

/** Since when a person is waited for. A computer player waits for the visitor. @param {OwnTable} own */
function sinceOf({ turn, seats, waits, since_ms }) {
  const isPersons = turn !== undefined && !seats[turn]?.computer;
  return waits || isPersons ? sinceWords(since_ms) : '';
}
