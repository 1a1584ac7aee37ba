// @ts-check
/** How snapshots and updates are folded into what the server has told of a table. Pure. */
import { foldView } from './fold_view.js';

/** @typedef {import('./state.js').Facts} Facts */
/** @typedef {import('./protocol.js').View} View */
/** @typedef {import('./protocol.js').Seen} Seen */
/** @typedef {Extract<import('./protocol.js').ServerMessage, { type: 'table' }>} Snapshot */
/** @typedef {Extract<import('./protocol.js').ServerMessage, { type: 'update' }>} Update */

/**
 * The table after a full snapshot. When the same round was known before, what happened
 * meanwhile counts as fresh, so that somebody who comes back is told.
 * @param {Facts | null} before
 * @param {Snapshot} message
 * @returns {Facts}
 */
export function opened(before, message) {
  const known = before?.id === message.table ? before : null;
  const fresh = missed(known?.view ?? null, message.view);
  return {
    id: message.table,
    v: message.v,
    behind: false,
    room: message.room,
    presence: message.presence,
    view: message.view,
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
 * @param {Extract<import('./protocol.js').ServerMessage, { type: 'missed' }>} message
 * @returns {Facts}
 */
export function caughtUp(table, message) {
  const folded = message.updates.reduce(
    (known, update) => fold(known, { ...update, type: 'update' }),
    { ...table, behind: false },
  );
  if (folded.v !== message.v) return { ...table, behind: true };
  const { v, room, view, me, time } = folded;
  const snapshot = { ...message, type: /** @type {const} */ ('table'), v, room, view, me };
  return opened(table, time ? { ...snapshot, time } : snapshot);
}

/**
 * The events of `now` that `before` did not have, if both show the same round.
 * @param {View | null} before
 * @param {View | null} now
 * @returns {Seen[]}
 */
function missed(before, now) {
  if (!before || !now || before.board.round !== now.board.round) return [];
  if (before.history.length >= now.history.length) return [];
  const same = before.history.every(
    (event, i) => JSON.stringify(event) === JSON.stringify(now.history[i]),
  );
  return same ? now.history.slice(before.history.length) : [];
}

/**
 * The table after one update. An old one changes nothing; after a gap the table is marked as
 * behind and stays as it is until a snapshot comes.
 * @param {Facts} table
 * @param {Update} message
 * @returns {Facts}
 */
export function fold(table, message) {
  if (message.v <= table.v || table.behind) return table;
  if (message.v !== table.v + 1) return { ...table, behind: true };
  const { events = [], me = table.me } = message;
  return {
    ...table,
    v: message.v,
    room: message.room ?? table.room,
    me,
    time: message.time ?? table.time,
    view: foldView(table.view, message, me.seat),
    fresh: events,
    news: table.news + (events.length > 0 ? 1 : 0),
    live: true,
    chat: message.chat ?? table.chat,
  };
}
