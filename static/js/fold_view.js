// @ts-check
/** How an update of one table is folded into the view of its match. Pure. */

/** @typedef {import('./protocol.js').View} View */
/** @typedef {import('./protocol.js').Board} Board */
/** @typedef {import('./protocol.js').Own} Own */
/** @typedef {import('./protocol.js').Seen} Seen */
/** @typedef {Extract<import('./protocol.js').ServerMessage, { type: 'update' }>} Update */

/**
 * What is known of a round of which nothing happened: what isn't `null` comes with its first update.
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
  },
  layout: [],
  history: [],
  own: null,
};

/**
 * The view after an update: the events say most of it, `board` and `own` the rest.
 * @param {View | null} view
 * @param {Update} message
 * @param {number | null} seat this visitor's
 * @returns {View | null}
 */
export function foldView(view, message, seat) {
  const { events = [], board: change, own } = message;
  if (!view && !change) return null;
  const known = !view || message.clear ? { ...EMPTY, own: view?.own ?? null } : view;
  const told = events.reduce(foldEvent, known);
  return {
    ...told,
    board: change ? foldBoard(told.board, change) : told.board,
    own: seat === null ? null : foldOwn(told.own, seat, own, change !== undefined),
  };
}

/**
 * What is known of a round after one more event.
 * @param {View} known
 * @param {Seen} event
 * @returns {View}
 */
function foldEvent(known, event) {
  const history = [...known.history, event];
  if (event.type === 'drew') {
    return { ...known, history, board: held(known.board, event.seat, 1) };
  }
  if (event.type !== 'played') return { ...known, history };
  const { seat, tile, joint } = event;
  const board = { ...held(known.board, seat, -1), count: null };
  const ends = board.ends.map((end) =>
    end.arm === joint?.arm ? { ...end, pips: joint.outer } : end,
  );
  const own =
    known.own?.seat === seat
      ? { ...known.own, hand: known.own.hand.filter((other) => other !== tile) }
      : known.own;
  const layout = [...known.layout, { tile, seat, joint }];
  return { board: { ...board, ends }, layout, history, own };
}

/**
 * A seat holds so many tiles more.
 * @param {Board} board
 * @param {number} seat
 * @param {number} more
 */
function held(board, seat, more) {
  const hand_sizes = board.hand_sizes.map((size, at) => (at === seat ? size + more : size));
  return { ...board, hand_sizes };
}

/**
 * @param {Board} board
 * @param {import('./protocol.js').BoardChange} change
 * @returns {Board}
 */
function foldBoard(board, { turn, ...change }) {
  const phase = turn === undefined ? board.phase : { type: /** @type {const} */ ('playing'), turn };
  return { ...board, phase, ...change };
}

/**
 * What only this visitor's seat may know. Whatever could be done before can't be done any more
 * unless it is said again.
 * @param {Own | null} own
 * @param {number} seat
 * @param {import('./protocol.js').OwnChange | undefined} change
 * @param {boolean} moved whether something was played
 * @returns {Own}
 */
function foldOwn(own, seat, change, moved) {
  const known = own?.seat === seat ? own : { seat, hand: [], placements: [], may_call: false };
  if (!change && !moved) return known;
  return { ...known, placements: [], may_call: false, ...change };
}
