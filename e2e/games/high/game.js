/** High Tile: each seat plays a tile, and the heaviest one takes the trick. Pure. */
import { nameAt } from '../../../static/js/format/names.js';
import { sideName } from '../../../static/js/format/sides.js';
import { offersOf } from '../../../static/js/select.js';
import { pipSum } from '../../../static/js/tiles/pips.js';
import { tilesOf } from '../../../static/js/tiles/sets.js';
import { tileOf, tileStep } from '../../../static/js/tiles/steps.js';

/** @import { Change as Told, Effect, Note, Offer, Over, Played, Sentence, Standing, Step } from '../../../static/js/games/contract.js' */
/** @import { ReplayRound, Room } from '../../../static/js/protocol.js' */
/** @import { SoundName } from '../../../static/js/sound/synth.js' */
/** @import { Table } from '../../../static/js/state.js' */

/** @typedef {{ seat: number, tile: string }} Laid */
/** @typedef {{ hand: string[], plays: string[] }} Own `plays`: none while the seat isn't on turn */
/**
 * @typedef {{ type: 'dealt', leader: number }
 *   | { type: 'played', seat: number, tile: string }
 *   | { type: 'took', seat: number, side: number }
 *   | { type: 'round_over' }
 *   | { type: 'time_called' }
 *   | { type: 'match_over', winner: number | null }} Event
 */
/**
 * What the server tells of a round.
 * @typedef {{ leader: number | null, trick: Laid[], hand_sizes: number[], history: Event[], own?: Own | null }} Seen
 */
/** @typedef {Seen & { standing: Standing }} View */
/** @typedef {Partial<Omit<Seen, 'history' | 'own'>> & { events?: Event[], begins?: boolean }} Change `begins`: the round does */
/** @typedef {{ events: Event[], leader: number | null, trick: Laid[], hands: string[][] }} Position of a replay */

/** @type {Seen} */
const EMPTY = { leader: null, trick: [], hand_sizes: [], history: [] };

/**
 * @param {Seen | null} view
 * @param {Told<Change, Partial<Own>>} told
 * @param {number | null} seat the visitor's
 * @returns {Seen | null}
 */
export function fold(view, { change, own }, seat) {
  if (!view && !change) return null;
  const { events = [], begins = false, ...now } = change ?? {};
  const before = view ?? EMPTY;
  return {
    ...before,
    ...now,
    history: begins ? events : [...before.history, ...events],
    own: seat === null ? null : ownAfter(before.own, own, change !== undefined),
  };
}

/**
 * What may be played ends with each change, unless it is told anew.
 * @param {Own | null | undefined} before
 * @param {Partial<Own> | undefined} own
 * @param {boolean} isChanged
 * @returns {Own}
 */
function ownAfter(before, own, isChanged) {
  const { hand = [], plays = [] } = before ?? {};
  if (!own && !isChanged) return { hand, plays };
  return { hand: own?.hand ?? hand, plays: own?.plays ?? [] };
}

/** @param {Change | undefined} change */
export const eventsOf = (change) => change?.events ?? [];

/** @param {Change | undefined} change */
export const endsRound = (change) => eventsOf(change).some(({ type }) => type === 'round_over');

/** @param {Seen} view */
export const history = ({ history }) => history;

/** @param {Event} event @returns {Laid[]} */
const laidBy = (event) => (event.type === 'played' ? [{ seat: event.seat, tile: event.tile }] : []);

/** The trick as it lies after some events: it stays until the next one begins. @param {readonly Event[]} history */
function trickAfter(history) {
  const last = history.findLastIndex(({ type }) => type === 'played');
  const taken = history.slice(0, last + 1).findLastIndex(({ type }) => type === 'took');
  return history.slice(taken + 1, last + 1).flatMap(laidBy);
}

/**
 * Each event is seen for itself; the last view is that of now.
 * @param {View | null} _
 * @param {View} after
 * @param {readonly Event[]} events
 * @returns {View[]}
 */
export function frames(_, after, events) {
  const told = after.history.length - events.length;
  return events.map((_event, i) =>
    i === events.length - 1 ? after : without(after, told + i + 1, events.slice(i + 1)),
  );
}

/** The view before some events that are still to come. @param {View} after @param {number} told how many came before @param {readonly Event[]} coming */
function without(after, told, coming) {
  const { standing } = after;
  const history = after.history.slice(0, told);
  const trick = trickAfter(history);
  const plays = coming.flatMap(laidBy);
  const count = (/** @type {(event: Event) => boolean} */ is) => coming.filter(is).length;
  return {
    ...after,
    history,
    trick,
    hand_sizes: after.hand_sizes.map(
      (held, seat) => held + plays.filter((one) => one.seat === seat).length,
    ),
    standing: {
      ...standing,
      scores: standing.scores.map(
        (points, side) => points - count((event) => event.type === 'took' && event.side === side),
      ),
      turn: standing.turn ?? trick.at(-1)?.seat ?? null,
      over: false,
      winner: null,
    },
  };
}

/** How long events are looked at. @type {Partial<Record<Event['type'], number>>} */
const BEATS_MS = { played: 420, took: 580 };

/** @param {Event} event */
export const beat = ({ type }) => BEATS_MS[type] ?? 0;

/** Where tiles go: a tap on a tile puts it there, and it can be dragged there. @type {Step} */
const TRICK = { kind: 'place', id: 'trick' };

/** @param {string} play @returns {Offer} */
const offerOf = (play) => ({
  move: /** @type {any} */ ({ high: { play } }),
  steps: [tileStep(play), TRICK],
});

/** @param {Seen} view */
export const offers = ({ own }) => (own?.plays ?? []).map(offerOf);

/** Nothing is chosen ahead: what is wise depends on the tiles that lie then. */
export const ahead = () => [];

/** The last tile is no decision. @param {Seen} view */
export function unasked(view) {
  const [only, other] = offers(view);
  return only && !other ? { offer: only, why: 'last' } : null;
}

/** @param {Seen} view */
export const hand = ({ own }) => own?.hand ?? [];

/** @param {Seen} view */
const isRoundOver = ({ history }) => history.some(({ type }) => type === 'round_over');

/** @param {Seen} view */
const nothingLeft = ({ hand_sizes }) => hand_sizes.map(() => /** @type {string[]} */ ([]));

/** What the visitor was shown of the deal. @param {Seen} view @param {number} seat the visitor's */
export function dealt(view, seat) {
  if (!view.own) return null;
  const events = view.history.flatMap(laidBy).map((one) => `${one.seat} ${one.tile}`);
  const end = isRoundOver(view) && {
    end: /** @type {const} */ ('won'),
    left: nothingLeft(view),
  };
  return { seat, hand: view.own.hand, events, ...end };
}

/** What a transcript says of each round. @param {string} transcript */
function roundsIn(transcript) {
  /** @type {Played[]} */
  const rounds = [];
  for (const line of transcript.split(/\r?\n/)) {
    const [, things] = /^deal leads \d: (.+)$/.exec(line) ?? [];
    const [, seat, tile] = /^(\d) plays (\d-\d)$/.exec(line) ?? [];
    const tiles = things && tilesOf(things.split(' ').map(Number));
    if (tiles) rounds.push({ events: [], deals: [tiles], drawn: [] });
    else if (tile) rounds.at(-1)?.events.push(`${seat} ${tile}`);
  }
  return rounds;
}

/** How a round is dealt. */
export const dealing = () => ({ things: 28, held: 3, rounds: roundsIn });

/** What a match is played for. @param {Pick<Room, 'rules'>} room */
export const aim = ({ rules }) => ({
  target: /** @type {any} */ (rules).high.target,
  unit: /** @type {const} */ ('points'),
});

export const turns = () => /** @type {const} */ ('clockwise');

/** @param {Seen} view @param {number} seat */
export const seat = ({ hand_sizes }, seat) => ({ held: hand_sizes[seat] ?? 0, lacks: [] });

/** @param {Seen} view @param {number} seat @returns {Note} */
export function note({ history }, seat) {
  const tile = history.flatMap(laidBy).findLast((one) => one.seat === seat)?.tile ?? null;
  return { text: tile ?? '', isOfTurn: false, thing: tile };
}

/** How many tricks a side has taken in the round. @param {Seen} view @param {number} side */
export const tricksOf = ({ history }, side) =>
  history.filter((event) => event.type === 'took' && event.side === side).length;

/** @param {Seen} view @param {number} side */
export const made = (view, side) => tricksOf(view, side) || null;

export const stakes = () => [];

/** The side that has taken the most tricks; null if two have. @param {View} view */
function roundWinner(view) {
  const taken = view.standing.scores.map((_, side) => tricksOf(view, side));
  const most = Math.max(...taken);
  return taken.filter((n) => n === most).length === 1 ? taken.indexOf(most) : null;
}

/** @param {View} view @returns {Over | null} */
export function over(view) {
  const { over, winner, turn } = view.standing;
  // While the last events come into sight, the round goes on.
  if (turn !== null || !isRoundOver(view)) return null;
  const hands = nothingLeft(view);
  return over
    ? { type: 'match_over', winner, isPlayed: true, hands }
    : { type: 'round_over', winner: roundWinner(view), isPlayed: true, hands };
}

/** What the sides have taken that have taken anything. @param {View} view @param {Room} room @param {number | null} you */
export const outcome = (view, room, you) =>
  view.standing.scores.flatMap((_, side) => {
    const n = tricksOf(view, side);
    return n > 0 ? [`${sideName(room, side, you)}: ${n === 1 ? '1 trick' : `${n} tricks`}.`] : [];
  });

/**
 * @param {readonly Event[]} events
 * @param {Room} room
 * @param {number | null} [you]
 * @returns {Sentence[]}
 */
export const sentences = (events, room, you = null) =>
  events.map((event) => ({
    text: sentence(event, room, you),
    kind: event.type,
    scores: event.type === 'took',
    used: 1,
  }));

/** @param {Event} event @param {Room} room @param {number | null} you */
function sentence(event, room, you) {
  const does = (
    /** @type {number} */ seat,
    /** @type {string} */ verb,
    /** @type {string} */ what,
  ) => (seat === you ? `You ${verb} ${what}.` : `${nameAt(room, seat)} ${verb}s ${what}.`);
  switch (event.type) {
    case 'dealt':
      return does(event.leader, 'lead', 'the round');
    case 'played':
      return does(event.seat, 'play', event.tile);
    case 'took':
      return does(event.seat, 'take', 'the trick');
    case 'round_over':
      return 'The round is over.';
    case 'time_called':
      return 'Time is up: this round is the last one.';
    case 'match_over':
      return event.winner === null
        ? 'The match has no winner.'
        : `The match goes to ${sideName(room, event.winner, you)}.`;
  }
}

/** @param {Event} event */
export function played(event) {
  const [laid] = laidBy(event);
  return laid ? { seat: laid.seat, thing: laid.tile } : null;
}

export const isAgain = () => false;

/** @param {Event} event @returns {Effect | null} */
export const effect = (event) =>
  event.type === 'took' ? { type: 'points', side: event.side, points: 1, from: '.board' } : null;

/** @type {Partial<Record<Event['type'], SoundName>>} */
const SOUNDS = { dealt: 'deal', played: 'clack', took: 'score', round_over: 'round' };

/** @param {Event} event @returns {SoundName | null} */
export const cue = ({ type }) => SOUNDS[type] ?? null;

/** Whether the trick waits for more tiles. @param {Seen} view */
const isOpen = ({ trick, hand_sizes }) => trick.length > 0 && trick.length < hand_sizes.length;

/** @param {Seen} view @param {Table} table */
export function line(view, { ui }) {
  const tile = tileOf(ui.picked);
  if (tile) return `Put ${tile} on the trick.`;
  return isOpen(view) ? 'Play a tile on the trick.' : 'Lead a tile.';
}

/** @param {Offer} offer */
export const soon = ({ steps }) => `${tileOf(steps)} follows: it is your last tile.`;

// Nothing is chosen ahead.
export const waits = () => '';
export const gone = () => '';

export const asks = () => [];

/** The place in the trick of the tile that takes it as it lies. @param {readonly Laid[]} trick */
export function heaviest(trick) {
  const pips = trick.map(({ tile }) => pipSum([tile]));
  return pips.indexOf(Math.max(...pips));
}

/** The trick in words. @param {Seen | null} view @param {Room} room */
export function trickInWords(view, room) {
  if (!view || view.trick.length === 0) return 'No tile lies on the table.';
  return view.trick.map(({ seat, tile }) => `${nameAt(room, seat)}: ${tile}.`).join(' ');
}

/** @param {'board' | 'hand' | 'scores'} what @param {Table} table @param {readonly string[]} things */
export function aloud(what, table, things) {
  const { room, me } = table;
  const view = /** @type {View | null} */ (table.view);
  if (what === 'board') return trickInWords(view, room);
  if (what === 'hand') {
    const may = offersOf(table).length > 0 ? 'Each can be played.' : 'It is not your turn.';
    return things.length > 0 ? `You hold ${things.join(', ')}. ${may}` : 'You hold no tile.';
  }
  const scores = view?.standing.scores ?? [];
  const all = scores.map((points, side) => `${sideName(room, side, me.seat)} ${points}`);
  return `Points: ${all.join(', ')}.`;
}

/** What the server tells of a step. @param {ReplayRound} round @param {number} step @returns {Position} */
const told = (round, step) => /** @type {any} */ (round.steps[step].position).high;

/** What it tells of the steps until one, with it. @param {ReplayRound} round @param {number} step */
const toldUntil = (round, step) => round.steps.slice(0, step + 1).map((_, at) => told(round, at));

/** @param {ReplayRound} round @param {number} step @returns {Seen} */
export function position(round, step) {
  const { leader, trick, hands } = told(round, step);
  const history = toldUntil(round, step).flatMap(({ events }) => events);
  const hand_sizes = hands.map(({ length }) => length);
  return { leader, trick, hand_sizes, history, own: null };
}

/** @param {ReplayRound} round @param {number} step */
export const happened = (round, step) => told(round, step).events;

/** @param {ReplayRound} round @param {number} step */
export const hands = (round, step) =>
  told(round, step).hands.map((hand, seat) => {
    const had = toldUntil(round, step).flatMap(({ hands }) => hands[seat] ?? []);
    return [...new Set(had)].map((tile) => ({ tile, held: hand.includes(tile) }));
  });

export const keys = {};
