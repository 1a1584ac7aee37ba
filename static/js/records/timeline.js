/** A finished match as a row of positions. Pure. */

import { gameOf, kindOf } from '../games/index.js';
import { NO_SEAT } from '../state.js';
import { tableFromSnapshot } from '../table/fold.js';
import { INITIAL_UI } from '../table/ui.js';

/** @import { Ending, Level, Options, Replay, ReplayRound, Room, Seating } from '../protocol.js' */
/** @import {Table} from '../state.js' */

/**
 * @typedef {object} Timeline
 * @property {string} id tells one timeline from all others
 * @property {string} notation
 * @property {Seating} seating
 * @property {Options} rules
 * @property {{ name: string, computer?: Level }[]} seats
 * @property {number[]} lengths positions of each round
 * @property {ReplayRound[]} rounds as many as have come
 * @property {number | null} next the first round that hasn't
 * @property {Ending | null} ending how the match ended, where that is known
 * @property {number} [boards] how many boards the match had, if no target ended it
 */

/**
 * Where a position is: the round's place in the list, and the step's in the round.
 * @typedef {{ round: number, step: number }} Place
 */

/**
 * A timeline with its first rounds.
 * @param {string} id
 * @param {Replay} replay
 * @param {Timeline['seats']} seats
 * @param {Ending | null} [ending]
 * @returns {Timeline}
 */
export function makeTimeline(id, replay, seats, ending = null) {
  const { notation, seating, rules, lengths, rounds, next } = replay;
  return { id, notation, seating, rules, seats, lengths, rounds, next, ending };
}

/** A timeline with further rounds. @param {Timeline} timeline @param {Replay} replay @returns {Timeline} */
export function withRounds(timeline, { rounds, next }) {
  return { ...timeline, rounds: [...timeline.rounds, ...rounds], next };
}

/** How many positions there are. @param {Timeline} timeline */
export function positionCount({ lengths }) {
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** Where position `at`, or else the last, is. @param {Timeline} timeline @param {number} at @returns {Place} */
export function placeOf({ lengths }, at) {
  let step = Math.max(0, at);
  for (let round = 0; round < lengths.length; round += 1) {
    if (step < lengths[round]) return { round, step };
    step -= lengths[round];
  }
  const round = lengths.length - 1;
  return { round, step: (lengths[round] ?? 1) - 1 };
}

/** The number of the position at or nearest to a place. @param {Timeline} timeline @param {Place} place */
export function positionNumber({ lengths }, { round, step }) {
  const inRound = Math.max(0, Math.min(round, lengths.length - 1));
  const before = lengths.slice(0, inRound).reduce((sum, length) => sum + length, 0);
  return before + Math.max(0, Math.min(step, (lengths[inRound] ?? 1) - 1));
}

/** A place as it stands in an address: `r2p17`. @param {Place} place */
export function placeText({ round, step }) {
  return `r${round + 1}p${step}`;
}

/** The place that an address names. @param {string | null} text @returns {Place | null} */
export function readPlace(text) {
  const [, round, step] = /^#?r(\d{1,4})p(\d{1,4})$/.exec(text ?? '') ?? [];
  return step === undefined ? null : { round: Number(round) - 1, step: Number(step) };
}

/** The round of a place, once it has come. @param {Timeline} timeline @param {Place} place */
const roundAt = ({ rounds }, { round, step }) =>
  rounds[round]?.steps[step] ? rounds[round] : null;

/**
 * The table as it was at a place, for everything that draws tables; null while its round hasn't
 * come.
 * @param {Timeline} timeline
 * @param {Place} place
 * @returns {Table | null}
 */
export function tableAt(timeline, place) {
  const round = roundAt(timeline, place);
  if (!round) return null;
  const rooms = roomsOf(timeline);
  const game = gameOf(rooms.over);
  const view = game.position(round, place.step);
  const { standing } = round.steps[place.step];
  const isLast =
    place.round === timeline.lengths.length - 1 && place.step === timeline.lengths[place.round] - 1;
  const isOver = isLast || game.over(view, rooms.over)?.type === 'match_over';
  const facts = tableFromSnapshot(null, {
    type: 'table',
    table: timeline.id,
    v: standing.ply,
    room: isOver ? rooms.over : rooms.playing,
    presence: {
      seats: timeline.seats.map(() => true),
      away_since_ms: timeline.seats.map(() => null),
      watchers: 0,
    },
    standing,
    view: /** @type {any} */ ({ [kindOf(timeline)]: view }),
    me: NO_SEAT,
    chat: [],
  });
  return { ...facts, fresh: game.happened(round, place.step), ui: INITIAL_UI };
}

/**
 * What each seat has held in a round until a place, in the order in which it came; null while the round hasn't
 * come. `held`: it is in the hand now.
 * @param {Timeline} timeline
 * @param {Place} place
 */
export function handsAt(timeline, place) {
  const round = roundAt(timeline, place);
  return round && gameOf(timeline).hands(round, place.step);
}

/** @typedef {{ playing: Room, over: Room }} Rooms */

/** By who sits there: the same all the time, so that views see that nothing has changed. @type {WeakMap<Timeline['seats'], Rooms>} */
const rooms = new WeakMap();

/** The room as it was when the match had ended. @param {Timeline} timeline */
export const lastRoom = (timeline) => roomsOf(timeline).over;

/** @param {Timeline} timeline @returns {Rooms} */
function roomsOf(timeline) {
  const known = rooms.get(timeline.seats);
  if (known) return known;
  const { seats, ending } = timeline;
  const playing = makeRoom(timeline);
  const over = { ...playing, status: /** @type {const} */ ('over'), ...(ending && { ending }) };
  rooms.set(seats, { playing, over });
  return { playing, over };
}

/** @param {Timeline} timeline @returns {Room} */
function makeRoom({ notation, seating, rules, seats, boards }) {
  return {
    ...(boards !== undefined && { boards }),
    status: 'playing',
    match: 1,
    seating,
    rules,
    notation,
    access: 'public',
    kept_seats: 0,
    hints: false,
    bots: false,
    fairness: {
      scheme: 1,
      match: 1,
      commitment: null,
      seats: seats.map(() => ({ promise: null, seed: null })),
      revealing: false,
      told: seats.map(() => false),
      missed: seats.map(() => 0),
      called_off: 0,
    },
    seats: seats.map((seat) => ({ ...seat, ready: false, host: false })),
  };
}
