/** Tables of Mexican Train and Chickenfoot at moments of a match that is the same at every run. */
import { CHICKENFOOT, chance, MEXICAN_TRAIN, trainsMatch } from './unit/trains_match.js';

/** @import { TrainsOptions } from '../static/js/games/trains/types.js' */
/** @typedef {import('../static/js/protocol.js').RoomSeat} RoomSeat */
/** @typedef {import('../static/js/protocol.js').Snapshot} Snapshot */
/** @typedef {ReturnType<typeof trainsMatch>} Match */

/**
 * Moments that take most room, each in its own way: the own first turn with the hand as it was dealt, the own turn with
 * the most tiles in hand, a double that asks for tiles, the turn of another seat, the last own turn, and the two ends.
 */
export const TRAINS_MOMENTS = /** @type {const} */ ([
  'first turn',
  'hand',
  'double',
  'waiting',
  'long',
  'round over',
  'match over',
]);

/** @typedef {(typeof TRAINS_MOMENTS)[number]} TrainsMoment */
/** @typedef {2 | 3 | 4 | 5 | 6 | 7 | 8} Seats */

/** By the number of seats, from two on. */
const SEATINGS = /** @type {const} */ (['two', 'three', 'four', 'five', 'six', 'seven', 'eight']);

/** The hands of the presets, by the number of seats. Chickenfoot has the larger set with seven and eight. */
const HANDS = {
  mexican_train: [15, 15, 15, 12, 12, 10, 10],
  chickenfoot: [14, 10, 7, 6, 5, 7, 6],
};

/** The round that is shown; the rounds before it have given points. */
const ROUND = 3;
const ROUNDS = 7;

/** Names of several lengths. */
const NAMES = ['Ana', 'Benedetta', 'Cem', 'Dmitri', 'Emília', 'Finn', 'Gül', 'Hugo'];

/** @param {TrainsOptions['game']} game @param {Seats} seats @returns {TrainsOptions} */
function optionsOf(game, seats) {
  const isLarge = game === 'mexican_train' || seats > 6;
  return {
    ...(game === 'chickenfoot' ? CHICKENFOOT : MEXICAN_TRAIN),
    seating: SEATINGS[seats - 2],
    tile_set: isLarge ? 'double_twelve' : 'double_nine',
    hand_size: HANDS[game][seats - 2],
    rounds: ROUNDS,
  };
}

/** Has the seat on turn play a tile by chance. @param {Match} match @param {(below: number) => number} random */
function step(match, random) {
  const { offers } = match.own(/** @type {number} */ (match.stands.turn));
  const { tile, on } = offers[random(offers.length)];
  match.take({ play: { tile, on: on[random(on.length)] } });
}

/** Whether something is asked for by a double. @param {any} view */
const asks = ({ trains: { table } }) => ['cover', 'foot'].includes(table.state);

/** How well a position of the round shows a moment; 0 if it doesn't. @type {Record<TrainsMoment, (shown: any, at: number) => number>} */
const SHOWS = {
  'first turn': ({ standing }, at) => (standing.turn === 0 ? 1000 - at : 0),
  hand: ({ standing, view }) => (standing.turn === 0 ? view.trains.own.hand.length : 0),
  double: ({ standing, view }, at) => (standing.turn === 0 && asks(view) ? at : 0),
  waiting: ({ standing }, at) => (standing.turn !== 0 ? at : 0),
  long: ({ standing }, at) => (standing.turn === 0 ? at : 0),
  'round over': () => 0,
  'match over': () => 0,
};

/**
 * The match as seat 0 sees it at a moment; null if the match doesn't have it.
 * @param {TrainsMoment} moment
 * @param {TrainsOptions} options
 * @param {number} seed
 * @returns {any}
 */
function shownAt(moment, options, seed) {
  const match = trainsMatch(options, seed);
  const random = chance(seed);
  const last = moment === 'match over' ? ROUNDS : ROUND;
  let [best, most] = [null, 0];
  match.drawLots();
  for (let round = 1; round <= last; round += 1) {
    match.deal();
    for (let at = 1; !match.isOver(); at += 1) {
      const shown = round === last ? match.shownTo(0) : null;
      const shows = shown ? SHOWS[moment](shown, at) : 0;
      if (shows > most) [best, most] = [shown, shows];
      step(match, random);
    }
  }
  return moment.endsWith('over') ? match.shownTo(0) : best;
}

/** Every table that is told is a later one. */
let version = 1000;

/**
 * How a match is prepared.
 * @typedef {object} Wishes
 * @property {TrainsMoment} moment
 * @property {TrainsOptions['game']} game
 * @property {Seats} seats
 * @property {Partial<RoomSeat>[]} [people] what else is so at each seat
 */

/**
 * A match as seat 0 sees it.
 * @param {Wishes} wishes
 * @returns {Snapshot & { type: 'table' }}
 */
export function trainsAt({ moment, game, seats, people = [] }) {
  const options = optionsOf(game, seats);
  let seed = 1;
  let shown = shownAt(moment, options, seed);
  for (; shown === null; shown = shownAt(moment, options, seed)) seed += 1;
  const { room } = shown;
  version += 1;
  room.match = version;
  room.notation = `${game === 'chickenfoot' ? 'Chickenfoot' : 'Mexican Train'} ${ROUNDS}`;
  room.seats = room.seats.map((/** @type {RoomSeat} */ seat, /** @type {number} */ i) => ({
    ...seat,
    name: NAMES[i],
    ready: i === 1,
    ...people[i],
  }));
  if (moment === 'match over') {
    const { winner } = shown.standing;
    Object.assign(room, { status: 'over', ending: { type: 'played', winner } });
    room.record = 'f'.repeat(32);
  }
  const each = (/** @type {unknown} */ what) => room.seats.map(() => what);
  return {
    ...shown,
    v: version,
    presence: { seats: each(true), away_since_ms: each(null), watchers: 0 },
  };
}
