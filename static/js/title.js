/** The document's title: whose turn it is can be read from another tab. Pure. */

import { notationInWords } from './format/notation.js';
import { nameAt } from './format/words.js';
import { t } from './i18n/index.js';
import { myTurn, turnOf } from './select.js';

/** @import {State, Table} from './state.js' */

/** @param {State} state */
export function titleOf({ route, table, outside }) {
  const name = t('app.name');
  if (route.page === 'rules') return `${t('rules.title')} – ${name}`;
  if (route.page === 'me') return `${t('app.me')} – ${name}`;
  if (route.page === 'record' || route.page === 'import') return `${t('summary.replay')} – ${name}`;
  if (route.page === 'unknown') return `${t('missing.title')} – ${name}`;
  if (outside) return `${t('outside.title')} – ${notationInWords(outside.room.notation)} – ${name}`;
  if (!table) return name;
  return `${now(table)} – ${notationInWords(table.room.notation)} – ${name}`;
}

/** @param {Table} table */
function now(table) {
  if (table.room.status === 'open') return t('waiting.title');
  if (table.room.status === 'over') return t('title.match_over');
  if (myTurn(table)) return `● ${t('turn.you')}`;
  const turn = turnOf(table);
  return turn === null
    ? t('title.round_over')
    : t('turn.other', { name: nameAt(table.room, turn) });
}
