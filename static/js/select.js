/** Questions that views ask of a table. Pure; nothing here decides the game, the server did. */
import { fullOptions, SET_SIZES } from './format/options.js';

/** @import { Level, Offer, Options, Outcome, OwnTable, Room, RoomSeat, VisibleEvent } from './protocol.js' */
/** @import { Facts, Outside, State, Table } from './state.js' */

/** How strong a computer can play, weakest first. @type {Level[]} */
export const LEVELS = ['beginner', 'casual', 'club', 'expert'];

/** The seat whose turn it is, or null between turns. @param {Facts} table */
export function turnOf(table) {
  const phase = table.view?.board.phase;
  return table.room.status === 'playing' && phase?.type === 'playing' ? phase.turn : null;
}

/** Whether this visitor is to play. @param {Facts} table */
export function myTurn(table) {
  return table.me.seat !== null && turnOf(table) === table.me.seat;
}

/** Whether this visitor's time is about to run out. @param {Facts} table */
export function isTimeShort({ time, me, room }) {
  const running = time?.running;
  const mine = running !== undefined && running.seat === me.seat;
  return room.status === 'playing' && mine && running.warned && !room.seats[running.seat]?.away;
}

/** Where this visitor may play now, as the server listed it. @param {Table} table @returns {Offer[]} */
export function placements(table) {
  return myTurn(table) && !table.ui.pending ? (table.view?.own?.placements ?? []) : [];
}

/** Whether a tile can be chosen ahead now: another seat is to play. @param {Table} table */
export function mayChooseAhead(table) {
  return table.me.seat !== null && turnOf(table) !== null && !myTurn(table) && !table.ui.pending;
}

/** Whether this visitor may give the lead to the partner now. @param {Partial<Table>} table */
export function mayGiveLead({ view, ui }) {
  return (view?.own?.may_give_lead ?? false) && !ui?.pending;
}

/** Whether points must be announced at this table: it plays muggins. @param {Facts} table */
export function playsMuggins(table) {
  return table.room.rules.calls === 'muggins';
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
  return room.rules.seating === 'partners' ? seat % 2 : seat;
}

/**
 * The side that won a round, which isn't always the side that went out; null for a tie.
 * @param {Outcome} outcome
 * @param {Room} room
 * @param {readonly VisibleEvent[]} history
 */
export function roundWinner(outcome, room, history) {
  if (outcome.type === 'blocked') return outcome.winner;
  const given = history.findLast((event) => 'reason' in event && event.reason === 'domino');
  return given && 'side' in given ? given.side : sideOf(room, outcome.by);
}

/** The seats of every side, by side. @param {Room} room @returns {number[][]} */
export function sides(room) {
  if (room.rules.seating !== 'partners') return room.seats.map((_, seat) => [seat]);
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
 * Where the other seats sit, seen from `home`, in the order of their turns: where turns go clockwise, the
 * next player is on the left, and where they go counter-clockwise on the right.
 * @param {Pick<Room, 'seats' | 'rules'>} room
 * @param {number} home the seat at the bottom of the page
 * @returns {{ seat: number, place: 'left' | 'top' | 'right' }[]}
 */
export function otherPlaces({ seats, rules }, home) {
  const count = seats.length;
  /** @type {('left' | 'top' | 'right')[]} */
  const order = count === 2 ? ['top'] : count === 3 ? ['left', 'right'] : ['left', 'top', 'right'];
  if (fullOptions(rules).turns === 'counter_clockwise') order.reverse();
  return order.map((place, i) => ({ seat: (home + 1 + i) % count, place }));
}

/**
 * What the layout of a round has to know of the rules.
 * @param {Options} rules
 * @returns {{ set: number }}
 */
export function layoutRules(rules) {
  return { set: SET_SIZES[fullOptions(rules).tile_set] };
}

/**
 * The last turn of a seat, for the note beside it.
 * @typedef {object} Turn
 * @property {number} drew tiles drawn in this turn
 * @property {string | null} tile the tile played
 * @property {number} points scored with it
 * @property {boolean} passed
 * @property {boolean} called took points by calling muggins
 */

/**
 * The last turn of every seat in this round.
 * @param {VisibleEvent[]} history
 * @param {number} seats
 * @returns {(Turn | null)[]}
 */
export function lastTurns(history, seats) {
  /** @type {(Turn | null)[]} */
  const turns = Array.from({ length: seats }, () => null);
  /** @type {Turn | null} */
  let scorer = null;
  /** @param {number} seat */
  const open = (seat) => {
    const last = turns[seat];
    const turn = last && last.tile === null && !last.passed && !last.called ? last : emptyTurn();
    turns[seat] = turn;
    return turn;
  };
  for (const event of history) {
    if (event.type === 'drew') open(event.seat).drew += 1;
    if (event.type === 'passed') open(event.seat).passed = true;
    if (event.type === 'played') {
      scorer = open(event.seat);
      scorer.tile = event.tile;
    }
    if (event.type === 'called') {
      scorer = { ...emptyTurn(), called: true };
      turns[event.seat] = scorer;
    }
    const during = event.type === 'scored' && (event.reason === 'count' || event.reason === 'call');
    if (during && scorer) scorer.points = event.points;
  }
  return turns;
}

/** @returns {Turn} */
function emptyTurn() {
  return { drew: 0, tile: null, points: 0, passed: false, called: false };
}

/** How many tiles a seat has just drawn in its turn. @param {readonly VisibleEvent[]} history @param {number} seat */
export function drawnInTurn(history, seat) {
  const before = history.findLastIndex((event) => event.type !== 'drew' || event.seat !== seat);
  return history.length - 1 - before;
}

/** The pips of some tiles together. @param {readonly string[]} hand */
export function pipSum(hand) {
  return hand.reduce((sum, tile) => sum + Number(tile[0]) + Number(tile[2]), 0);
}

/** The numbers to announce; which is right, the server knows. @param {Options} rules */
export function keypad(rules) {
  if (rules.variant !== 'all_fives') return [1, 2, 3, 4, 5, 6, 7, 8, 9, 16];
  return rules.point_unit === 'pips' ? [5, 10, 15, 20, 25, 30, 35] : [1, 2, 3, 4, 5, 6, 7];
}

/**
 * What a tap on a hand tile means: play it, choose it (and wait for its end), choose it ahead
 * while others are to play, or nothing. With muggins a tile is always chosen first, so that there
 * is time to announce.
 * @param {Table} table
 * @param {string} tile
 * @returns {{ type: 'play', placement: Offer } | { type: 'choose' | 'ahead', tile: string | null } | { type: 'none' }}
 */
export function tapAction(table, tile) {
  if (mayChooseAhead(table)) {
    return { type: 'ahead', tile: table.ui.plan.ahead?.tile === tile ? null : tile };
  }
  const fits = placements(table).filter((one) => one.tile === tile);
  if (fits.length === 0) return { type: 'none' };
  const only = fits.length === 1 ? fits[0] : null;
  if (only && (!playsMuggins(table) || table.ui.choice === tile))
    return { type: 'play', placement: only };
  return { type: 'choose', tile: table.ui.choice === tile ? null : tile };
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
