/** The way in: open a table, or find one. */
import { attr, fill, h, keyed, setText, show } from '../dom.js';
import { clockWords } from '../format/clock.js';
import { notationInWords } from '../format/notation.js';
import { nameOf } from '../format/words.js';
import { t, together } from '../i18n/index.js';
import { icon } from '../icon.js';
import { once } from '../once.js';
import { bone } from './bone.js';
import { siteFoot } from './site_foot.js';
import { siteHead } from './site_head.js';
import { tutorialOffer, tutorialOpener } from './tutorial_offer.js';

/** @import { Actions } from '../actions.js' */
/** @import { Opponents } from '../create_model.js' */
/** @import { Listing } from '../protocol.js' */
/** @import { State } from '../state.js' */

/**
 * @param {Actions} actions
 * @param {() => void} askName
 */
export function lobbyView(actions, askName) {
  /** The dialog for new tables, fetched when it is first wanted. */
  const dialog = once(async () => {
    const { createDialog } = await import('./create.js');
    const made = createDialog(actions);
    element.append(made.element);
    return made;
  });
  const who = whoLine(askName);
  const tables = tablesView(actions);
  const create = (/** @type {Opponents} */ access) =>
    dialog().then((made) => made.open(access), actions.sorry);
  /** @type {Listing[]} */
  let listed = [];
  const offer = tutorialOffer(() => tutorial(() => listed));
  const main = h('main', { class: 'lobby' }, hero(create, who.element), offer, tables.element);
  const element = h('div', { class: 'site' }, siteHead(actions).element, main, siteFoot());
  const tutorial = tutorialOpener(element, actions);
  return {
    element,
    /** @param {State} state */
    draw(state) {
      who.draw(state.name);
      listed = state.lobby ?? [];
      tables.draw(state.lobby);
    },
  };
}

/**
 * @param {(access: Opponents) => void} create
 * @param {HTMLElement} who
 */
function hero(create, who) {
  const tiles = ['6-5', '5-5', '5-3'].map((tile) => bone(tile));
  const friend = h(
    'button',
    {
      type: 'button',
      class: 'button primary huge',
      'data-testid': 'create-table',
      onclick: () => create('link'),
    },
    t('lobby.create'),
  );
  const anyone = h(
    'button',
    {
      type: 'button',
      class: 'button huge',
      'data-testid': 'create-public',
      onclick: () => create('public'),
    },
    t('lobby.create_public'),
  );
  const computer = h(
    'button',
    {
      type: 'button',
      class: 'button huge',
      'data-testid': 'play-computer',
      onclick: () => create('computer'),
    },
    t('lobby.play_computer'),
  );
  return h(
    'section',
    { class: 'hero' },
    h('div', { class: 'hero-tiles', 'aria-hidden': 'true' }, ...tiles),
    h('h1', {}, t('lobby.title')),
    h('p', { class: 'lead' }, t('lobby.lead')),
    h('div', { class: 'hero-actions' }, friend, computer, anyone),
    who,
  );
}

/** Under which name one plays. @param {() => void} askName */
function whoLine(askName) {
  const name = h('b', { class: 'who-name', 'data-testid': 'my-name' });
  const change = h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': t('name.change'),
      title: t('name.change'),
      'data-testid': 'change-name',
      onclick: askName,
    },
    icon('pencil'),
  );
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

/** @param {Actions} actions */
function tablesView(actions) {
  const list = h('ul', { class: 'tables', role: 'list' });
  const empty = h(
    'div',
    { class: 'empty', 'data-testid': 'no-tables' },
    h('p', { class: 'empty-title' }, t('lobby.empty')),
    h('p', { class: 'hint' }, t('lobby.empty_hint')),
  );
  const loading = h('p', { class: 'loading' }, t('app.loading'));
  const element = h(
    'section',
    { class: 'tables-box', 'aria-labelledby': 'tables-title' },
    h('h2', { id: 'tables-title' }, t('lobby.tables')),
    loading,
    empty,
    list,
  );
  return {
    element,
    /** @param {Listing[] | null} tables */
    draw(tables) {
      show(loading, tables === null);
      show(empty, tables?.length === 0);
      keyed(
        list,
        sorted(tables ?? []),
        ({ table }) => table,
        ({ table }) => tableRow(table, actions),
        drawRow,
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

/**
 * @param {string} table
 * @param {Actions} actions
 */
function tableRow(table, actions) {
  /** @param {MouseEvent} event */
  const go = ({ currentTarget }) => {
    const { testid } = /** @type {HTMLElement} */ (currentTarget).dataset;
    if (testid === 'join') actions.join(table);
    else actions.go({ page: 'table', table, invite: null });
  };
  return h(
    'li',
    { class: 'listing', 'data-testid': `table-${table}` },
    h('div', { class: 'listing-words' }, h('h3', {}), h('p', { class: 'listing-names' })),
    h('p', { class: 'listing-state' }),
    h('button', { type: 'button', class: 'button', onclick: go }),
  );
}

/**
 * @param {HTMLElement} row
 * @param {Listing} listing
 */
function drawRow(row, listing) {
  const [words, state, button] = row.children;
  const names = listing.seats.flatMap((seat) => (seat ? [nameOf(seat)] : []));
  const joinable = listing.open_seats > 0 && listing.status !== 'playing';
  const clock = listing.clock ? ` · ${clockWords(listing.clock)}` : '';
  setText(words.children[0], notationInWords(listing.notation) + clock);
  fill(words.children[1], ...listing.seats.map(seatChip));
  setText(state, stateOf(listing));
  attr(row, 'data-status', listing.status);
  attr(row, 'data-joinable', joinable ? 'true' : null);
  setText(button, joinable ? t('lobby.join') : t('lobby.watch'));
  button.classList.toggle('primary', joinable);
  attr(button, 'data-testid', joinable ? 'join' : 'watch');
  const params = {
    notation: notationInWords(listing.notation),
    names: names.length > 0 ? together(names) : t('lobby.nobody'),
  };
  attr(button, 'aria-label', joinable ? t('lobby.join_at', params) : t('lobby.watch_at', params));
}

/** @param {Listing['seats'][number]} seat */
function seatChip(seat) {
  return seat
    ? h('span', { class: 'seat-chip' }, nameOf(seat))
    : h('span', { class: 'seat-chip free' }, t('lobby.free_seat'));
}

/** @param {Listing} listing */
function stateOf({ status, open_seats }) {
  if (status === 'playing') return t('lobby.playing');
  if (open_seats > 0) return t('lobby.open_seats', { n: open_seats });
  return status === 'over' ? t('lobby.over') : t('lobby.gathering');
}
