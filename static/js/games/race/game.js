/** Ringway: tiles on the squares of a board, and a track round it. Pure. */
import { sideName } from '../../format/sides.js';
import { loadTexts, t } from '../../i18n/index.js';
import { sideOf } from '../../select.js';
import { placedOf } from './board.js';
import { rulesOf } from './terms.js';

/** @import { RaceChange, Room } from '../../protocol.js' */
/** @import { SoundName } from '../../sound/synth.js' */
/** @import { Table } from '../../state.js' */
/** @import { Dealt, Effect, Note, Over } from '../contract.js' */
/** @import { Event, Seen, View } from './fold.js' */

// Whatever is told of a match of this game is told in its words.
await loadTexts('race');

export { advice } from './advice.js';
export { dealing } from './dealing.js';
export { fold } from './fold.js';
export { beat, frames } from './frames.js';
export { advised, ahead, offers, unasked } from './offers.js';
export { hands, happened, position } from './position.js';
export { aloud, asks, gone, line, soon, waits } from './talk.js';
export { aim, turns } from './terms.js';
export { sentences } from './words.js';

/** A game is one round, and its match. @param {RaceChange | undefined} change */
export const endsRound = (change) => eventsOf(change).some(({ type }) => type === 'won');

/** @param {RaceChange | undefined} change */
export const eventsOf = (change) => change?.events ?? [];

/** @param {Seen} view */
export const history = ({ history }) => history;

/** @param {Seen} view */
export const hand = ({ own }) => own?.hand ?? [];

/** @param {Seen} view @param {number} seat */
export const seat = ({ hand_sizes }, seat) => ({ held: hand_sizes[seat] ?? 0, lacks: [] });

/** What matters of events for the deal, one text each. @param {readonly Event[]} events */
const dealtEvents = (events) =>
  events.flatMap((event) => {
    switch (event.type) {
      case 'dealt_again':
        return ['redeal'];
      case 'drew':
        return [`${event.seat} draws`];
      case 'placed':
        return [`${event.seat} ${placedOf(event.place).tile}`];
      default:
        return [];
    }
  });

/**
 * What the visitor was shown of the deal. A tile in the pit is one that the seat has and doesn't place.
 * @param {Seen} view
 * @param {number} seat the visitor's
 * @returns {Dealt | null}
 */
export function dealt({ own, shown, history }, seat) {
  if (!own) return null;
  const events = dealtEvents(history);
  const first = events.findIndex((event) => event !== 'redeal');
  const drawnAtOnce = Number(events[first] === `${seat} draws`);
  const now = { seat, hand: [...own.hand, ...own.pit], events, drawnAtOnce };
  if (!shown) return now;
  const left = shown.hands.map((hand, at) => [...hand, ...shown.pits[at]]);
  return { ...now, end: 'won', left };
}

/** The points of a side in some events. @param {readonly Event[]} events @param {number} of */
const scoredIn = (events, of) =>
  events.reduce(
    (sum, event) => (event.type === 'scored' && event.side === of ? sum + event.points : sum),
    0,
  );

/** What a seat did last. @param {Seen} view @param {number} seat @returns {Note} */
export function note({ history }, seat) {
  const at = history.findLastIndex(
    (event) => 'seat' in event && event.seat === seat && event.type !== 'drew',
  );
  const event = history[at];
  if (event?.type === 'stopped')
    return { text: t('race.play.note_stops'), isOfTurn: false, thing: null };
  if (event?.type === 'pitted')
    return { text: t('race.play.note_pit'), isOfTurn: false, thing: null };
  if (event?.type !== 'placed') return { text: '', isOfTurn: false, thing: null };
  const { tile } = placedOf(event.place);
  const next = history.findIndex((one, i) => i > at && one.type !== 'scored');
  const points = scoredIn(history.slice(at, next < 0 ? history.length : next), seat);
  const text = points > 0 ? t('race.play.note_for', { tile, points }) : tile;
  return { text, isOfTurn: false, thing: tile };
}

/** The points that a side has made with the last placement that gave it any. @param {Seen} view @param {number} side */
export function made({ history }, side) {
  const last = history.findLastIndex((event) => event.type === 'scored' && event.side === side);
  const from = history.slice(0, last + 1).findLastIndex(({ type }) => type === 'placed');
  return scoredIn(history.slice(Math.max(0, from), last + 1), side) || null;
}

export const stakes = () => [];

/** @param {View} view @returns {Over | null} */
export function over({ history, shown, standing }) {
  if (!standing.over) return null;
  const won = history.findLast(({ type }) => type === 'won');
  const sides = won?.type === 'won' ? won.sides : [];
  return {
    type: 'match_over',
    winner: standing.winner,
    ...(sides.length > 1 && { shared: sides }),
    isPlayed: true,
    hands: shown?.hands ?? [],
    uncounted: true,
  };
}

/** Why the game is over. @param {View} view @param {Room} room @param {number | null} you */
export function outcome({ history, standing }, room, you) {
  if (history.some(({ type }) => type === 'blocked')) return [t('race.play.blocked')];
  const { target } = rulesOf(room);
  const most = Math.max(...standing.scores);
  if (target === null || most < target) return [];
  const side = standing.scores.indexOf(most);
  return [
    side === you
      ? t('race.play.you_reached', { target })
      : t('race.play.reached', { name: sideName(room, side), target }),
  ];
}

/** @param {Event} event */
export const played = (event) =>
  event.type === 'placed' ? { seat: event.seat, thing: placedOf(event.place).tile } : null;

/** @param {readonly Event[]} events @param {number} seat */
export const isAgain = (events, seat) =>
  events.some((event) => event.type === 'pitted' && event.seat !== seat);

/** @param {Event} event @returns {Effect | null} */
export function effect(event) {
  if (event.type === 'drew') return { type: 'tile', seat: event.seat, from: '.pill-tile' };
  if (event.type === 'stopped' || event.type === 'pitted')
    return { type: 'knock', seat: event.seat };
  if (event.type !== 'scored') return null;
  return { type: 'points', side: event.side, points: event.points, from: '.race-tile[data-last]' };
}

/** @type {Partial<Record<Event['type'], SoundName>>} */
const SOUNDS = {
  dealt: 'deal',
  dealt_again: 'deal',
  placed: 'clack',
  stopped: 'knock',
  pitted: 'knock',
  drew: 'draw',
  scored: 'score',
  blocked: 'round',
};

/** @param {Event} event @param {Table} table @returns {SoundName | null} */
export function cue(event, { room, me }) {
  if (event.type !== 'won') return SOUNDS[event.type] ?? null;
  return me.seat === null || event.sides.includes(sideOf(room, me.seat)) ? 'win' : 'lose';
}

/** How well the computer players choose wasn't measured. */
export const kept = () => null;

export const keys = /** @type {const} */ ({ x: { kind: 'stop', about: 'race.play.key_stop' } });
