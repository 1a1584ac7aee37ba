/** What a player or a watcher knows of a match of trains, after an update. Pure. */

/** @import { Change as Told } from '../contract.js' */
/** @import { Played, TrainsChange, TrainsEvent, TrainsOwn, TrainsOwnChange, TrainsView, View } from './types.js' */

/** The tiles that are laid with events. @param {readonly TrainsEvent[]} events @returns {Played[]} */
export const playedIn = (events) =>
  events.flatMap((event) => {
    if (event.type !== 'played') return [];
    const { type: _, ...played } = event;
    return [played];
  });

/**
 * @param {TrainsView | null} view
 * @param {Told<TrainsChange, TrainsOwnChange>} told
 * @param {number | null} seat the visitor's
 * @returns {TrainsView | null}
 */
export function fold(view, { change, own }, seat) {
  if (!view && !change) return null;
  const known = view && !change?.begins ? view : { table: {}, played: [], history: [] };
  const { events = [], table, shown } = change ?? { ...known, events: [] };
  return {
    table,
    played: [...known.played, ...playedIn(events)],
    history: [...known.history, ...events],
    ...(shown && { shown }),
    own: seat === null ? null : ownAfter(view?.own, own, change !== undefined),
  };
}

/**
 * What may be done ends with each change, unless it is told anew.
 * @param {TrainsOwn | null | undefined} before
 * @param {TrainsOwnChange | undefined} own
 * @param {boolean} isChanged
 * @returns {TrainsOwn}
 */
function ownAfter(before, own, isChanged) {
  const known = before ?? { hand: [] };
  return own || isChanged ? { hand: known.hand, ...own } : known;
}

/** The view of a table, as its game knows it. @param {{ view: any }} table @returns {View | null} */
export const viewOf = ({ view }) => view;
