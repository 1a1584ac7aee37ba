/** The standings of a tournament, and the matches of its last round. */
import { attr, h, keyedViews, setText, show } from '../../dom.js';
import { entrantName, resultWords, sideName } from '../../format/tournaments.js';
import { locale, t } from '../../i18n/index.js';
import { ranked } from '../../tournament.js';
import { setName } from '../name.js';

/** @import { TournamentEntrant, TournamentMatch } from '../../protocol.js' */
/** @import { Shown } from '../../tournament.js' */
/** @typedef {{ entrant: TournamentEntrant, own: number | undefined, hasKnockout: boolean }} Row */

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
    /** @param {Shown} shown @param {number | undefined} own the visitor's number @param {number} [most] rows */
    draw({ head, entrants }, own, most = Number.MAX_SAFE_INTEGER) {
      const hasBegun = head.round > 0;
      setText(title, hasBegun ? t('tournament.standings') : t('table.seats'));
      attr(table, 'data-begun', hasBegun ? 'true' : null);
      const there = hasBegun ? entrants : entrants.filter(({ withdrawn }) => !withdrawn);
      const hasKnockout = entrants.some(({ knockout = 0 }) => knockout > 0);
      const rows = ranked(there).map((entrant) => ({ entrant, own, hasKnockout }));
      show(element, rows.length > 0);
      show(scoring, head.format === 'arena');
      keyedViews(body, rows.slice(0, most), ({ entrant }) => [entrant.n], rowView);
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
    draw({ entrant, own, hasKnockout }) {
      const { n, knockout = 0, withdrawn, here, away } = entrant;
      attr(element, 'data-own', n === own ? 'true' : null);
      attr(element, 'aria-current', n === own ? 'true' : null);
      setText(place, entrant.place === undefined ? '' : String(entrant.place));
      setName(name, entrantName(entrant));
      const noted = here && entrant.place === undefined ? t('tournament.checked') : '';
      const resting = away ? t('tournament.away') : noted;
      const words = n === own ? t('tournament.you') : resting;
      setText(mark, withdrawn ? t('tournament.withdrawn') : words);
      show(mark, Boolean(withdrawn || words));
      setText(points, hasKnockout ? `${knockout} · ${entrant.points}` : String(entrant.points));
      setText(difference, signed.format(entrant.difference));
      setText(buchholz, String(entrant.buchholz));
    },
  };
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
    /** @param {Shown} shown @param {number | undefined} own */
    draw({ head, entrants, matches }, own) {
      show(element, matches.length > 0);
      const isArena = head.format === 'arena';
      setText(
        title,
        isArena ? t('tournament.arena_matches') : t('tournament.matches', { n: head.round }),
      );
      // In an arena those come first that are being played, and then the last that have ended.
      const ordered = isArena ? matches.toReversed().toSorted(playedFirst) : matches;
      const rows = ordered.map((match) => ({ match, entrants, own }));
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
