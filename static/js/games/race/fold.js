/** What a player or a watcher knows of a match of Ringway, after an update. Pure. */

/** @import { Change as Told, Standing } from '../contract.js' */
/** @import { Placement, RaceChange, RaceEvent, RaceOwn, RaceOwnChange, RaceView } from '../../protocol.js' */

/** @typedef {RaceEvent} Event */
/** What the server tells of a game; null without a seat. @typedef {Omit<RaceView, 'own'> & { own?: RaceOwn | null }} Seen */
/** @typedef {Seen & { standing: Standing }} View */

/** @type {Seen} */
const EMPTY = { leader: null, board: [], hand_sizes: [], pits: [], boneyard: 0, history: [] };

/** The placements among events. @param {readonly Event[]} events @returns {Placement[]} */
const placesIn = (events) =>
  events.flatMap((event) => (event.type === 'placed' ? [event.place] : []));

/**
 * @param {Seen | null} view
 * @param {Told<RaceChange, RaceOwnChange>} told
 * @param {number | null} seat the visitor's
 * @returns {Seen | null}
 */
export function fold(view, { change, own }, seat) {
  if (!view && !change) return null;
  const { events = [], begins, ...now } = change ?? {};
  const { more, shown, ...known } = view && !begins ? view : { ...EMPTY, own: view?.own };
  const pits = change?.pits ?? (begins ? change?.hand_sizes.map(() => 0) : known.pits) ?? [];
  return {
    ...known,
    ...(!change && { ...(more && { more }), ...(shown && { shown }) }),
    ...now,
    pits,
    board: [...known.board, ...placesIn(events)],
    history: [...known.history, ...events],
    own: seat === null ? null : ownAfter(begins ? null : known.own, own, change !== undefined),
  };
}

/**
 * What may be done ends with each change, unless it is told anew.
 * @param {RaceOwn | null | undefined} before
 * @param {RaceOwnChange | undefined} own
 * @param {boolean} isChanged
 * @returns {RaceOwn}
 */
function ownAfter(before, own, isChanged) {
  const known = before ?? { hand: [], pit: [], places: [], pits: [] };
  if (!own && !isChanged) return known;
  return { ...known, places: [], pits: [], ...own };
}

/** The view of a table, as its game knows it. @param {{ view: any }} table @returns {View | null} */
export const viewOf = ({ view }) => view;
