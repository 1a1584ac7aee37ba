/** The positions of a recorded game of Ringway. Pure. */
import { without } from '../../tiles/copies.js';

/** @import { RaceStep, ReplayRound } from '../../protocol.js' */
/** @import { Event, Seen } from './fold.js' */

/** What the server tells of a step. @param {ReplayRound} round @param {number} step @returns {RaceStep} */
const told = (round, step) => /** @type {any} */ (round.steps[step].position).race;

/** What it tells of the steps until one, with it. @param {ReplayRound} round @param {number} step */
const toldUntil = (round, step) => round.steps.slice(0, step + 1).map((_, at) => told(round, at));

/** @param {ReplayRound} round @param {number} step @returns {Seen} */
export function position(round, step) {
  const { events: _, hands, pits, boneyard, ...now } = told(round, step);
  return {
    ...now,
    hand_sizes: hands.map(({ length }) => length),
    pits: pits.map(({ length }) => length),
    boneyard: boneyard.length,
    history: toldUntil(round, step).flatMap(({ events }) => events),
    shown: { hands, pits, boneyard },
    own: null,
  };
}

/** @param {ReplayRound} round @param {number} step */
export const happened = (round, step) => told(round, step).events;

/** The tiles that seats draw or give away with events. @param {readonly Event[]} events @param {number} of the seat @param {'in' | 'out'} way */
const movedBy = (events, of, way) =>
  events.flatMap((event) => {
    if (!('seat' in event) || event.seat !== of) return [];
    if (way === 'in') return event.type === 'drew' && event.tile ? [event.tile] : [];
    if (event.type === 'placed') return [event.place.split(' ')[0]];
    return event.type === 'pitted' && event.tile ? [event.tile] : [];
  });

/** What each seat has held until a step, in the order in which it came. @param {ReplayRound} round @param {number} step */
export function hands(round, step) {
  const all = toldUntil(round, step);
  const isDeal = (/** @type {Event} */ { type }) => type.startsWith('dealt');
  const since = all.slice(
    Math.max(
      0,
      all.findLastIndex((one) => one.events.some(isDeal)),
    ),
  );
  const [deal] = since;
  const events = since.flatMap((one) => one.events);
  return told(round, step).hands.map((hand, seat) => {
    // What was drawn lies last.
    const had = [...movedBy(deal.events, seat, 'out'), ...deal.hands[seat]].toReversed();
    const first = without(had, movedBy(deal.events, seat, 'in')).toReversed();
    // Of two equal tiles the one that came last is still held.
    const left = [...hand];
    return [...first, ...movedBy(events, seat, 'in')]
      .toReversed()
      .map((tile) => {
        const at = left.indexOf(tile);
        if (at >= 0) left.splice(at, 1);
        return { tile, held: at >= 0 };
      })
      .toReversed();
  });
}
