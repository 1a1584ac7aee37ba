// @ts-check
import { unfinished } from './analysis.js';
import { foldView } from './fold_view.js';
import { keptHint } from './play/hint.js';
import { keptPlan, NO_PLAN } from './play/plan.js';
import { turnOf } from './select.js';

/** How snapshots and updates of one table are folded into what is known of it. Pure. */

/** @typedef {import('./state.js').Table} Table */
/** @typedef {import('./protocol.js').View} View */
/** @typedef {import('./protocol.js').Own} Own */
/** @typedef {import('./protocol.js').Seen} Seen */
/** @typedef {Extract<import('./protocol.js').ServerMessage, { type: 'table' }>} Snapshot */
/** @typedef {Extract<import('./protocol.js').ServerMessage, { type: 'update' }>} Update */

/**
 * The table after a full snapshot. When the same round was known before, what happened
 * meanwhile counts as fresh, so that somebody who comes back is told.
 * @param {Table | null} before
 * @param {Snapshot} message
 * @returns {Table}
 */
export function opened(before, message) {
  const known = before?.id === message.table ? before : null;
  const fresh = missed(known?.view ?? null, message.view);
  // An answer that was on its way is lost with the connection, and only with it: a client that
  // merely asks whether the server is there is answered in the same way.
  const connected = known !== null && !known.cut;
  return {
    ...talk(known, message),
    id: message.table,
    v: message.v,
    room: message.room,
    presence: message.presence,
    view: message.view,
    me: message.me,
    time: message.time ?? null,
    clock_ms: known?.clock_ms ?? 0,
    fresh,
    news: (known?.news ?? 0) + (fresh.length > 0 ? 1 : 0),
    live: false,
    plan: known ? keptPlan(known.plan, known.view, message.view) : NO_PLAN,
    choice: stillHeld(known?.choice ?? null, message.view?.own ?? null),
    announced: known?.announced ?? null,
    called: known?.called ?? null,
    hint: connected || known?.hint?.answer ? keptHint(known.hint, message.view) : null,
    analysis: connected ? known.analysis : unfinished(known?.analysis ?? null),
    pending: connected && known.view === message.view ? known.pending : false,
    behind: false,
    proof: known?.proof ?? null,
    receipt: known?.receipt ?? null,
    turn_since_ms: known?.turn_since_ms ?? null,
    now_ms: known?.now_ms ?? 0,
    cut: false,
    cuts: known?.cuts ?? 0,
    meanwhile: known?.cut ? meanwhile(known, message, fresh) : (known?.meanwhile ?? null),
  };
}

/**
 * The table after all that was missed while the connection was lost: update by update, but nothing
 * of it has happened just now.
 * @param {Table} table
 * @param {Extract<import('./protocol.js').ServerMessage, { type: 'missed' }>} message
 * @returns {Table}
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
 * How far the server's clock is ahead of this browser's, from one question and its answer: the
 * answer was written about halfway between the two.
 * @param {number} asked_ms
 * @param {number} heard_ms
 * @param {number} server_ms
 */
export function clockOffset(asked_ms, heard_ms, server_ms) {
  return server_ms - (asked_ms + heard_ms) / 2;
}

/**
 * What is known of the talk. What was said before this visitor came counts as read.
 * @param {Table | null} known
 * @param {Snapshot} message
 */
function talk(known, { chat, me }) {
  const same = known !== null && (known.me.seat === null) === (me.seat === null);
  const last = chat.at(-1)?.n ?? 0;
  // A server that was restarted counts its lines from 1 again.
  const anew = last < (known?.chat.at(-1)?.n ?? 0);
  return {
    chat,
    read: same ? (anew ? 0 : known.read) : last,
    unsaid: known?.unsaid ?? 0,
    reactions: known?.reactions ?? [],
  };
}

/**
 * @param {Table} known
 * @param {Snapshot} message
 * @param {Seen[]} fresh the events that were missed in the same round
 * @returns {import('./state.js').Meanwhile}
 */
function meanwhile(known, message, fresh) {
  const last = known.chat.at(-1)?.n ?? 0;
  const lines = message.chat.filter((line) => line.n > last).length;
  const anew = message.view !== null && fresh.length === 0 && !sameRound(known, message);
  const events = anew ? (message.view?.history ?? []) : fresh;
  const serial = known.cuts;
  return { serial, events, anew, lines };
}

/**
 * @param {Table} known
 * @param {Snapshot} message
 */
function sameRound(known, { room, view }) {
  return known.room.match === room.match && known.view?.board.round === view?.board.round;
}

/**
 * Since when it has been the turn of whose turn it is: from now on if it changed, or if more was
 * played since.
 * @param {Table} table
 * @param {Table | null} before
 * @param {number} now_ms
 */
export function sinceTurn(table, before, now_ms) {
  const turn = turnOf(table);
  if (turn === null) return null;
  const same =
    before?.id === table.id &&
    turnOf(before) === turn &&
    before.view?.board.ply === table.view?.board.ply;
  return same ? (before.turn_since_ms ?? now_ms) : now_ms;
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
 * @param {Table} table
 * @param {Update} message
 * @returns {Table}
 */
export function fold(table, message) {
  if (message.v <= table.v || table.behind) return table;
  if (message.v !== table.v + 1) return { ...table, behind: true };
  const events = message.events ?? [];
  const me = message.me ?? table.me;
  const view = foldView(table.view, message, me.seat);
  return {
    ...table,
    v: message.v,
    room: message.room ?? table.room,
    me,
    time: message.time ?? table.time,
    view,
    fresh: events,
    news: table.news + (events.length > 0 ? 1 : 0),
    live: true,
    chat: message.chat ?? table.chat,
    read: message.chat ? (message.chat.at(-1)?.n ?? 0) : table.read,
    plan: keptPlan(table.plan, table.view, view),
    choice: stillHeld(table.choice, view?.own ?? null),
    announced: message.board ? null : table.announced,
    hint: keptHint(table.hint, view),
    pending: message.board ? false : table.pending,
  };
}

/**
 * A chosen tile stays chosen while it is in the hand.
 * @param {string | null} choice
 * @param {Own | null} own
 */
function stillHeld(choice, own) {
  return choice !== null && own?.hand.includes(choice) ? choice : null;
}
