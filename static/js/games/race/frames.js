/** What is shown of an update of Ringway, event by event, and for how long. Pure. */

/** @import { Event, View } from './fold.js' */

/** How long an event is looked at before the next one follows. @type {Record<Event['type'], number>} */
const BEATS_MS = {
  dealt: 0,
  dealt_again: 600,
  placed: 420,
  scored: 320,
  stopped: 320,
  pitted: 420,
  drew: 230,
  time_called: 0,
  blocked: 600,
  won: 0,
};

/** @param {Event} event */
export const beat = ({ type }) => BEATS_MS[type] ?? 0;

/**
 * Each event is seen for itself; the last view is that of now. What the visitor may do is as it is now from the first on:
 * it must not be late.
 * @param {View | null} _
 * @param {View} after
 * @param {readonly Event[]} events
 * @returns {View[]}
 */
export const frames = (_, after, events) =>
  events.map((_event, i) => (i === events.length - 1 ? after : before(after, events.slice(i + 1))));

/** The view before some events that are still to come. @param {View} after @param {readonly Event[]} coming */
function before(after, coming) {
  const { shown, ...view } = after;
  const { standing } = view;
  const last = after.history.findLast((event) => 'seat' in event);
  const is = (/** @type {Event['type'][]} */ ...types) =>
    coming.filter(({ type }) => types.includes(type));
  const of = (/** @type {Event[]} */ events, /** @type {number} */ seat) =>
    events.filter((event) => 'seat' in event && event.seat === seat).length;
  const [drawn, pitted, used] = [is('drew'), is('pitted'), is('placed', 'pitted')];
  return {
    ...view,
    history: after.history.slice(0, after.history.length - coming.length),
    board: after.board.slice(0, after.board.length - is('placed').length),
    hand_sizes: after.hand_sizes.map((held, seat) => held + of(used, seat) - of(drawn, seat)),
    pits: after.pits.map((held, seat) => held - of(pitted, seat)),
    boneyard: after.boneyard + drawn.length,
    standing: {
      ...standing,
      scores: standing.scores.map((points, side) =>
        coming.reduce(
          (less, event) =>
            event.type === 'scored' && event.side === side ? less - event.points : less,
          points,
        ),
      ),
      turn: standing.turn ?? (last && 'seat' in last ? last.seat : null),
      over: false,
      winner: null,
    },
  };
}
