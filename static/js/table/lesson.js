/** The table of a lesson, which no server knows: the visitor sits there with a computer player. Pure. */

/** @import { Room, ServerMessage } from '../protocol.js' */

/** @type {Omit<Room, 'match' | 'rules'>} */
const ROOM = {
  status: 'playing',
  seating: 'two',
  notation: '',
  access: 'link',
  kept_seats: 0,
  hints: false,
  bots: false,
  fairness: {
    scheme: 1,
    match: 1,
    commitment: null,
    seats: [
      { promise: null, seed: null },
      { promise: null, seed: null },
    ],
    told: [false, false],
    revealing: false,
    missed: [0, 0],
    called_off: 0,
  },
  seats: [
    { name: '', ready: true, host: true },
    { name: '', ready: true, host: false, computer: 'beginner' },
  ],
};

/**
 * The table as its lesson begins: the visitor is on turn.
 * @param {string} table
 * @param {number} v
 * @param {Room['rules']} rules
 * @param {Table['view']} view
 * @returns {Table}
 * @typedef {Extract<ServerMessage, { type: 'table' }>} Table
 */
export const lessonOpening = (table, v, rules, view) => ({
  type: 'table',
  table,
  v,
  room: { ...ROOM, rules, match: v },
  presence: { seats: [true, true], away_since_ms: [null, null], watchers: 0 },
  standing: { round: 1, ply: v, turn: 0, scores: [0, 0], round_scores: [] },
  view,
  me: { pseudonym: '', seat: 0, host: false, invite: null },
  chat: [],
});
