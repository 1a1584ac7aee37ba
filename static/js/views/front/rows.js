/** Tables, and players who look for a match, as rows: the players, what they play and wait for, and one button. */
import { attr, h, keyedViews, setText, show } from '../../dom.js';
import { daysFace, isOverDays, sinceWords } from '../../format/clock.js';
import { nameOf, namesOf, namesWithLevels } from '../../format/names.js';
import { notationInWords, presetInWords } from '../../format/notation.js';
import { factsOf, joinNames, t } from '../../i18n/index.js';
import { ownSorted } from '../../select.js';
import { facesView, setName } from '../name.js';
import { button, titledSection } from '../widgets.js';
import { isJoinable, isOfPairs, seatingInWords, waitedWords } from './listings.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Sitter } from '../../format/names.js' */
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

/** A row with its button: the players, and a line about what they play and wait for. @param {HTMLElement} go @param {string} testid */
function rowOf(go, testid) {
  const faces = facesView();
  const names = h('h3.one-line');
  const about = h('p.listing-about.one-line');
  const words = h('div.listing-words', names, about);
  return {
    element: h('li.listing', { testid: testid }, faces.element, words, go),
    /** @param {Sitter[]} sitters @param {string} players their names @param {string} facts */
    draw(sitters, players, facts) {
      faces.draw(sitters);
      setName(names, players);
      setText(about, facts);
      // A narrow row doesn't show the whole of a long line.
      attr(names, 'title', players);
      attr(about, 'title', facts);
    },
  };
}

/** A player who looks for a match. @param {Ways} ways */
function seekerRow(ways) {
  /** @type {Wish | null} */
  let wish = null;
  const go = button(t(WAYS.join.text), {
    kind: 'small',
    testid: 'sit-with',
    press: () => wish && ways.seek?.(wish),
  });
  const { element, draw } = rowOf(go, 'seeker');
  return {
    element,
    /** @param {{ row: SeekerRow, now_ms: number }} shown */
    draw({ row, now_ms }) {
      wish = row.wish;
      const { name, presets } = row.seeker;
      const named = presets.slice(0, GAMES_SHOWN).map(presetInWords);
      const more = presets.length - named.length;
      const games = factsOf([...named, more > 0 && t('front.more', { n: more })]);
      const pairs = presets.every(isOfPairs) && t('notation.partners');
      const waits = waitedWords(row, now_ms) || t('front.looks');
      draw([{ name }], nameOf({ name }), factsOf([games, pairs, waits]));
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
    kind: 'small',
    press() {
      if (way === WAYS.join) ways.join(table);
      else ways.go({ page: 'table', table, invite: null });
    },
  });
  const { element, draw } = rowOf(go, `table-${table}`);
  return {
    element,
    /** @param {{ row: Listing | OwnTable, now_ms: number }} shown */
    draw({ row: listing, now_ms }) {
      const own = 'seat' in listing ? listing : null;
      const joinable = !own && isJoinable(listing);
      way = own ? WAYS.back : joinable ? WAYS.join : WAYS.watch;
      const notation = notationInWords(listing.notation, own?.boards);
      const isOther = (/** @type {unknown} */ _, /** @type {number} */ seat) => seat !== own?.seat;
      const others = listing.seats.filter(isOther).filter((sitter) => sitter !== null);
      const names = namesWithLevels(listing.seats).filter(isOther).filter(Boolean);
      const players = names.length > 0 ? joinNames(names) : t('lobby.nobody');
      const facts = [notation, seatingInWords(listing)];
      if (own) facts.unshift(ownWords(own, now_ms));
      else facts.splice(joinable ? 1 : 2, 0, stateInWords(listing, now_ms));
      draw(others, players, factsOf(facts));
      attr(element, 'data-waits', own?.waits ? 'true' : null);
      setText(go, t(way.text));
      go.classList.toggle('primary', own?.waits === true);
      attr(go, 'data-testid', way.testid);
      const label = t('join.label', { before: notation, after: players });
      attr(go, 'aria-label', t(way.label, { table: label }));
    },
  };
}

/** How long the host of a table has waited already, and what for. Of two players it is always one. @param {Listing} listing @param {number} now_ms */
function stateInWords(listing, now_ms) {
  const waits = listing.status === 'open' && isJoinable(listing);
  const isForTwo = isJoinable(listing) && listing.seats.length === 2;
  return factsOf([waits && waitedWords(listing, now_ms), !isForTwo && stateOf(listing)]);
}

/** @param {OwnTable} own @param {number} now_ms */
const ownWords = (own, now_ms) =>
  factsOf([ownStateOf(own), isOverDays(own) ? leftOf(own, now_ms) : sinceOf(own)]);

/** What is left of the days of the seat on turn. @param {OwnTable} own @param {number} now_ms */
function leftOf({ until_ms, status }, now_ms) {
  if (until_ms === undefined || status !== 'playing') return '';
  return t('cap.left', { time: daysFace(Math.max(0, until_ms - now_ms)) });
}

/** What a table waits for; '' while a match is played. @param {Listing} listing */
function stateOf({ status, open_seats }) {
  if (status === 'playing') return '';
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
  const more = button(null, { kind: 'small', testid: 'more-own-tables', press: showAll });
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
