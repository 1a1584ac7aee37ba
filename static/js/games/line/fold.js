/** What a player or a watcher knows of a match, after an update. Pure. */

/** @import { Board, LineChange, LineOwnChange, LineView, Own, VisibleEvent } from '../../protocol.js' */
/** @import { Change, Standing } from '../contract.js' */

/** @typedef {LineView & { standing: Standing }} View */

/**
 * An empty view; the first update fills it.
 * @type {LineView}
 */
const EMPTY = {
  board: {
    leader: null,
    phase: { type: 'dealing' },
    ends: [],
    spinner: null,
    count: null,
    hand_sizes: [],
    boneyard: 0,
    reserve: 0,
    lacks: [],
    claim: false,
    won_rounds: 0,
    bonus: 0,
    twice: false,
  },
  layout: [],
  history: [],
  own: null,
};

/**
 * The view after a change: the events say most of it, `board` and `own` the rest.
 * @param {LineView | null} view
 * @param {Change<LineChange, LineOwnChange>} told
 * @param {number | null} seat this visitor's
 * @returns {LineView | null}
 */
export function fold(view, { change, own }, seat) {
  if (!view && !change) return null;
  const { events = [], board, clear } = change ?? {};
  const known = !view || clear ? { ...EMPTY, own: view?.own ?? null } : view;
  const folded = events.reduce(foldEvent, known);
  return {
    ...folded,
    board: { ...folded.board, ...board },
    own: seat === null ? null : foldOwn(folded.own, seat, own, change !== undefined),
  };
}

/** A view after one more event. @param {LineView} known @param {VisibleEvent} event */
function foldEvent(known, event) {
  const history = [...known.history, event];
  if (event.type === 'drew') {
    return { ...known, history, board: withHandSize(known.board, event.seat, 1) };
  }
  if (event.type !== 'played') return { ...known, history };
  const { seat, tile, joint } = event;
  const board = { ...withHandSize(known.board, seat, -1), count: null };
  const ends = board.ends.map((end) =>
    end.arm === joint?.arm ? { ...end, pips: joint.outer } : end,
  );
  const own =
    known.own?.seat === seat
      ? { ...known.own, hand: known.own.hand.filter((other) => other !== tile) }
      : known.own;
  const layout = [...known.layout, { tile, seat, joint }];
  return { ...known, board: { ...board, ends }, layout, history, own };
}

/** The board after the hand of a seat has grown by `more` tiles, or shrunk. @param {Board} board @param {number} seat @param {number} more */
function withHandSize(board, seat, more) {
  const hand_sizes = board.hand_sizes.map((size, at) => (at === seat ? size + more : size));
  return { ...board, hand_sizes };
}

/** The choices of a seat for which the server lists none. */
export const NO_CHOICES = { placements: [], may_call: false, may_give_lead: false };

/**
 * The part of the view that only this visitor's seat may know. The choices of the last view end, unless the
 * server lists them again.
 * @param {Own | null} own
 * @param {number} seat
 * @param {LineOwnChange | undefined} change
 * @param {boolean} moved whether something was played
 */
function foldOwn(own, seat, change, moved) {
  const known = own?.seat === seat ? own : { seat, hand: [], ...NO_CHOICES };
  if (!change && !moved) return known;
  return { ...known, ...NO_CHOICES, ...change };
}

/** The view of a table, as its game knows it. @param {{ view: any }} table @returns {View | null} */
export const viewOf = ({ view }) => view;
