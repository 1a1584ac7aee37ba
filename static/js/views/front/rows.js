/** Tables, and players who look for a match, as rows: the rules, the players, what they wait for, and one button. */
import { attr, fill, h, keyedViews, setText, show } from '../../dom.js';
import { daysFace, isOverDays, sinceWords } from '../../format/clock.js';
import { nameOf, namesOf, namesWithLevels } from '../../format/names.js';
import { notationInWords, presetInWords } from '../../format/notation.js';
import { factsOf, joinNames, t } from '../../i18n/index.js';
import { ownSorted } from '../../select.js';
import { nameElement } from '../name.js';
import { button, titledSection } from '../widgets.js';
import { isJoinable, isOfPairs, seatingInWords, waitedWords } from './listings.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Wish } from '../../matching.js' */
/** @import { Listing, OwnTable } from '../../protocol.js' */
/** @import { State } from '../../state.js' */
/** @import { SeekerRow } from './listings.js' */

/** @typedef {Listing | OwnTable | SeekerRow} Row */

/** What the buttons of rows do. @typedef {Pick<Actions, 'go' | 'join'> & { seek?(wish: Wish): unknown }} Ways */

/** @param {HTMLElement} list @param {Row[]} rows @param {Ways} ways @param {number} [now_ms] by the server's clock */
export function drawRows(list, rows, ways, now_ms = 0) {
  keyedViews(
    list,
    rows.map((row) => ({ row, now_ms })),
    ({ row }) => ('wish' in row ? ['seeker', row.seeker.number] : [row.table]),
    ({ row }) => ('wish' in row ? seekerRow(ways) : tableRow(row.table, ways)),
  );
}

/** What the button of a row does. */
const WAYS = /** @type {const} */ ({
  back: { text: 'own.back', label: 'own.back_to', testid: 'back-to-table' },
  join: { text: 'lobby.join', label: 'lobby.join_at', testid: 'join' },
  watch: { text: 'lobby.watch', label: 'lobby.watch_at', testid: 'watch' },
});

/** A row's elements: the game and its seating, the players and what they wait for, and a button. @param {HTMLElement} go @param {string} testid */
function rowOf(go, testid) {
  const [rules, seating] = [h('span'), h('span.listing-seating')];
  const names = h('span.listing-names');
  const state = h('span.listing-state');
  const words = h(
    'div.listing-words',
    h('h3', rules, ' ', seating),
    h('p.listing-about', names, ' ', state),
  );
  const element = h('li.listing', { testid: testid }, words, go);
  return { element, rules, seating, names, state };
}

/** A player who looks for a match. @param {Ways} ways */
function seekerRow(ways) {
  /** @type {Wish | null} */
  let wish = null;
  const go = button(t(WAYS.join.text), {
    kind: 'primary',
    testid: 'sit-with',
    press: () => wish && ways.seek?.(wish),
  });
  const { element, rules, seating, names, state } = rowOf(go, 'seeker');
  attr(element, 'data-joinable', 'true');
  return {
    element,
    /** @param {{ row: SeekerRow, now_ms: number }} shown */
    draw({ row, now_ms }) {
      wish = row.wish;
      const { name, presets } = row.seeker;
      const named = presets.slice(0, GAMES_SHOWN).map(presetInWords);
      const more = presets.length - named.length;
      const games = factsOf([...named, more > 0 && t('front.more', { n: more })]);
      setText(rules, games);
      setText(seating, presets.every(isOfPairs) ? t('notation.partners') : '');
      fill(names, sitterView(nameOf({ name })));
      setText(state, factsOf([t('front.looks'), waitedWords(row, now_ms)]));
      const label = t('join.label', { before: games, after: nameOf({ name }) });
      attr(go, 'aria-label', t(WAYS.join.label, { table: label }));
    },
  };
}

/** As many games of a player are named in a row. */
const GAMES_SHOWN = 3;

/** @param {string} table @param {Ways} ways */
function tableRow(table, ways) {
  let way = /** @type {(typeof WAYS)[keyof typeof WAYS]} */ (WAYS.watch);
  const go = button(null, {
    press() {
      if (way === WAYS.join) ways.join(table);
      else ways.go({ page: 'table', table, invite: null });
    },
  });
  const { element, rules, seating, names, state } = rowOf(go, `table-${table}`);
  return {
    element,
    /** @param {{ row: Listing | OwnTable, now_ms: number }} shown */
    draw({ row: listing, now_ms }) {
      const own = 'seat' in listing ? listing : null;
      const joinable = !own && isJoinable(listing);
      way = own ? WAYS.back : joinable ? WAYS.join : WAYS.watch;
      const notation = notationInWords(listing.notation, own?.boards);
      const others = namesWithLevels(listing.seats).filter((_, seat) => seat !== own?.seat);
      setText(rules, notation);
      setText(seating, seatingInWords(listing));
      fill(names, ...others.filter(Boolean).map(sitterView));
      setText(state, own ? ownWords(own, now_ms) : stateInWords(listing, now_ms));
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

/** @param {string} name */
const sitterView = (name) => nameElement('span', { class: 'seat-chip' }, name);

/** What a table waits for, and how long its host has waited already. @param {Listing} listing @param {number} now_ms */
function stateInWords(listing, now_ms) {
  const waits = listing.status === 'open' && isJoinable(listing);
  return factsOf([stateOf(listing), waits && waitedWords(listing, now_ms)]);
}

/** @param {OwnTable} own @param {number} now_ms */
const ownWords = (own, now_ms) =>
  factsOf([ownStateOf(own), isOverDays(own) ? leftOf(own, now_ms) : sinceOf(own)]);

/** What is left of the days of the seat on turn. @param {OwnTable} own @param {number} now_ms */
function leftOf({ until_ms, status }, now_ms) {
  if (until_ms === undefined || status !== 'playing') return '';
  return t('cap.left', { time: daysFace(Math.max(0, until_ms - now_ms)) });
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

/** Own tables that are shown at once: with more of them nobody would find the ways to a new one. */
const OWN_SHOWN = 3;
const OWN_SHOWN_NARROW = 1;

/** The tables where the visitor has a seat; hidden without any. @param {Actions} actions */
export function ownTablesView(actions) {
  const list = h('ul.tables', { role: 'list' });
  let all = false;
  /** @type {OwnTable[]} */
  let tables = [];
  let now_ms = 0;
  const narrow = matchMedia('(width < 620px)');
  const atOnce = () => (narrow.matches ? OWN_SHOWN_NARROW : OWN_SHOWN);
  const more = button(null, { kind: 'quiet', testid: 'more-own-tables', press: showAll });
  const props = { class: 'own-tables stack box', testid: 'own-tables' };
  const element = titledSection('own-tables-title', t('own.title'), props, list, more);

  function showAll() {
    const at = list.children.length;
    all = true;
    drawTables();
    // The button is gone, and must not take the focus along.
    list.children[at]?.querySelector('button')?.focus();
  }

  function drawTables() {
    const shown = all ? tables : tables.slice(0, atOnce());
    show(element, tables.length > 0);
    show(more, shown.length < tables.length);
    setText(more, t('own.more', { n: tables.length - shown.length }));
    drawRows(list, shown, actions, now_ms);
  }

  return {
    element,
    /** @param {State} state */
    draw({ own, clock_ms }) {
      now_ms = Date.now() + clock_ms;
      tables = ownSorted(own ?? []);
      drawTables();
    },
  };
}
