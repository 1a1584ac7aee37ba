/** Mexican Train and Chickenfoot: tiles that go out from an engine in the middle, for two to eight seats. Pure. */
import { amount } from '../../format/amounts.js';
import { nameAt } from '../../format/names.js';
import { factsOf, loadTexts, t } from '../../i18n/index.js';
import { rulesOf } from './terms.js';
import { MEXICAN } from './tracks.js';
import { pointsInWords } from './words.js';

/** @import { Room } from '../../protocol.js' */
/** @import { SoundName } from '../../sound/synth.js' */
/** @import { Table } from '../../state.js' */
/** @import { Dealt, Effect, Note, Over } from '../contract.js' */
/** @import { Played, TrainsChange, TrainsEvent, TrainsView, View } from './types.js' */

// Whatever is told of a match of this game is told in its words.
await loadTexts('trains');

export { advice } from './advice.js';
export { dealing } from './dealing.js';
export { fold } from './fold.js';
export { beat, frames } from './frames.js';
export { advised, ahead, offers, unasked } from './offers.js';
export { orders } from './orders.js';
export { hands, happened, position } from './position.js';
export { aloud, asks, gone, line, soon, waits } from './talk.js';
export { rounds, turns } from './terms.js';
export { sentences } from './words.js';

/** What ends a round: a seat goes out, or nobody can play. @param {readonly TrainsEvent[]} events */
function endIn(events) {
  const end = events.findLast(({ type }) => type === 'out' || type === 'blocked');
  return end?.type === 'out' || end?.type === 'blocked' ? end : null;
}

/** @param {TrainsChange | undefined} change */
export const endsRound = (change) => endIn(eventsOf(change)) !== null;

/** @param {TrainsChange | undefined} change */
export const eventsOf = (change) => change?.events ?? [];

/** @param {TrainsView} view */
export const history = ({ history }) => history;

/** @param {TrainsView} view */
export const hand = ({ own }) => own?.hand ?? [];

/** @param {TrainsView} view @param {number} seat */
export const seat = ({ table }, seat) => ({ held: table.hand_sizes?.[seat] ?? 0, lacks: [] });

/** What matters of events for the deal, one text each. @param {readonly TrainsEvent[]} events */
const dealtEvents = (events) =>
  events.flatMap((event) => {
    switch (event.type) {
      case 'lots':
        return [`lots ${event.lots.join(' ')}`];
      case 'drew':
        return [`${event.seat} draws`];
      case 'played':
        return [`${event.seat} ${event.tile}`];
      default:
        return [];
    }
  });

/** What the visitor was shown of the deal. @param {TrainsView} view @param {number} seat the visitor's @returns {Dealt | null} */
export function dealt({ own, shown, history }, seat) {
  if (!own) return null;
  const begun = history.findIndex(({ type }) => type === 'played');
  const atOnce = dealtEvents(history.slice(0, begun < 0 ? history.length : begun));
  const drawnAtOnce = atOnce.filter((event) => event === `${seat} draws`).length;
  const now = { seat, hand: own.hand, events: dealtEvents(history), drawnAtOnce };
  const end = endIn(history);
  if (!shown || !end) return now;
  return { ...now, end: end.type === 'out' ? 'domino' : 'tied', left: shown.hands };
}

/** The events of the last turn of a seat. @param {TrainsView} view @param {number} seat */
function lastTurn({ history }, seat) {
  const is = (/** @type {TrainsEvent} */ event) => 'seat' in event && event.seat === seat;
  const last = history.findLastIndex(is);
  const before = history.findLastIndex(
    (event, i) => i < last && 'seat' in event && event.seat !== seat,
  );
  return history.slice(before + 1, last + 1).filter(is);
}

/** What a seat did last, such as "drew · train open". @param {View} view @param {number} seat @param {Room} room @returns {Note} */
export function note(view, seat, room) {
  const turn = lastTurn(view, seat);
  const has = (/** @type {TrainsEvent['type']} */ type) => turn.some((one) => one.type === type);
  const laid = turn.flatMap((event) => (event.type === 'played' ? [event] : []));
  const last = laid.at(-1);
  const text = factsOf([
    has('drew') && t('trains.play.note.drew'),
    laid.length > 1 && amount(laid.length, 'tiles'),
    last && laidInWords(last, room),
    has('opened') && t('trains.play.note.opened'),
    has('closed') && t('trains.play.note.closed'),
    has('passed') && !has('opened') && t('trains.play.note.passed'),
  ]);
  return { text, isOfTurn: view.standing.turn === seat, thing: last?.tile ?? null };
}

/** A tile, and on whose train it lies if not on the own one. @param {Played} played @param {Room} room */
function laidInWords({ tile, on, seat }, room) {
  if (rulesOf(room).game === 'chickenfoot' || on === String(seat)) return tile;
  const place = on === MEXICAN ? t('trains.play.note.mexican') : nameAt(room, Number(on));
  return t('trains.play.note.on', { tile, place });
}

export const made = () => null;

export const stakes = () => [];

/** @param {View} view @returns {Over | null} */
export function over({ history, shown, standing }) {
  const end = endIn(history);
  if (!shown || !end) return null;
  const { hands } = shown;
  const now = { isPlayed: true, hands, counts: end.points };
  if (!standing.over) {
    return end.type === 'out'
      ? { type: 'round_over', winner: end.seat, ...now }
      : { type: 'round_over', winner: null, isBlocked: true, ...now };
  }
  const won = history.findLast(({ type }) => type === 'won');
  const seats = won?.type === 'won' ? won.seats : [];
  const shared = seats.length > 1 ? { shared: seats } : {};
  return { type: 'match_over', winner: standing.winner, ...shared, ...now };
}

/** How the round ended, its points, and what decided between equal totals. @param {View} view @param {Room} room @param {number | null} you */
export function outcome({ history, standing }, room, you) {
  const end = endIn(history);
  if (!end) return [];
  const { winner, scores, over } = standing;
  const isLevel =
    over && winner !== null && scores.filter((points) => points === scores[winner]).length > 1;
  return [
    end.type === 'blocked'
      ? t('trains.play.blocked')
      : end.seat === you
        ? t('trains.play.you_out')
        : t('trains.play.out', { name: nameAt(room, end.seat) }),
    pointsInWords(end.points, room, you),
    ...(isLevel ? [t('trains.play.level')] : []),
  ];
}

/**
 * The place of each seat: the fewest points are best. Of equal totals the points of the last round decide, then those of
 * the round before, and so on.
 * @param {View} view
 */
export function places({ standing: { scores, round_scores } }) {
  const ranks = scores.map((total, seat) => [
    total,
    ...round_scores
      .map((after, i) => after[seat] - (round_scores[i - 1]?.[seat] ?? 0))
      .toReversed(),
  ]);
  const isBetter = (/** @type {number[]} */ one, /** @type {number[]} */ other) => {
    const at = one.findIndex((points, i) => points !== other[i]);
    return at >= 0 && one[at] < other[at];
  };
  return ranks.map((own) => 1 + ranks.filter((other) => isBetter(other, own)).length);
}

/** @param {TrainsEvent} event */
export const played = (event) =>
  event.type === 'played' ? { seat: event.seat, thing: event.tile } : null;

/** @param {readonly TrainsEvent[]} events @param {number} seat */
export const isAgain = (events, seat) =>
  events.some((event) => event.type === 'passed' && event.seat !== seat);

/** @param {TrainsEvent} event @returns {Effect | null} */
export function effect(event) {
  if (event.type === 'drew') return { type: 'tile', seat: event.seat, from: '.pill-tile' };
  return event.type === 'passed' || event.type === 'stopped'
    ? { type: 'knock', seat: event.seat }
    : null;
}

/** @type {Partial<Record<TrainsEvent['type'], SoundName>>} */
const SOUNDS = {
  dealt: 'deal',
  played: 'clack',
  stopped: 'knock',
  drew: 'draw',
  passed: 'knock',
  out: 'round',
  blocked: 'round',
};

/** @param {TrainsEvent} event @param {Table} table @returns {SoundName | null} */
export function cue(event, { me }) {
  if (event.type !== 'won') return SOUNDS[event.type] ?? null;
  return me.seat === null || event.seats.includes(me.seat) ? 'win' : 'lose';
}

/** How well the computer players choose wasn't measured. */
export const kept = () => null;

export const keys = /** @type {const} */ ({ x: { kind: 'stop', about: 'trains.play.key_stop' } });
