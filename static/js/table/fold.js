/** The server's facts about a table, after snapshots and updates. Pure. */

import { eventsIn, gameOf, inner, toldIn } from '../games/index.js';
import { standing } from '../select.js';
import { NOTHING_DEALT, standingAfter, standingOf } from '../standing.js';

/** @import {Room, RoomChange, ServerMessage} from '../protocol.js' */
/** @import {Facts} from '../state.js' */
/** @import {Seen} from '../select.js' */

/** @typedef {Extract<ServerMessage, { type: 'table' }>} Snapshot */
/** @typedef {Extract<ServerMessage, { type: 'update' }>} Update */

/**
 * The table after a full snapshot. When the same round was known before, what happened
 * meanwhile counts as fresh, so that a visitor who comes back is told.
 * @param {Facts | null} before
 * @param {Snapshot} message
 * @returns {Facts}
 */
export function tableFromSnapshot(before, message) {
  const known = before?.id === message.table ? before : null;
  const view = viewIn(message);
  const fresh = known ? missedEvents(known, { room: message.room, view }) : [];
  return {
    id: message.table,
    v: message.v,
    behind: false,
    room: message.room,
    presence: message.presence,
    view,
    me: message.me,
    time: message.time ?? null,
    fresh,
    news: (known?.news ?? 0) + (fresh.length > 0 ? 1 : 0),
    live: false,
    chat: message.chat,
    reactions: known?.reactions ?? [],
    receipt: known?.receipt ?? null,
    proof: known?.proof ?? null,
  };
}

/**
 * The table after all that was missed while the connection was lost: update by update, but nothing
 * of it has happened just now.
 * @param {Facts} table
 * @param {Extract<ServerMessage, { type: 'missed' }>} message
 * @returns {Facts}
 */
export function withMissed(table, message) {
  const folded = message.updates.reduce(
    (known, update) => withUpdate(known, { ...update, type: 'update' }),
    { ...table, behind: false },
  );
  if (folded.v !== message.v) return { ...table, behind: true };
  const fresh = missedEvents(table, folded);
  const news = table.news + (fresh.length > 0 ? 1 : 0);
  const { presence, chat } = message;
  return { ...folded, presence, chat, fresh, news, live: false };
}

/** What a snapshot shows of the match. @param {Snapshot} message */
const viewIn = ({ view, standing }) =>
  view && standing && { ...inner(view), standing: standingOf(standing) };

/** The events of the same round that `before` lacks. @param {Seen} before @param {Seen} now @returns {readonly any[]} */
function missedEvents(before, now) {
  if (!before.view || !now.view || standing(before).round !== standing(now).round) return [];
  const [known, all] = [before, now].map(({ room, view }) => gameOf(room).history(view));
  const same =
    known.length < all.length &&
    known.every((event, i) => JSON.stringify(event) === JSON.stringify(all[i]));
  return same ? all.slice(known.length) : [];
}

/**
 * The table after one update. An old one changes nothing; after a gap the table is marked as
 * behind and stays as it is until a snapshot comes.
 * @param {Facts} table
 * @param {Update} message
 * @returns {Facts}
 */
export function withUpdate(table, message) {
  if (message.v <= table.v || table.behind) return table;
  if (message.v !== table.v + 1) return { ...table, behind: true };
  const { me = table.me } = message;
  const told = toldIn(message);
  const events = eventsIn(message);
  const room = message.room ? foldRoom(table.room, message.room) : table.room;
  // Another seat sees other things.
  const isOther = (told !== null || message.me !== undefined) && (table.view || told?.begins);
  return {
    ...table,
    v: message.v,
    room,
    me,
    time: message.time ?? table.time,
    view: isOther ? viewAfter(table, message, room, me.seat) : table.view,
    fresh: events,
    news: table.news + (events.length > 0 ? 1 : 0),
    live: true,
    chat: message.chat ?? table.chat,
  };
}

/** @param {Facts} table @param {Update} message @param {Room} room @param {number | null} seat */
function viewAfter({ view }, message, room, seat) {
  const folded = gameOf(room).fold(view, toldIn(message)?.told ?? {}, seat);
  const before = view?.standing ?? NOTHING_DEALT;
  const standing = message.standing ? standingAfter(before, message.standing) : before;
  return folded && { ...folded, standing };
}

/**
 * The room after a change. Of the fields that can go away, those that the change lacks have gone.
 * @param {Room} room
 * @param {RoomChange} change
 * @returns {Room}
 */
function foldRoom(room, change) {
  const { record, cap_until_ms, ending, watch_delay_minutes, ...kept } = room;
  return { ...kept, ...change };
}
