/** The standings of a tournament, and the matches of its last round. */
import { attr, changes, fill, h, keyedViews, setText, show } from '../../dom.js';
import { levelOf } from '../../format/names.js';
import {
  boardsWords,
  figureNames,
  figuresOf,
  hourWords,
  matchWords,
  playersName,
  resultWords,
} from '../../format/tournaments.js';
import { factsOf, t } from '../../i18n/index.js';
import { isPlayed, leadersFirst, ranked, rowsOf } from '../../tournament_lists.js';
import { setName } from '../name.js';
import { pageLink } from '../widgets.js';
import { facesView, playersOf, playersView } from './faces.js';

/** @import { Actions } from '../../actions.js' */
/** @import { TournamentEntrant, TournamentHead, TournamentMatch } from '../../protocol.js' */
/** @import { Shown } from '../../tournament.js' */
/** @typedef {{ entrant: TournamentEntrant, own: number | undefined, hasKnockout: boolean, shown: Shown }} Row */

/**
 * The rows that are shown of a long list: the screen of a hall shows one page after the other.
 * @typedef {{ size: number, page: number }} Part
 */

/** @type {Part} */
const WHOLE = { size: Number.MAX_SAFE_INTEGER, page: 0 };

/** @param {number} rows @param {Part} part */
function startOf(rows, { size, page }) {
  const pages = Math.max(1, Math.ceil(rows / size));
  return (page % pages) * size;
}

/** @template T @param {T[]} rows @param {Part} part */
function partOf(rows, part) {
  const start = startOf(rows.length, part);
  return rows.slice(start, start + part.size);
}

/** A title, with the numbers of the rows if not all are shown. @param {string} words @param {number} rows @param {Part} part */
function withPart(words, rows, part) {
  if (rows <= part.size) return words;
  const start = startOf(rows, part);
  return factsOf([words, `${start + 1}–${Math.min(start + part.size, rows)} / ${rows}`]);
}

/** The classes of the columns of figures, the most important first. */
const FIGURES = ['event-points', 'event-difference', 'event-buchholz'];

/** Shows a figure, or its name, in each of the cells for which there is one. @param {HTMLElement[]} cells @param {string[]} texts */
function drawFigures(cells, texts) {
  for (const [i, cell] of cells.entries()) {
    show(cell, i < texts.length);
    setText(cell, texts[i] ?? '');
  }
}

/** The table of the standings; before the first round the faces of those who take part. */
export function standingsView() {
  const column = (/** @type {string} */ name) => h('th', { scope: 'col', class: name });
  const [place, player] = [column('event-place'), column('event-player')];
  setText(place, t('tournament.place'));
  setText(player, t('people.person'));
  const figures = FIGURES.map(column);
  const body = h('tbody');
  const caption = h('caption.unseen', t('tournament.standings'));
  const table = h(
    'table.event-table',
    caption,
    h('thead', h('tr', place, player, ...figures)),
    body,
  );
  const title = h('h2', { id: 'event-standings' });
  const scoring = h('p.hint', { hidden: true, testid: 'scoring' });
  const players = playersView();
  const scroll = h(
    'div.event-scroll',
    { tabindex: 0, role: 'group', 'aria-labelledby': title.id },
    table,
  );
  const element = h(
    'section.event-card.stack.box',
    { 'aria-labelledby': title.id, testid: 'standings' },
    title,
    players.element,
    scroll,
    scoring,
  );
  return {
    element,
    /** @param {Shown} shown @param {number | undefined} own the visitor's number @param {Part} [part] */
    draw(shown, own, part = WHOLE) {
      const { head, entrants } = shown;
      const hasBegun = head.round > 0;
      const words = hasBegun ? t('tournament.standings') : t('table.seats');
      const there = hasBegun ? entrants : entrants.filter(({ withdrawn }) => !withdrawn);
      const hasKnockout = entrants.some(({ knockout = 0 }) => knockout > 0);
      const rows = ranked(rowsOf(there)).map((entrant) => ({ entrant, own, hasKnockout, shown }));
      show(element, rows.length > 0);
      drawFigures(figures, figureNames(head));
      // What boards count is too long for the screen of a hall.
      const scored = part === WHOLE || head.boards === undefined ? scoringWords(head) : '';
      show(scoring, scored !== '');
      setText(scoring, scored);
      setText(title, withPart(words, rows.length, part));
      const shownRows = partOf(rows, part);
      show(scroll, hasBegun);
      show(players.element, !hasBegun);
      if (hasBegun) keyedViews(body, shownRows, ({ entrant }) => [entrant.n], rowView);
      else players.draw(shownRows.map(playerOf));
    },
  };
}

/** How places follow from results, where that isn't as everywhere. @param {TournamentHead} head */
function scoringWords({ format, boards }) {
  if (boards !== undefined) return t('tournament.boards_scoring');
  if (format === 'tables') return t('tournament.tables_scoring');
  return format === 'arena' ? t('tournament.arena_scoring') : '';
}

/** Whether a row is the visitor's. @param {Row} row */
const isOwnRow = ({ entrant: { n, partner }, own }) =>
  own !== undefined && (n === own || partner === own);

/** A row before the first round. @param {Row} row */
function playerOf(row) {
  const { entrant, shown } = row;
  const isOwn = isOwnRow(row);
  return { entrant, entrants: shown.entrants, isOwn, mark: markOf(entrant, isOwn, shown.head) };
}

function rowView() {
  const place = h('td.event-place');
  const faces = facesView();
  const name = h('span');
  const mark = h('span.event-mark');
  const figures = FIGURES.map((name) => h('td', { class: name }));
  const who = h('th', { scope: 'row', class: 'event-player' }, faces.element, name, ' ', mark);
  const element = h('tr', place, who, ...figures);
  return {
    element,
    /** @param {Row} row */
    draw(row) {
      const { entrant, hasKnockout, shown } = row;
      const isOwn = isOwnRow(row);
      attr(element, 'data-own', isOwn ? 'true' : null);
      attr(element, 'aria-current', isOwn ? 'true' : null);
      setText(place, entrant.place === undefined ? '' : String(entrant.place));
      faces.draw(playersOf(entrant, shown.entrants));
      setName(name, playersName(entrant, shown.entrants));
      const words = markOf(entrant, isOwn, shown.head);
      setText(mark, words);
      show(mark, words !== '');
      drawFigures(figures, figuresOf(entrant, shown.head, hasKnockout));
    },
  };
}

/** What is said beside a name. @param {TournamentEntrant} entrant @param {boolean} isOwn @param {TournamentHead} head */
function markOf(entrant, isOwn, { pairs, format }) {
  const { withdrawn, here, away, partner, place } = entrant;
  if (withdrawn) return t('tournament.withdrawn');
  if (isOwn) return t('tournament.you');
  if (away) return t(format === 'arena' ? 'tournament.away' : 'tournament.absent');
  if (pairs && partner === undefined) return t('tournament.alone');
  return here && place === undefined ? t('tournament.checked') : levelOf(entrant);
}

/**
 * Who plays whom in the last round.
 * @param {Actions} [actions] leads to the tables that may be watched; left out on the screen of a hall
 */
export function matchesView(actions) {
  const title = h('h2', { id: 'event-matches' });
  const list = h('ol.event-matches', { role: 'list' });
  const late = h('p.hint', { testid: 'event-come-by' });
  const element = h(
    'section.event-card.stack.box',
    { 'aria-labelledby': title.id, testid: 'matches' },
    title,
    late,
    list,
  );
  return {
    element,
    /** @param {Shown} shown @param {number | undefined} own @param {Part} [part] */
    draw({ head, entrants, matches }, own, part = WHOLE) {
      show(element, matches.length > 0);
      const isAwaited = (head.come_by_ms ?? 0) > Date.now() && matches.some(isPlayed);
      show(late, isAwaited);
      setText(
        late,
        isAwaited ? t('tournament.come_by', { time: hourWords(head.come_by_ms ?? 0) }) : '',
      );
      const isArena = head.format === 'arena';
      const words = isArena
        ? t('tournament.arena_matches')
        : t('tournament.matches', { n: head.round });
      setText(title, withPart(words, matches.length, part));
      // In an arena those come first that are being played, and then the last that have ended.
      const inOrder = isArena ? matches.toReversed().toSorted(playedFirst) : matches;
      const isWatched = head.watch_delay_minutes !== undefined;
      const ordered = isWatched ? leadersFirst({ entrants, matches: inOrder }) : inOrder;
      const rows = partOf(ordered, part).map((match) => ({ match, entrants, own }));
      keyedViews(
        list,
        rows,
        ({ match }) => [match.round, match.number],
        () => matchView(actions),
      );
    },
  };
}

/** @param {TournamentMatch} a @param {TournamentMatch} b */
const playedFirst = (a, b) => Number(a.result !== undefined) - Number(b.result !== undefined);

/** A match in a row: its sides, how far it is, and what each board brought. @param {Actions} [actions] */
export function matchView(actions) {
  const who = h('span.event-who');
  const state = h('span.event-state');
  const boards = h('span.event-boards');
  const watch = h('span');
  const element = h('li.event-match.row', who, state, watch, boards);
  const isOther = changes();
  return {
    element,
    /** @param {{ match: TournamentMatch, entrants: TournamentEntrant[], own: number | undefined }} row */
    draw({ match, entrants, own }) {
      const { sides } = match;
      const isOwn = own !== undefined && sides.flat().includes(own);
      attr(element, 'data-own', isOwn ? 'true' : null);
      attr(element, 'data-open', isPlayed(match) ? 'true' : null);
      const words = matchWords(match, entrants);
      setText(who, words);
      setText(state, resultWords(match, entrants));
      const table = isOwn ? undefined : match.table;
      show(watch, actions !== undefined && table !== undefined);
      if (actions && isOther(table, words)) fill(watch, table && watchLink(actions, table, words));
      const margins = boardsWords(match);
      show(boards, margins !== '');
      setText(boards, margins);
    },
  };
}

/** @param {Actions} actions @param {string} table @param {string} match who plays */
function watchLink(actions, table, match) {
  const label = t('lobby.watch_at', { table: match });
  const look = { class: 'button small', 'aria-label': label, testid: 'event-watch' };
  return pageLink(actions, { page: 'table', table, invite: null }, look, t('lobby.watch'));
}
