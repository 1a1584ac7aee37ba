/** The server's facts about a table, after snapshots and updates. Pure. */

/** @import {Board, BoardChange, Own, OwnChange, Room, RoomChange} from '../protocol.js' */
/** @import {ServerMessage, View, VisibleEvent} from '../protocol.js' */
/** @import {Facts} from '../state.js' */

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
  const fresh = missedEvents(known?.view ?? null, message.view);
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
 * @param {Extract<ServerMessage, { type: 'missed' }>} message
 * @returns {Facts}
 */
export function withMissed(table, message) {
  const folded = message.updates.reduce(
    (known, update) => withUpdate(known, { ...update, type: 'update' }),
    { ...table, behind: false },
  );
  if (folded.v !== message.v) return { ...table, behind: true };
  const { v, room, view, me, time } = folded;
  return tableFromSnapshot(table, {
    ...message,
    type: 'table',
    v,
    room,
    view,
    me,
    time: time ?? undefined,
  });
}

/** The events of the same round that `before` lacks. @param {View | null} before @param {View | null} now */
function missedEvents(before, now) {
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
export function withUpdate(table, message) {
  if (message.v <= table.v || table.behind) return table;
  if (message.v !== table.v + 1) return { ...table, behind: true };
  const { events = [], me = table.me } = message;
  return {
    ...table,
    v: message.v,
    room: message.room ? foldRoom(table.room, message.room) : table.room,
    me,
    time: message.time ?? table.time,
    view: foldView(table.view, message, me.seat),
    fresh: events,
    news: table.news + (events.length > 0 ? 1 : 0),
    live: true,
    chat: message.chat ?? table.chat,
  };
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

/**
 * An empty view; the first update fills it.
 * @type {View}
 */
const EMPTY = {
  board: {
    round: 0,
    ply: 0,
    leader: null,
    scores: [],
    phase: { type: 'dealing' },
    ends: [],
    spinner: null,
    count: null,
    hand_sizes: [],
    boneyard: 0,
    reserve: 0,
    lacks: [],
    claim: false,
    won_rounds: 0,
    bonus: 0,
    twice: false,
  },
  layout: [],
  history: [],
  round_scores: [],
  own: null,
};

/**
 * The view after an update: the events say most of it, `board` and `own` the rest.
 * @param {View | null} view
 * @param {Update} message
 * @param {number | null} seat this visitor's
 */
function foldView(view, message, seat) {
  const { events = [], board: change, own } = message;
  if (!view && !change) return null;
  const round_scores = message.round_scores ?? view?.round_scores ?? [];
  const known = !view || message.clear ? { ...EMPTY, own: view?.own ?? null } : view;
  const folded = events.reduce(foldEvent, known);
  return {
    ...folded,
    board: change ? foldBoard(folded.board, change) : folded.board,
    round_scores,
    own: seat === null ? null : foldOwn(folded.own, seat, own, change !== undefined),
  };
}

/** A view after one more event. @param {View} known @param {VisibleEvent} event */
function foldEvent(known, event) {
  const history = [...known.history, event];
  if (event.type === 'drew') {
    return { ...known, history, board: withHandSize(known.board, event.seat, 1) };
  }
  if (event.type !== 'played') return { ...known, history };
  const { seat, tile, joint } = event;
  const board = { ...withHandSize(known.board, seat, -1), count: null };
  const ends = board.ends.map((end) =>
    end.arm === joint?.arm ? { ...end, pips: joint.outer } : end,
  );
  const own =
    known.own?.seat === seat
      ? { ...known.own, hand: known.own.hand.filter((other) => other !== tile) }
      : known.own;
  const layout = [...known.layout, { tile, seat, joint }];
  return { ...known, board: { ...board, ends }, layout, history, own };
}

/** The board after the hand of a seat has grown by `more` tiles, or shrunk. @param {Board} board @param {number} seat @param {number} more */
function withHandSize(board, seat, more) {
  const hand_sizes = board.hand_sizes.map((size, at) => (at === seat ? size + more : size));
  return { ...board, hand_sizes };
}

/** @param {Board} board @param {BoardChange} change @returns {Board} */
function foldBoard(board, { turn, ...change }) {
  const phase = turn === undefined ? board.phase : { type: /** @type {const} */ ('playing'), turn };
  return { ...board, phase, ...change };
}

/** The choices of a seat for which the server lists none. */
export const NO_CHOICES = { placements: [], may_call: false, may_give_lead: false };

/**
 * The part of the view that only this visitor's seat may know. The choices of the last view end, unless the
 * server lists them again.
 * @param {Own | null} own
 * @param {number} seat
 * @param {OwnChange | undefined} change
 * @param {boolean} moved whether something was played
 */
function foldOwn(own, seat, change, moved) {
  const known = own?.seat === seat ? own : { seat, hand: [], ...NO_CHOICES };
  if (!change && !moved) return known;
  return { ...known, ...NO_CHOICES, ...change };
}
