/** Questions that views ask of a table. Pure; nothing here decides the game, the server did. */
import { gameOf, turnsOf } from './games/index.js';
import { NOTHING_DEALT } from './standing.js';

/** @import { Offer, Standing } from './games/contract.js' */
/** @import { Level, OwnTable, Room, RoomSeat } from './protocol.js' */
/** @import { Facts, Outside, State, Table } from './state.js' */
/** @typedef {Pick<Facts, 'room' | 'view'>} Seen */

/** How strong a computer can play, weakest first. @type {Level[]} */
export const LEVELS = ['beginner', 'casual', 'club', 'expert'];

/** Where the match stands. @param {Pick<Seen, 'view'>} table @returns {Standing} */
export const standing = ({ view }) => view?.standing ?? NOTHING_DEALT;

/** What tells one round of a table from all others. @param {Seen} table @returns {(string | number)[]} */
export const roundOf = (table) => [table.room.match, standing(table).round];

/** The seat whose turn it is, or null between turns. @param {Seen} table */
export const turnOf = (table) => (table.room.status === 'playing' ? standing(table).turn : null);

/** Whether this visitor is to play. @param {Facts} table */
export function myTurn(table) {
  return table.me.seat !== null && turnOf(table) === table.me.seat;
}

/**
 * Whether this visitor's time is about to run out. Without a connection the page knows nothing of it: the server may
 * have given time back, and the visitor can't play.
 * @param {Table} table
 */
export function isTimeShort({ time, me, room, ui }) {
  const running = time?.running;
  if (room.status !== 'playing' || ui.cut || !running?.warned || running.seat !== me.seat)
    return false;
  return !room.seats[running.seat]?.away;
}

/** What this visitor may do now, as the server listed it. @param {Table} table @returns {Offer[]} */
export function offersOf(table) {
  const { room, view, me, ui } = table;
  if (!view || me.seat === null || room.status !== 'playing' || ui.pending) return [];
  const offers = gameOf(room).offers(view, room);
  return ui.once === standing(table).ply ? offers.filter(({ once }) => !once) : offers;
}

/** What this visitor may choose for the own turn, while others think. @param {Table} table */
export const aheadOf = (table) =>
  table.view && mayChooseAhead(table) ? gameOf(table.room).ahead(table.view) : [];

/** Whether something can be chosen ahead now: another seat is to play. @param {Table} table */
export function mayChooseAhead(table) {
  return table.me.seat !== null && turnOf(table) !== null && !myTurn(table) && !table.ui.pending;
}

/** Whether a seat has a person other than this visitor. @param {Pick<Table, 'room' | 'me'>} table @param {number} seat */
export function isOther({ room, me }, seat) {
  const sitter = room.seats[seat];
  return seat !== me.seat && sitter !== null && !sitter.computer;
}

/** This visitor's place at the table; null for one who only watches. @param {Pick<Table, 'room' | 'me'>} table */
export function ownSeat({ room, me }) {
  return me.seat === null ? null : room.seats[me.seat];
}

/**
 * Whether the visitor has anyone to talk to: another person sits at the table, or has spoken. Watchers talk
 * among themselves.
 * @param {Table} table
 */
export function hasCompany({ room, me, chat, presence }) {
  const isPerson = (/** @type {RoomSeat | null} */ sitter, /** @type {number} */ seat) =>
    seat !== me.seat && sitter !== null && !sitter.computer;
  if (chat.length > 0) return true;
  if (me.seat === null) return room.status !== 'open' || presence.watchers > 1;
  return room.seats.some(isPerson);
}

/** The side of a seat. @param {Room} room @param {number} seat */
export function sideOf(room, seat) {
  return room.seating === 'partners' ? seat % 2 : seat;
}

/** The seats of every side, by side. @param {Room} room @returns {number[][]} */
export function sides(room) {
  if (room.seating !== 'partners') return room.seats.map((_, seat) => [seat]);
  return [
    [0, 2],
    [1, 3],
  ];
}

/** The seat of a seat's partner; null where everybody plays alone. @param {Room} room @param {number} seat */
export function partnerOf(room, seat) {
  return sides(room)[sideOf(room, seat)].find((other) => other !== seat) ?? null;
}

/**
 * Where a seat is round the table. `at`: of several at one edge, the upper or left one is at its start, the lower or right
 * one at its end.
 * @typedef {{ seat: number, place: 'left' | 'top' | 'right' | 'bottom', at?: string }} Place
 */

/** The places of the other seats by their count, clockwise from the seat at the bottom. */
const AROUND = [
  [],
  ['top'],
  ['left', 'right'],
  ['left', 'top', 'right'],
  ['left', 'top-start', 'top-end', 'right'],
  ['left', 'top-start', 'top', 'top-end', 'right'],
  ['left-end', 'left-start', 'top-start', 'top-end', 'right-start', 'right-end'],
  ['left-end', 'left-start', 'top-start', 'top', 'top-end', 'right-start', 'right-end'],
];

/** Whether a table has so many seats that several share an edge of it. @param {Pick<Room, 'seats'>} room */
export const isLarge = ({ seats }) => seats.length > 4;

/**
 * Where the other seats sit, seen from `home`, in the order of their turns: where turns go clockwise, the
 * next player is on the left, and where they go counter-clockwise on the right.
 * @param {Pick<Room, 'seats' | 'rules'>} room
 * @param {number} home the seat at the bottom of the page
 */
export function otherPlaces(room, home) {
  const count = room.seats.length;
  const order = [...AROUND[count - 1]];
  if (turnsOf(room) === 'counter_clockwise') order.reverse();
  return order.map((where, i) => {
    const [place, at] = where.split('-');
    return /** @type {Place} */ ({ seat: (home + 1 + i) % count, place, at });
  });
}

/** The request for a computer player's seat, or null. @param {Outside} table */
export function requestIn({ presence }) {
  return presence.request ?? null;
}

/** Whether this visitor may answer the request for a computer player's seat. @param {Outside} table */
export function mayAnswer(table) {
  const { seat } = table.me;
  return seat !== null && (requestIn(table)?.may_answer[seat] ?? false);
}

/**
 * Whether this visitor may request a seat: they have none, a computer player has it in a match that
 * is played, and there is no request yet.
 * @param {Outside} table
 * @param {number} seat
 */
export function mayRequest(table, seat) {
  const { room, me } = table;
  const computer = room.seats[seat]?.computer !== undefined;
  return room.status === 'playing' && me.seat === null && computer && !requestIn(table);
}

/**
 * Own tables: those that wait for the visitor first, then those that play, then those that gather, then those that
 * are done. Of several the one whose time is up first comes first.
 * @param {OwnTable[]} tables
 */
export function ownSorted(tables) {
  const rank = (/** @type {OwnTable} */ one) =>
    (one.waits ? 0 : 3) + { playing: 0, open: 1, over: 2 }[one.status];
  const until = (/** @type {OwnTable} */ one) => one.until_ms ?? Number.MAX_SAFE_INTEGER;
  return tables.toSorted((a, b) => rank(a) - rank(b) || until(a) - until(b));
}

/** The tables besides the one that is shown that wait for this visitor, the most urgent first. @param {State} state */
export function waitingElsewhere({ own, route }) {
  const shown = route.page === 'table' ? route.table : null;
  return ownSorted(own ?? []).filter((one) => one.waits && one.table !== shown);
}

/** A guest is asked at most once in so long whether they want to keep their name: a day. */
const OFFERED_EVERY_MS = 24 * 60 * 60 * 1000;

/**
 * Whether a guest has just finished a match of their own: the moment to ask whether they want to stay.
 * @param {Pick<State, 'person' | 'table'>} state
 */
export function hasPlayedAsGuest({ person, table }) {
  return person === null && table?.room.status === 'over' && table.me.seat !== null;
}

/** Whether the lines about the account have anything to show. @param {Pick<State, 'person' | 'table'>} state */
export const needsAccountLines = (state) => Boolean(state.person) || hasPlayedAsGuest(state);

/** Whether a guest may be asked again. @param {number} offered_ms when they were asked last @param {number} now_ms */
export const mayOffer = (offered_ms, now_ms) => Math.abs(now_ms - offered_ms) >= OFFERED_EVERY_MS;
