/** What an expert advises, in words. Pure. */
import { gameOf } from '../games/index.js';
import { t } from '../i18n/index.js';

/** @import { Table } from '../state.js' */

/** What an expert advises, and why; '' without a question. @param {Table} table */
export function adviceLine({ ui: { hint }, room, view }) {
  if (!hint || !view) return '';
  return hint.answer
    ? (gameOf(room).advice?.(hint.answer, view, room) ?? '')
    : t('expert.thinking');
}
