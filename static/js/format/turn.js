/** What the table waits for, and what happened while the connection was lost. Pure. */

import { gameOf } from '../games/index.js';
import { joinNames, sentencesOf, t, textOrNull } from '../i18n/index.js';
import { isTimeShort, myTurn, standing, turnOf } from '../select.js';
import { nameAt } from './names.js';
import { sentencesAbout } from './sentences.js';

/** @import { VisibleEvent } from '../protocol.js' */
/** @import { Reason } from '../socket.js' */
/** @import { Table } from '../state.js' */
/** @import { Meanwhile } from '../table/ui.js' */

/** Why there is no connection while the client tries to get one. @param {Reason | null} reason */
export const lostText = (reason) => textOrNull(`connection.${reason}`) ?? t('connection.lost');

/** What the table waits for, as this visitor should read it. @param {Table} table */
export function turnLine(table) {
  const turn = turnOf(table);
  if (turn === null) return table.room.status === 'playing' ? t('turn.shuffling') : '';
  if (!myTurn(table)) return t('turn.other', { name: nameAt(table.room, turn) });
  if (table.ui.pending) return t('turn.sending');
  if (isTimeShort(table)) return t('clock.warning');
  return gameOf(table.room).line(table.view, table);
}

/** How many events are told to a visitor who comes back; the history has the others. */
const EVENTS_MAX = 3;

/** Whether anything happened at all. @param {Meanwhile} meanwhile */
export function missedAnything({ events, anew, lines }) {
  return anew || events.length > 0 || lines > 0;
}

/** Such as "While you were away: Ben plays 6-4. You are to play." @param {Table} table */
export function meanwhileText(table) {
  const { meanwhile } = table.ui;
  const { room, me } = table;
  if (!meanwhile) return '';
  if (!missedAnything(meanwhile)) return sentencesOf([t('meanwhile.nothing'), onTurn(table)]);
  const { events, forYou } = meanwhile;
  /** @param {VisibleEvent} event */
  const isForYou = (event) => {
    const made = gameOf(room).played(event);
    return made?.seat === me.seat && forYou.includes(made.thing);
  };
  const others = events.filter((event) => !isForYou(event));
  const texts = sentencesAbout(others, room, me.seat, table.view).map((one) => one.text);
  const latest = texts.slice(-EVENTS_MAX);
  const parts = [t('meanwhile.lead')];
  if (forYou.length > 0) {
    const tiles = joinNames(forYou);
    parts.push(t('meanwhile.for_you', { n: forYou.length, tiles }));
  }
  if (meanwhile.anew) parts.push(t('meanwhile.anew', { n: standing(table).round }));
  if (latest.length < texts.length) parts.push('…');
  parts.push(...latest);
  if (meanwhile.lines > 0) parts.push(t('meanwhile.lines', { n: meanwhile.lines }));
  return sentencesOf([...parts, onTurn(table)]);
}

/** The seat on turn, as a sentence. @param {Table} table */
function onTurn(table) {
  if (myTurn(table)) return t('meanwhile.you');
  const turn = turnOf(table);
  return turn === null ? '' : t('meanwhile.other', { name: nameAt(table.room, turn) });
}
