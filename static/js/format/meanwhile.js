/** What happened while the connection was lost, in a sentence or two. Pure. */
import { t } from '../i18n/index.js';
import { myTurn, turnOf } from '../select.js';
import { nameAt, sentences } from './words.js';

/** @import { Table } from '../state.js' */
/** @import { Meanwhile } from '../ui.js' */

/** The latest events are what somebody who comes back needs; the history has the rest. */
const EVENTS_MAX = 3;

/**
 * Whether anything happened at all.
 * @param {Meanwhile} meanwhile
 */
export function missedAnything({ events, anew, lines }) {
  return anew || events.length > 0 || lines > 0;
}

/**
 * Such as "While you were away: Ben plays 6-4. You are to play."
 * @param {Table} table
 */
export function meanwhileText(table) {
  const { meanwhile } = table.ui;
  const { room } = table;
  if (!meanwhile) return '';
  if (!missedAnything(meanwhile)) return joined([t('meanwhile.nothing'), standing(table)]);
  const said = sentences(meanwhile.events, room).map((one) => one.text);
  const latest = said.slice(-EVENTS_MAX);
  const parts = [t('meanwhile.lead')];
  if (meanwhile.anew) parts.push(t('meanwhile.anew', { n: table.view?.board.round ?? 1 }));
  if (latest.length < said.length) parts.push('…');
  parts.push(...latest);
  if (meanwhile.lines > 0) parts.push(`${t('chat.new', { n: meanwhile.lines })}.`);
  return joined([...parts, standing(table)]);
}

/**
 * Whose move it is now.
 * @param {Table} table
 */
function standing(table) {
  if (myTurn(table)) return t('meanwhile.you');
  const turn = turnOf(table);
  return turn === null ? '' : t('meanwhile.other', { name: nameAt(table.room, turn) });
}

/** @param {string[]} parts */
function joined(parts) {
  return parts.filter((part) => part !== '').join(' ');
}
