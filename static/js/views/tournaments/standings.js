/** The standings of a tournament, and the matches of its last round. */
import { attr, h, keyedViews, setText, show } from '../../dom.js';
import { playersName, resultWords, sideName } from '../../format/tournaments.js';
import { factsOf, locale, t } from '../../i18n/index.js';
import { rowsOf } from '../../pairs.js';
import { ranked } from '../../tournament.js';
import { setName } from '../name.js';

/** @import { TournamentEntrant, TournamentMatch } from '../../protocol.js' */
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

const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });

/** The table of the standings; before the first round the list of the players. */
export function standingsView() {
  const columns = /** @type {const} */ ([
    ['place', 'tournament.place'],
    ['player', 'people.person'],
    ['points', 'tournament.points'],
    ['difference', 'tournament.difference'],
    ['buchholz', 'tournament.buchholz'],
  ]);
  const heads = columns.map(([name, key]) =>
    h('th', { scope: 'col', class: `event-${name}` }, t(key)),
  );
  const body = h('tbody');
  const caption = h('caption', { class: 'unseen' }, t('tournament.standings'));
  const table = h(
    'table',
    { class: 'event-table' },
    caption,
    h('thead', {}, h('tr', {}, ...heads)),
    body,
  );
  const title = h('h2', { id: 'event-standings' });
  const scoring = h('p', { class: 'hint', hidden: true }, t('tournament.arena_scoring'));
  const element = h(
    'section',
    { class: 'event-card', 'aria-labelledby': title.id, 'data-testid': 'standings' },
    title,
    h(
      'div',
      { class: 'event-scroll', tabindex: 0, role: 'group', 'aria-labelledby': title.id },
      table,
    ),
    scoring,
  );
  return {
    element,
    /** @param {Shown} shown @param {number | undefined} own the visitor's number @param {Part} [part] */
    draw(shown, own, part = WHOLE) {
      const { head, entrants } = shown;
      const hasBegun = head.round > 0;
      const words = hasBegun ? t('tournament.standings') : t('table.seats');
      attr(table, 'data-begun', hasBegun ? 'true' : null);
      const there = hasBegun ? entrants : entrants.filter(({ withdrawn }) => !withdrawn);
      const hasKnockout = entrants.some(({ knockout = 0 }) => knockout > 0);
      const rows = ranked(rowsOf(there)).map((entrant) => ({ entrant, own, hasKnockout, shown }));
      show(element, rows.length > 0);
      show(scoring, head.format === 'arena');
      setText(title, withPart(words, rows.length, part));
      keyedViews(body, partOf(rows, part), ({ entrant }) => [entrant.n], rowView);
    },
  };
}

function rowView() {
  const place = h('td', { class: 'event-place' });
  const name = h('span');
  const mark = h('span', { class: 'event-mark' });
  const points = h('td', { class: 'event-points' });
  const difference = h('td', { class: 'event-difference' });
  const buchholz = h('td', { class: 'event-buchholz' });
  const who = h('th', { scope: 'row', class: 'event-player' }, name, mark);
  const element = h('tr', {}, place, who, points, difference, buchholz);
  return {
    element,
    /** @param {Row} row */
    draw({ entrant, own, hasKnockout, shown }) {
      const { n, partner, knockout = 0 } = entrant;
      const isOwn = own !== undefined && (n === own || partner === own);
      attr(element, 'data-own', isOwn ? 'true' : null);
      attr(element, 'aria-current', isOwn ? 'true' : null);
      setText(place, entrant.place === undefined ? '' : String(entrant.place));
      setName(name, playersName(entrant, shown.entrants));
      const words = markOf(entrant, isOwn, shown.head.pairs === true);
      setText(mark, words);
      show(mark, words !== '');
      setText(points, hasKnockout ? `${knockout} · ${entrant.points}` : String(entrant.points));
      setText(difference, signed.format(entrant.difference));
      setText(buchholz, String(entrant.buchholz));
    },
  };
}

/** What is said beside a name. @param {TournamentEntrant} entrant @param {boolean} isOwn @param {boolean} pairs */
function markOf({ withdrawn, here, away, partner, place }, isOwn, pairs) {
  if (withdrawn) return t('tournament.withdrawn');
  if (isOwn) return t('tournament.you');
  if (away) return t('tournament.away');
  if (pairs && partner === undefined) return t('tournament.alone');
  return here && place === undefined ? t('tournament.checked') : '';
}

/** Who plays whom in the last round. */
export function matchesView() {
  const title = h('h2', { id: 'event-matches' });
  const list = h('ol', { class: 'event-matches', role: 'list' });
  const element = h(
    'section',
    { class: 'event-card', 'aria-labelledby': title.id, 'data-testid': 'matches' },
    title,
    list,
  );
  return {
    element,
    /** @param {Shown} shown @param {number | undefined} own @param {Part} [part] */
    draw({ head, entrants, matches }, own, part = WHOLE) {
      show(element, matches.length > 0);
      const isArena = head.format === 'arena';
      const words = isArena
        ? t('tournament.arena_matches')
        : t('tournament.matches', { n: head.round });
      setText(title, withPart(words, matches.length, part));
      // In an arena those come first that are being played, and then the last that have ended.
      const ordered = isArena ? matches.toReversed().toSorted(playedFirst) : matches;
      const rows = partOf(ordered, part).map((match) => ({ match, entrants, own }));
      keyedViews(list, rows, ({ match }) => [match.round, match.number], matchView);
    },
  };
}

/** @param {TournamentMatch} a @param {TournamentMatch} b */
const playedFirst = (a, b) => Number(a.result !== undefined) - Number(b.result !== undefined);

function matchView() {
  const who = h('span', { class: 'event-who' });
  const state = h('span', { class: 'event-state' });
  const element = h('li', { class: 'event-match' }, who, state);
  return {
    element,
    /** @param {{ match: TournamentMatch, entrants: TournamentEntrant[], own: number | undefined }} row */
    draw({ match, entrants, own }) {
      const { sides, result, third_place } = match;
      const isOwn = own !== undefined && sides.flat().includes(own);
      attr(element, 'data-own', isOwn ? 'true' : null);
      attr(element, 'data-open', sides.length === 2 && !result ? 'true' : null);
      const [one, other] = sides.map((side) => sideName(side, entrants));
      const words = other === undefined ? one : t('tournament.versus', { one, other });
      setText(who, third_place ? `${t('tournament.third')}: ${words}` : words);
      setText(state, resultWords(match, entrants));
    },
  };
}
