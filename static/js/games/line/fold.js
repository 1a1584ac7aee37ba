/** What a player or a watcher knows of a match, after an update. Pure. */

/** @import { Board, BoardChange, Own, OwnChange, Update, View, VisibleEvent } from '../../protocol.js' */

/**
 * An empty view; the first update fills it.
 * @type {View}
 */
const EMPTY = {
  board: {
    round: 0,
    ply: 0,
    leader: null,
    scores: [],
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
  round_scores: [],
  own: null,
};

/**
 * The view after an update: the events say most of it, `board` and `own` the rest.
 * @param {View | null} view
 * @param {Update} message
 * @param {number | null} seat this visitor's
 */
export function fold(view, message, seat) {
  const { events = [], board: change, own } = message;
  if (!view && !change) return null;
  const round_scores = message.round_scores ?? view?.round_scores ?? [];
  const known = !view || message.clear ? { ...EMPTY, own: view?.own ?? null } : view;
  const folded = events.reduce(foldEvent, known);
  return {
    ...folded,
    board: change ? foldBoard(folded.board, change) : folded.board,
    round_scores,
    own: seat === null ? null : foldOwn(folded.own, seat, own, change !== undefined),
  };
}

/** A view after one more event. @param {View} known @param {VisibleEvent} event */
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

/** @param {Board} board @param {BoardChange} change @returns {Board} */
function foldBoard(board, { turn, ...change }) {
  const phase = turn === undefined ? board.phase : { type: /** @type {const} */ ('playing'), turn };
  return { ...board, phase, ...change };
}

/** The choices of a seat for which the server lists none. */
export const NO_CHOICES = { placements: [], may_call: false, may_give_lead: false };

/**
 * The part of the view that only this visitor's seat may know. The choices of the last view end, unless the
 * server lists them again.
 * @param {Own | null} own
 * @param {number} seat
 * @param {OwnChange | undefined} change
 * @param {boolean} moved whether something was played
 */
function foldOwn(own, seat, change, moved) {
  const known = own?.seat === seat ? own : { seat, hand: [], ...NO_CHOICES };
  if (!change && !moved) return known;
  return { ...known, ...NO_CHOICES, ...change };
}
