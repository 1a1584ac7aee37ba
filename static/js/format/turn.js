/** What the table waits for, what a seat did last, and what happened while the connection was lost. Pure. */

import { sentences } from '../games/line/words.js';
import { joinNames, sentencesOf, t, textOrNull } from '../i18n/index.js';
import { drawnInTurn, isTimeShort, myTurn, placements, playsMuggins, turnOf } from '../select.js';
import { nameAt } from './names.js';

/** @import { VisibleEvent } from '../protocol.js' */
/** @import { Turn } from '../select.js' */
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
  if (table.ui.choice) {
    return playsMuggins(table)
      ? t('turn.choose_announce')
      : t('turn.choose_end', { tile: table.ui.choice });
  }
  const offers = placements(table);
  if (offers.some((offer) => offer.arm === null)) {
    const only = offers.length === 1 ? offers[0] : null;
    return only ? t('turn.you_must_lead', { tile: only.tile }) : t('turn.you_lead');
  }
  const drew = drawnInTurn(table.view?.history ?? [], turn);
  return drew > 0 ? t('turn.you_drew', { n: drew }) : t('turn.you');
}

/** A seat's last turn in a word or two, such as "drew 3, passes". @param {Turn | null} turn */
export function turnNote(turn) {
  if (!turn) return '';
  if (turn.called) {
    return turn.points > 0 ? t('note.called', { points: turn.points }) : t('note.called_nothing');
  }
  const then = turn.passed ? t('note.passes') : playNote(turn);
  if (turn.drew === 0) return then;
  return then ? t('note.drew_then', { n: turn.drew, then }) : t('note.drew', { n: turn.drew });
}

/** The tile of a turn and its points; '' if there was none. @param {Turn} turn */
function playNote({ tile, points }) {
  if (!tile) return '';
  return points > 0 ? t('note.played_for', { tile, points }) : tile;
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
  if (!missedAnything(meanwhile)) return sentencesOf([t('meanwhile.nothing'), standing(table)]);
  const { events, forYou } = meanwhile;
  /** @param {VisibleEvent} event */
  const isForYou = (event) =>
    event.type === 'played' && event.seat === me.seat && forYou.includes(event.tile);
  const others = events.filter((event) => !isForYou(event));
  const texts = sentences(others, room, me.seat).map((one) => one.text);
  const latest = texts.slice(-EVENTS_MAX);
  const parts = [t('meanwhile.lead')];
  if (forYou.length > 0) {
    const tiles = joinNames(forYou);
    parts.push(t('meanwhile.for_you', { n: forYou.length, tiles }));
  }
  if (meanwhile.anew) parts.push(t('meanwhile.anew', { n: table.view?.board.round ?? 1 }));
  if (latest.length < texts.length) parts.push('…');
  parts.push(...latest);
  if (meanwhile.lines > 0) parts.push(t('meanwhile.lines', { n: meanwhile.lines }));
  return sentencesOf([...parts, standing(table)]);
}

/** The seat on turn, as a sentence. @param {Table} table */
function standing(table) {
  if (myTurn(table)) return t('meanwhile.you');
  const turn = turnOf(table);
  return turn === null ? '' : t('meanwhile.other', { name: nameAt(table.room, turn) });
}
