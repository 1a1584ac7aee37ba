/** The leaderboards: by game, single people or pairs, people or bots. */
import { attr, fill, h, show } from '../../dom.js';
import { boardInWords, boardOf, partsOf } from '../../format/ratings.js';
import { GAMES, gameInWords, hasPairs } from '../../format/variants.js';
import { t } from '../../i18n/index.js';
import { fetchLeaderboard } from '../../people/api.js';
import { fetchedView } from '../fetched.js';
import { sitePage } from '../site.js';
import { emptyBox, pageLink, segments } from '../widgets.js';
import './looks.js';
import { personLabel } from '../name.js';
import { ratingView } from './rating.js';

/** @import { Actions } from '../../actions.js' */
/** @import { View } from '../../app.js' */
/** @import { LeaderboardBody, LeaderboardRow, RatingBoard } from '../../protocol.js' */

/** @param {Actions} actions @returns {View} */
export function pageView(actions) {
  const status = fetchedView();
  const empty = emptyBox('no-ranks', t('leaderboard.empty'), t('leaderboard.empty_hint'));
  const rows = h('div', { testid: 'leaderboard' });
  let board = /** @type {RatingBoard} */ ('all_fives');
  let bots = false;
  let isShown = false;
  const pick = (/** @type {RatingBoard} */ next) =>
    actions.go({ page: 'leaderboard', board: next });
  const tabs = tabsView({
    game: (game) => pick(boardOf(game, partsOf(board).pairs && hasPairs(game))),
    pairs: (pairs) => pick(boardOf(partsOf(board).game, pairs)),
    bots(now) {
      bots = now;
      load();
    },
  });

  function load() {
    status.load({
      fetch: (signal) => fetchLeaderboard(board, bots, signal),
      show(body) {
        show(empty, body.rows.length === 0);
        fill(rows, body.rows.length > 0 && rowsView(body, actions));
      },
    });
  }

  const title = h('h1', t('people.leaderboards'));
  const hint = h('p.hint', t('leaderboard.hint'));
  const parts = [title, tabs.element, status.element, rows, empty, hint];
  return {
    element: sitePage(actions, 'leaderboard-page', ...parts),
    draw({ route }) {
      if (route.page !== 'leaderboard' || (isShown && route.board === board)) return;
      isShown = true;
      board = route.board;
      tabs.draw(board);
      load();
    },
    end: status.stop,
  };
}

/**
 * @param {{ game(game: string): void, pairs(pairs: boolean): void, bots(bots: boolean): void }} does
 */
function tabsView(does) {
  const games = GAMES.map((value) => ({ value: String(value), label: gameInWords(value) }));
  const game = segments('board-game', games, null, does.game);
  const company = segments(
    'board-company',
    [
      { value: 'singles', label: t('rating.singles') },
      { value: 'pairs', label: t('front.pairs') },
    ],
    null,
    (value) => does.pairs(value === 'pairs'),
  );
  const who = segments(
    'board-who',
    [
      { value: 'people', label: t('leaderboard.people') },
      { value: 'bots', label: t('leaderboard.bots') },
    ],
    'people',
    (value) => does.bots(value === 'bots'),
  );
  const named = /** @type {const} */ ([
    [game, 'leaderboard.game'],
    [company, 'leaderboard.company'],
    [who, 'leaderboard.who'],
  ]);
  for (const [{ element }, key] of named) {
    attr(element, 'role', 'group');
    attr(element, 'aria-label', t(key));
  }
  return {
    element: h('div.board-tabs.row', ...named.map(([{ element }]) => element)),
    /** @param {RatingBoard} board */
    draw(board) {
      const { game: now, pairs } = partsOf(board);
      game.choose(now);
      company.choose(pairs ? 'pairs' : 'singles');
      show(company.element, hasPairs(now));
    },
  };
}

/** @param {LeaderboardBody} body @param {Actions} actions */
function rowsView({ board, rows, own }, actions) {
  const names = /** @type {const} */ (['place', 'name', 'rating', 'matches']);
  const head = names.map((name) =>
    h('th', { scope: 'col', class: `board-${name}` }, t(`leaderboard.${name}`)),
  );
  const all = rows.map((row) => rowView(row, actions));
  const gap = own && h('tr.board-gap', { 'aria-hidden': 'true' }, h('td', { colspan: 4 }, '…'));
  return h(
    'table.board-table',
    h('caption.unseen', boardInWords(board)),
    h('thead', h('tr', ...head)),
    h('tbody', ...all, gap, own && rowView(own, actions)),
  );
}

/** @param {LeaderboardRow} row @param {Actions} actions */
function rowView({ place, person, name, rating, own }, actions) {
  const words = personLabel({ name });
  const link = person
    ? pageLink(actions, { page: 'person', person }, { class: 'person-link' }, words)
    : words;
  const mark = own && h('span.board-own', t('leaderboard.own'));
  return h(
    'tr',
    { 'data-own': own, 'aria-current': own && 'true' },
    h('td.board-place', place),
    h('th', { scope: 'row', class: 'board-name' }, link, mark),
    h('td.board-rating', ratingView(rating)),
    h('td.board-matches', rating.matches),
  );
}
