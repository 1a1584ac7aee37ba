/** The people on the front page: who waits at a table, and what is being played. */
import { attr, changes, fill, h, setText, show } from '../../dom.js';
import { namesWithLevels } from '../../format/names.js';
import { notationInWords, presetIn, presetInWords } from '../../format/notation.js';
import { t } from '../../i18n/index.js';
import { initialView, nameElement } from '../name.js';
import { button, pageLink, titledSection } from '../widgets.js';
import {
  byFreeSeats,
  fullest,
  isForPairs,
  isJoinable,
  othersTables,
  seatingInWords,
} from './listings.js';
import { ownTablesView } from './own.js';
import { drawRows } from './rows.js';
import '../people/looks.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Listing } from '../../protocol.js' */
/** @import { State } from '../../state.js' */

/** As many rows as are shown at once. */
const ROWS = 8;
/** With fewer tables there is nothing to filter. */
const FILTERED_MIN = 5;

/**
 * @param {Actions} actions
 * @param {HTMLElement} ownPlace gives way to the visitor's own tables
 * @param {{ learn(): void, openPublic(): unknown, askHow(): unknown }} ways to what can be done when nobody is there
 */
export function peopleView(actions, ownPlace, ways) {
  const own = ownTablesView(actions);
  ownPlace.replaceWith(own.element);
  const waiting = waitingView(actions);
  const playing = playingView(actions);
  const quiet = quietView(actions, ways);
  const loading = h('p', { class: 'loading' }, t('app.loading'));
  const open = button(t('front.open'), {
    kind: 'small',
    testid: 'create-public',
    press: ways.openPublic,
  });
  const parts = [quiet.element, waiting.element, playing.element];
  const element = h('div', { class: 'front-lists' }, loading, ...parts);
  let watches = false;
  return {
    element,
    /** @param {State} state */
    draw(state) {
      own.draw(state);
      const others = othersTables(state);
      const isThere = state.lobby !== null;
      const wantsToWatch = state.route.page === 'lobby' && state.route.watch === true;
      show(loading, !isThere);
      show(quiet.element, isThere && others.length === 0);
      waiting.draw(byFreeSeats(others.filter(isJoinable)));
      playing.draw(
        others.filter((one) => !isJoinable(one)),
        isThere && wantsToWatch,
      );
      if (wantsToWatch && !watches && isThere) playing.show();
      watches = wantsToWatch && isThere;
      const first = parts.find((part) => !part.hidden);
      if (first && open.parentElement !== first) first.append(open);
    },
  };
}

/** A list that shows eight rows, and the others when they are asked for. @param {Actions} actions @param {string} testid */
function shortList(actions, testid) {
  const list = h('ul', { class: 'tables', role: 'list' });
  let all = false;
  /** @type {Listing[]} */
  let shown = [];
  const more = button(t('front.all_tables'), { kind: 'small', testid, press: unfold });

  function unfold() {
    const next = list.children[ROWS];
    all = true;
    draw(shown);
    // The button is gone, and must not take the focus along.
    (next ?? list.children[ROWS])?.querySelector('button')?.focus();
  }

  /** @param {Listing[]} tables */
  function draw(tables) {
    shown = tables;
    drawRows(list, all ? tables : tables.slice(0, ROWS), actions);
    show(more, !all && tables.length > ROWS);
  }
  return { list, more, draw, unfold: () => (all ? undefined : unfold()) };
}

/** The tables that wait for players. @param {Actions} actions */
function waitingView(actions) {
  const rows = shortList(actions, 'all-tables');
  const none = h('p', { class: 'hint', role: 'status' });
  /** @type {Listing[]} */
  let tables = [];
  const filters = filtersView(() => redraw());
  const element = titledSection(
    'tables-title',
    '',
    { class: 'front-list' },
    filters.element,
    none,
    rows.list,
    rows.more,
  );
  const title = /** @type {HTMLElement} */ (element.querySelector('h2'));

  function redraw() {
    const fitting = tables.filter(filters.fits);
    setText(none, fitting.length === 0 ? t('front.no_match') : '');
    rows.draw(fitting);
  }
  return {
    element,
    /** @param {Listing[]} now */
    draw(now) {
      tables = now;
      show(element, now.length > 0);
      setText(title, t('own.badge', { n: now.length }));
      filters.draw(now);
      redraw();
    },
  };
}

/** What a visitor looks for among many tables. @param {() => void} changed */
function filtersView(changed) {
  const pressed = { two: false, pairs: false, free: false };
  let game = '';
  const isNew = changes();
  /** @param {keyof typeof pressed} name @param {string} text */
  const chip = (name, text) => {
    const element = button(text, {
      class: 'filter',
      'aria-pressed': 'false',
      testid: `filter-${name}`,
      press() {
        pressed[name] = !pressed[name];
        attr(element, 'aria-pressed', String(pressed[name]));
        changed();
      },
    });
    return element;
  };
  const games = h('select', {
    class: 'filter',
    'aria-label': t('front.games'),
    'data-testid': 'filter-game',
    onchange() {
      game = games.value;
      changed();
    },
  });
  const element = h(
    'div',
    { class: 'filters', role: 'group', 'aria-label': t('front.filters') },
    chip('two', t('count.players', { n: 2 })),
    chip('pairs', t('front.pairs')),
    chip('free', t('front.no_clock')),
    games,
  );
  return {
    element,
    /** @param {Listing} one */
    fits: (one) =>
      element.hidden ||
      ((!pressed.two || one.seats.length === 2) &&
        (!pressed.pairs || isForPairs(one)) &&
        (!pressed.free || !one.clock) &&
        (game === '' || presetIn(one.notation) === game)),
    /** @param {Listing[]} tables */
    draw(tables) {
      show(element, tables.length >= FILTERED_MIN);
      const names = [...new Set([...tables.map((one) => presetIn(one.notation)), game])].sort();
      if (!isNew(names)) return;
      const options = names
        .filter(Boolean)
        .map((name) => h('option', { value: name }, presetInWords(name)));
      fill(games, h('option', { value: '' }, t('front.any_game')), ...options);
      games.value = game;
    },
  };
}

/** What is being played: the match with most persons large, the others as rows. @param {Actions} actions */
function playingView(actions) {
  const featured = featuredView(actions);
  const rows = shortList(actions, 'all-matches');
  const none = h('p', { class: 'hint' }, t('front.none_playing'));
  const element = titledSection(
    'playing-title',
    t('front.playing'),
    { class: 'front-list' },
    none,
    featured.element,
    rows.list,
    rows.more,
  );
  const title = /** @type {HTMLElement} */ (element.querySelector('h2'));
  attr(title, 'tabindex', -1);
  return {
    element,
    /** @param {Listing[]} tables @param {boolean} isWanted whether the visitor asked for them */
    draw(tables, isWanted) {
      const first = fullest(tables.filter(({ status }) => status === 'playing'));
      show(element, tables.length > 0 || isWanted);
      show(none, tables.length === 0);
      featured.draw(first);
      rows.draw(tables.filter((one) => one !== first));
    },
    /** Leads the visitor there. */
    show() {
      rows.unfold();
      title.focus({ preventScroll: true });
      element.scrollIntoView();
    },
  };
}

/** A match with a felt of its own. @param {Actions} actions */
function featuredView(actions) {
  let table = '';
  const rules = h('p', { class: 'featured-rules' });
  const seating = h('p', {});
  const names = h('p', { class: 'featured-names' });
  const watch = button(t('lobby.watch'), {
    icon: 'eye',
    testid: 'watch-featured',
    press: () => actions.go({ page: 'table', table, invite: null }),
  });
  const element = h('div', { class: 'featured' }, names, rules, seating, watch);
  return {
    element,
    /** @param {Listing | null} listing */
    draw(listing) {
      show(element, listing !== null);
      if (!listing) return;
      table = listing.table;
      const notation = notationInWords(listing.notation);
      setText(rules, notation);
      setText(seating, seatingInWords(listing));
      const sitters = namesWithLevels(listing.seats).filter(Boolean);
      fill(names, ...sitters.map(personView));
      attr(watch, 'aria-label', t('lobby.watch_at', { table: notation }));
    },
  };
}

/** @param {string} name */
function personView(name) {
  const initial = initialView();
  initial.draw(name);
  return h('span', { class: 'featured-name' }, initial.element, nameElement('b', {}, name));
}

/** What can be done when nobody is there. @param {Actions} actions @param {{ learn(): void, askHow(): unknown }} ways */
function quietView(actions, { learn, askHow }) {
  /** @param {string} title @param {string} about @param {HTMLElement} way */
  const row = (title, about, way) =>
    h(
      'li',
      { class: 'quiet-row' },
      h('div', {}, h('h3', {}, title), h('p', { class: 'hint' }, about)),
      way,
    );
  const small = { class: 'button small', 'data-testid': 'look-at-world' };
  const rules = pageLink(actions, { page: 'rules', preset: null }, small, t('front.look'));
  const element = titledSection(
    'quiet-title',
    t('lobby.empty'),
    { class: 'front-list', 'data-testid': 'no-tables' },
    h('p', { class: 'hint' }, t('lobby.empty_hint')),
    h(
      'ul',
      { class: 'tables', role: 'list' },
      row(
        t('learn.offer'),
        t('learn.start'),
        button(t('nav.learn'), { kind: 'small', testid: 'learn', press: learn }),
      ),
      row(t('front.world'), t('front.world_about'), rules),
      row(
        t('front.honest'),
        t('front.honest_about'),
        button(t('front.how'), { kind: 'small', testid: 'how-fair', press: askHow }),
      ),
    ),
  );
  return { element };
}
