/** The document's title: whose turn it is can be read from another tab. Pure. */
import { nameAt } from './format/names.js';
import { notationInWords, presetInWords } from './format/notation.js';
import { t } from './i18n/index.js';
import { myTurn, turnOf } from './select.js';

/** @import { Route, State, Table } from './state.js' */

/** What each page is called, if anything. @type {Record<Route['page'], (state: State) => string | null>} */
const PAGES = {
  lobby: ({ route }) => (route.page === 'lobby' && route.game ? presetInWords(route.game) : null),
  games: () => t('front.games'),
  rules: () => t('rules.title'),
  table: tableTitle,
  record: () => t('summary.replay'),
  import: () => t('summary.replay'),
  me: () => t('app.me'),
  person: () => t('people.person'),
  leaderboard: () => t('people.leaderboards'),
  friends: () => t('people.friends'),
  account: () => t('app.account'),
  moderation: () => t('app.moderation'),
  tournaments: () => t('tournament.title'),
  tournament: ({ tournament }) => tournament?.head.name ?? t('tournament.name'),
  unknown: () => t('missing.title'),
};

/** @param {State} state */
export function titleOf(state) {
  const page = state.matching.found
    ? t('join.call', { text: t('quick.found') })
    : PAGES[state.route.page](state);
  const app = t('app.name');
  return page === null ? app : t('join.page_title', { page, app });
}

/** @param {State} state */
function tableTitle({ table, outside }) {
  const shown = outside ?? table;
  if (!shown) return null;
  const rules = notationInWords(shown.room.notation, shown.room.boards);
  const now = !outside && table ? nowAt(table) : t('outside.title');
  return t('join.table_title', { now, rules });
}

/** @param {Table} table */
function nowAt(table) {
  if (table.room.status === 'open') return t('waiting.title');
  if (table.room.status === 'over') return t('title.match_over');
  if (myTurn(table)) return t('join.call', { text: t('turn.you') });
  const turn = turnOf(table);
  return turn === null
    ? t('title.round_over')
    : t('turn.other', { name: nameAt(table.room, turn) });
}
