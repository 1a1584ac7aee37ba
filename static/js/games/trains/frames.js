/** What is shown of an update of trains, event by event, and for how long. Pure. */
import { playedIn } from './fold.js';

/** @import { TrainsEvent, TrainsTable, View } from './types.js' */

/** How long an event is looked at before the next one follows. @type {Record<TrainsEvent['type'], number>} */
const BEATS_MS = {
  lots: 900,
  dealt: 600,
  played: 420,
  stopped: 320,
  drew: 420,
  opened: 320,
  closed: 230,
  passed: 320,
  out: 0,
  blocked: 600,
  totals: 0,
  time_called: 0,
  won: 0,
};

/** @param {TrainsEvent} event */
export const beat = ({ type }) => BEATS_MS[type] ?? 0;

/**
 * Each event is seen for itself; the last view is that of now. What the visitor may do is as it is now from the first on:
 * it must not be late.
 * @param {View | null} _
 * @param {View} after
 * @param {readonly TrainsEvent[]} events
 * @returns {View[]}
 */
export const frames = (_, after, events) =>
  events.map((_event, i) => (i === events.length - 1 ? after : before(after, events.slice(i + 1))));

/** The view before some events that are still to come. @param {View} after @param {readonly TrainsEvent[]} coming @returns {View} */
function before(after, coming) {
  const { shown, ...view } = after;
  const last = after.history.findLast((event) => 'seat' in event);
  const next = coming.find((event) => 'seat' in event) ?? last;
  return {
    ...view,
    history: after.history.slice(0, after.history.length - coming.length),
    played: after.played.slice(0, after.played.length - playedIn(coming).length),
    table: tableBefore(after.table, coming),
    standing: {
      ...standingBefore(after, coming),
      turn: next && 'seat' in next ? next.seat : after.standing.turn,
      over: false,
      winner: null,
    },
  };
}

/** How the match stood before some events: the points of a round count with its totals. @param {View} after @param {readonly TrainsEvent[]} coming */
function standingBefore({ standing, history }, coming) {
  const end = history.findLast(({ type }) => type === 'out' || type === 'blocked');
  if (!end || !('points' in end) || !coming.some(({ type }) => type === 'totals')) return standing;
  const scores = standing.scores.map((points, seat) => points - end.points[seat]);
  return { ...standing, scores, round_scores: standing.round_scores.slice(0, -1) };
}

/** @param {TrainsTable} after @param {readonly TrainsEvent[]} coming @returns {TrainsTable} */
function tableBefore({ hand_sizes = [], boneyard = 0, markers, ...table }, coming) {
  const of = (/** @type {'played' | 'drew'} */ type, /** @type {number} */ seat) =>
    coming.filter((event) => event.type === type && event.seat === seat).length;
  return {
    ...table,
    markers: markersBefore(markers ?? [], coming),
    hand_sizes: hand_sizes.map((held, seat) => held + of('played', seat) - of('drew', seat)),
    boneyard: boneyard + coming.filter(({ type }) => type === 'drew').length,
  };
}

/** @param {readonly number[]} after @param {readonly TrainsEvent[]} coming */
function markersBefore(after, coming) {
  const markers = new Set(after);
  for (const event of coming.toReversed()) {
    if (event.type === 'opened') markers.delete(event.seat);
    if (event.type === 'closed') markers.add(event.seat);
  }
  return [...markers].sort((a, b) => a - b);
}
