/** The people on the front page: who waits at a table, and what is being played. */
import { fetchTournaments } from '../../api.js';
import { attr, h, keyed, setText, show } from '../../dom.js';
import { presetInWords } from '../../format/notation.js';
import { t } from '../../i18n/index.js';
import { mixes } from '../../settings.js';
import { fetchedPart } from '../fetched.js';
import { button, pageLink, titledSection } from '../widgets.js';
import {
  byFreeSeats,
  featuredOf,
  gamesOf,
  isForPairs,
  isForTwo,
  isJoinable,
  othersTables,
  seekerRows,
} from './listings.js';
import { drawRows, ownTablesView } from './rows.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Wish } from '../../matching.js' */
/** @import { Listing } from '../../protocol.js' */
/** @import { State } from '../../state.js' */
/** @import { SeekerRow } from './listings.js' */
/** @import { Ways } from './rows.js' */

/** As many rows as are shown at once. */
const ROWS = 8;
/** With fewer tables there is nothing to filter. */
const FILTERED_MIN = 5;
/** How often it is said anew how long players have waited. */
const WAITED_EVERY_MS = 10_000;

/**
 * @param {Actions} actions
 * @param {HTMLElement} ownPlace gives way to the visitor's own tables
 * @param {{ game(): string, seek(wish: Wish): unknown, learn(): void, openPublic(): unknown, askHow(): unknown }} ways
 */
export function peopleView(actions, ownPlace, ways) {
  const own = ownTablesView(actions);
  ownPlace.replaceWith(own.element);
  const waiting = waitingView({ ...actions, seek: ways.seek });
  const playing = playingView(actions);
  const quiet = quietView(actions, ways);
  const tournaments = tournamentsView(actions, () => Date.now() + (latest?.clock_ms ?? 0));
  const loading = h('p.loading', t('app.loading'));
  const open = button(t('front.open'), {
    kind: 'small',
    testid: 'create-public',
    press: ways.openPublic,
  });
  const parts = [quiet.element, waiting.element, playing.element];
  const others = [loading, quiet.element, waiting.element, tournaments];
  const element = h('div.front-parts', h('div.front-lists.stack', ...others), playing.element);
  let watches = false;
  /** @type {State | null} */
  let latest = null;
  const ticking = setInterval(() => {
    if (!element.isConnected) clearInterval(ticking);
    else if (latest) drawWaiting(latest);
  }, WAITED_EVERY_MS);

  /** @param {State} state */
  function drawWaiting(state) {
    const open = othersTables(state).filter(isJoinable);
    const rows = byFreeSeats([...open, ...seekerRows(state, ways.game(), mixes())]);
    waiting.draw(rows, Date.now() + state.clock_ms);
    return rows.length;
  }
  return {
    element,
    /** @param {State} state */
    draw(state) {
      latest = state;
      own.draw(state);
      const others = othersTables(state);
      const isThere = state.lobby !== null;
      const wantsToWatch = state.route.page === 'lobby' && state.route.watch === true;
      show(loading, !isThere);
      const waits = drawWaiting(state);
      show(quiet.element, isThere && others.length === 0 && waits === 0);
      playing.draw(
        others.filter((one) => !isJoinable(one)),
        isThere && wantsToWatch,
        state,
      );
      if (wantsToWatch && !watches && isThere) playing.show();
      watches = wantsToWatch && isThere;
      const first = parts.find((part) => !part.hidden);
      if (first && open.parentElement !== first) first.append(open);
    },
  };
}

/** A list that shows eight rows, and the others when they are asked for. @param {Ways} ways @param {string} testid */
function shortList(ways, testid) {
  const list = h('ul.tables', { role: 'list' });
  let all = false;
  /** @type {(Listing | SeekerRow)[]} */
  let shown = [];
  let now_ms = 0;
  const more = button(t('front.all_tables'), { kind: 'small', testid, press: unfold });

  function unfold() {
    const next = list.children[ROWS];
    all = true;
    draw(shown, now_ms);
    // The button is gone, and must not take the focus along.
    (next ?? list.children[ROWS])?.querySelector('button')?.focus();
  }

  /** @param {(Listing | SeekerRow)[]} rows @param {number} [now] by the server's clock */
  function draw(rows, now = 0) {
    [shown, now_ms] = [rows, now];
    drawRows(list, all ? rows : rows.slice(0, ROWS), ways, now);
    show(more, !all && rows.length > ROWS);
  }
  return { list, more, draw, unfold: () => (all ? undefined : unfold()) };
}

/** The tables that wait for players, and the players who look for a match. @param {Ways} ways */
function waitingView(ways) {
  const rows = shortList(ways, 'all-tables');
  const none = h('p.hint', { role: 'status' });
  /** @type {(Listing | SeekerRow)[]} */
  let all = [];
  let now_ms = 0;
  const filters = filtersView(() => redraw());
  const element = titledSection(
    'tables-title',
    '',
    { class: 'front-list stack box' },
    filters.element,
    none,
    rows.list,
    rows.more,
  );
  const title = /** @type {HTMLElement} */ (element.querySelector('h2'));

  function redraw() {
    const fitting = all.filter(filters.fits);
    setText(none, fitting.length === 0 ? t('front.no_match') : '');
    rows.draw(fitting, now_ms);
  }
  return {
    element,
    /** @param {(Listing | SeekerRow)[]} waiting @param {number} now */
    draw(waiting, now) {
      [all, now_ms] = [waiting, now];
      show(element, all.length > 0);
      setText(title, t('front.waiting', { n: all.length }));
      filters.draw(all);
      redraw();
    },
  };
}

/** What a visitor looks for among many tables. @param {() => void} changed */
function filtersView(changed) {
  const pressed = { two: false, pairs: false, free: false };
  let game = '';
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
  const games = h('select.filter', {
    'aria-label': t('front.games'),
    testid: 'filter-game',
    onchange() {
      game = games.value;
      changed();
    },
  });
  const element = h(
    'div.filters.row',
    { role: 'group', 'aria-label': t('front.filters') },
    chip('two', t('count.players', { n: 2 })),
    chip('pairs', t('front.pairs')),
    chip('free', t('front.no_clock')),
    games,
  );
  return {
    element,
    /** @param {Listing | SeekerRow} row */
    fits: (row) =>
      element.hidden ||
      ((!pressed.two || isForTwo(row)) &&
        (!pressed.pairs || isForPairs(row)) &&
        (!pressed.free || ('table' in row && !row.clock)) &&
        (game === '' || gamesOf(row).includes(game))),
    /** @param {(Listing | SeekerRow)[]} rows */
    draw(rows) {
      show(element, rows.length >= FILTERED_MIN);
      // Their nodes stay, so a list that is open isn't filled anew.
      keyed(
        games,
        [...new Set(['', game, ...rows.flatMap(gamesOf)])].sort(),
        (name) => [name],
        (name) => h('option', { value: name }, name ? presetInWords(name) : t('front.any_game')),
      );
      games.value = game;
    },
  };
}

/** What is being played: the match with most persons large, the others as rows. @param {Actions} actions */
function playingView(actions) {
  const featured = fetchedPart(
    '',
    async () => (await import('./featured.js')).featuredView(actions),
    { isExtra: true },
  );
  const rows = shortList(actions, 'all-matches');
  const none = h('p.hint', t('front.none_playing'));
  /** The match that is shown large: it stays so while it is played. */
  let large = '';
  let hadAny = false;
  const element = titledSection(
    'playing-title',
    t('front.playing'),
    { class: 'front-playing front-list stack box' },
    none,
    featured.element,
    rows.list,
    rows.more,
  );
  const title = /** @type {HTMLElement} */ (element.querySelector('h2'));
  attr(title, 'tabindex', -1);
  return {
    element,
    /** @param {Listing[]} tables @param {boolean} isWanted whether the visitor asked for them @param {State} state */
    draw(tables, isWanted, state) {
      const played = tables.filter(({ status }) => status === 'playing');
      const first = played.find(({ table }) => table === large) ?? featuredOf(played);
      large = first?.table ?? '';
      show(element, tables.length > 0 || isWanted);
      show(none, tables.length === 0);
      hadAny ||= first !== null;
      if (hadAny) featured.draw({ listing: first, state });
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

/** A tournament that begins within this time comes before the other lists. */
const SOON_MS = 24 * 60 * 60_000;

/**
 * The tournaments that are coming or running, if there are any: before all else if one begins soon or runs.
 * @param {Actions} actions
 * @param {() => number} now by the server's clock
 */
function tournamentsView(actions, now) {
  const card = fetchedPart(
    'front-event',
    async () => (await import('../tournaments/front_card.js')).frontCard(actions, now),
    { isExtra: true },
  );
  const { element } = card;
  show(element, false);
  // Without an answer the front page is whole.
  fetchTournaments().then(
    ({ open }) => {
      if (open.length === 0) return;
      show(element, true);
      if (open[0].starts_ms < now() + SOON_MS) element.parentElement?.prepend(element);
      card.draw(open);
    },
    () => {},
  );
  return element;
}

/** What can be done when nobody is there. @param {Actions} actions @param {{ learn(): void, askHow(): unknown }} ways */
function quietView(actions, { learn, askHow }) {
  /** @param {string} title @param {string} about @param {HTMLElement} way */
  const row = (title, about, way) =>
    h('li.quiet-row', h('div', h('h3', title), h('p.hint', about)), way);
  const small = { class: 'button small', testid: 'look-at-world' };
  const world = pageLink(actions, { page: 'games', family: 'world' }, small, t('front.look'));
  const element = titledSection(
    'quiet-title',
    t('lobby.empty'),
    { class: 'front-list stack box', testid: 'no-tables' },
    h('p.hint', t('lobby.empty_hint')),
    h(
      'ul.tables',
      { role: 'list' },
      row(
        t('learn.offer'),
        t('learn.start'),
        button(t('nav.learn'), { kind: 'small', testid: 'learn', press: learn }),
      ),
      row(t('front.world'), t('front.world_about'), world),
      row(
        t('front.honest'),
        t('front.honest_about'),
        button(t('front.how'), { kind: 'small', testid: 'how-fair', press: askHow }),
      ),
    ),
  );
  return { element };
}
