// @ts-check
/** A finished match as a row of positions. Pure. */
import { NO_PLAN } from '../play/plan.js';

/** @typedef {import('../state.js').Table} Table */
/** @typedef {import('../protocol.js').Replay} Replay */
/** @typedef {import('../protocol.js').ReplayRound} ReplayRound */
/** @typedef {import('../protocol.js').ReplayStep} ReplayStep */
/** @typedef {import('../protocol.js').Seen} Seen */

/**
 * @typedef {object} Film
 * @property {string} id tells one film from all others
 * @property {string} notation
 * @property {import('../protocol.js').Options} rules
 * @property {{ name: string, computer?: import('../protocol.js').Level }[]} seats
 * @property {number[]} lengths positions of each round
 * @property {ReplayRound[]} rounds as many as have come
 * @property {number | null} next the first round that hasn't
 */

/**
 * Where a position is: the round's place in the list, and the step's in the round.
 * @typedef {{ round: number, step: number }} Place
 */

/**
 * A film with its first rounds.
 * @param {string} id
 * @param {Replay} replay
 * @param {Film['seats']} seats
 * @returns {Film}
 */
export function makeFilm(id, { notation, rules, lengths, rounds, next }, seats) {
  return { id, notation, rules, seats, lengths, rounds, next };
}

/**
 * A film with further rounds.
 * @param {Film} film
 * @param {Replay} replay
 * @returns {Film}
 */
export function longer(film, { rounds, next }) {
  return { ...film, rounds: [...film.rounds, ...rounds], next };
}

/** How many positions there are. @param {Film} film */
export function lengthOf({ lengths }) {
  return lengths.reduce((sum, length) => sum + length, 0);
}

/**
 * Where position number `at` is; the last one if there are fewer.
 * @param {Film} film
 * @param {number} at
 * @returns {Place}
 */
export function placeOf({ lengths }, at) {
  let step = Math.max(0, at);
  for (let round = 0; round < lengths.length; round += 1) {
    if (step < lengths[round]) return { round, step };
    step -= lengths[round];
  }
  const round = lengths.length - 1;
  return { round, step: (lengths[round] ?? 1) - 1 };
}

/**
 * The number of the position at a place, as near as there is one.
 * @param {Film} film
 * @param {Place} place
 */
export function numberOf({ lengths }, { round, step }) {
  const inRound = Math.max(0, Math.min(round, lengths.length - 1));
  const before = lengths.slice(0, inRound).reduce((sum, length) => sum + length, 0);
  return before + Math.max(0, Math.min(step, (lengths[inRound] ?? 1) - 1));
}

/** A place as it stands in an address: `r2p17`. @param {Place} place */
export function written({ round, step }) {
  return `r${round + 1}p${step}`;
}

/**
 * The place that an address names.
 * @param {string | null} text
 * @returns {Place | null}
 */
export function readPlace(text) {
  const [, round, step] = /^#?r(\d{1,4})p(\d{1,4})$/.exec(text ?? '') ?? [];
  return step === undefined ? null : { round: Number(round) - 1, step: Number(step) };
}

/**
 * The step at a place; null while its round hasn't come.
 * @param {Film} film
 * @param {Place} place
 * @returns {ReplayStep | null}
 */
export function stepAt({ rounds }, { round, step }) {
  return rounds[round]?.steps[step] ?? null;
}

/**
 * The table as it was at a place, for everything that draws tables; null while its round hasn't
 * come.
 * @param {Film} film
 * @param {Place} place
 * @returns {Table | null}
 */
export function tableAt(film, place) {
  const now = stepAt(film, place);
  if (!now) return null;
  const steps = film.rounds[place.round].steps.slice(0, place.step + 1);
  // Made in one go: folded event by event, a step late in a round would copy the round many times.
  const history = steps.flatMap(({ events }) => events);
  const layout = history.flatMap((event) =>
    event.type === 'played' ? [{ tile: event.tile, seat: event.seat, joint: event.joint }] : [],
  );
  return {
    ...NOBODY_HERE,
    id: film.id,
    v: now.board.ply,
    room: roomOf(film, now.board.phase.type === 'match_over'),
    presence: {
      seats: film.seats.map(() => true),
      away_since_ms: film.seats.map(() => null),
      watchers: 0,
    },
    view: { board: now.board, layout, history, own: null },
    fresh: now.events,
  };
}

/**
 * @param {Film} film
 * @param {boolean} over
 * @returns {import('../protocol.js').Room}
 */
function roomOf({ notation, rules, seats }, over) {
  return {
    status: over ? 'over' : 'playing',
    match: 1,
    rules,
    notation,
    access: 'public',
    kept_seats: 0,
    hints: false,
    bots: false,
    fairness: {
      scheme: 1,
      commitment: '',
      match: 1,
      seats: seats.map(() => null),
      revealing: false,
    },
    seats: seats.map((seat) => ({ ...seat, ready: false, host: false })),
  };
}

/** What a table has for those who are at it, when nobody is. */
const NOBODY_HERE = Object.freeze({
  me: { seat: null, host: false, invite: null },
  news: 0,
  live: true,
  chat: [],
  hint: null,
  analysis: null,
  read: 0,
  unsaid: 0,
  reactions: [],
  turn_since_ms: null,
  time: null,
  clock_ms: 0,
  now_ms: 0,
  cut: false,
  cuts: 0,
  meanwhile: null,
  plan: NO_PLAN,
  choice: null,
  announced: null,
  called: null,
  pending: false,
  behind: false,
});
