/** The positions of a recorded round of trains. Pure. */

/** @import { ReplayRound } from '../../protocol.js' */
/** @import { TrainsEvent, TrainsStep, TrainsView } from './types.js' */

/** What the server tells of a step. @param {ReplayRound} round @param {number} step @returns {TrainsStep} */
const told = (round, step) => /** @type {any} */ (round.steps[step].position).trains;

/** The events of the steps until one, with it. @param {ReplayRound} round @param {number} step */
const eventsUntil = (round, step) =>
  round.steps.slice(0, step + 1).flatMap((_, at) => told(round, at).events);

/** @param {ReplayRound} round @param {number} step @returns {TrainsView} */
export function position(round, step) {
  const { events: _, table, played, hands, boneyard } = told(round, step);
  const history = eventsUntil(round, step);
  return { table, played, history, shown: { hands, boneyard }, own: null };
}

/** @param {ReplayRound} round @param {number} step */
export const happened = (round, step) => told(round, step).events;

/** The tiles that a seat got or played with events. @param {readonly TrainsEvent[]} events @param {'drew' | 'played'} type @param {number} seat */
const tilesOf = (events, type, seat) =>
  events.flatMap((event) =>
    event.type === type && event.seat === seat && event.tile ? [event.tile] : [],
  );

/** What each seat has held until a step, in the order in which it came. @param {ReplayRound} round @param {number} step */
export function hands(round, step) {
  const { hands } = told(round, step);
  const events = eventsUntil(round, step);
  const first = told(round, 0);
  return hands.map((hand, seat) => {
    const drawnAtOnce = tilesOf(first.events, 'drew', seat);
    const dealt = [...first.hands[seat], ...tilesOf(first.events, 'played', seat)];
    const came = dealt.filter((tile) => !drawnAtOnce.includes(tile));
    return [...came, ...tilesOf(events, 'drew', seat)].map((tile) => ({
      tile,
      held: hand.includes(tile),
    }));
  });
}
