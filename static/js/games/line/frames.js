/** What is shown of an update, event by event, and for how long. Pure. */
import { NO_CHOICES } from './fold.js';

/** @import { VisibleEvent } from '../../protocol.js' */
/** @import { View } from './fold.js' */

/** How long an event is looked at before the next one follows. @type {Record<VisibleEvent['type'], number>} */
const BEATS_MS = {
  lots: 0,
  redeal: 0,
  dealt: 0,
  played: 420,
  scored: 200,
  overshot: 200,
  fell_short: 200,
  love: 600,
  gave_lead: 420,
  called: 320,
  time_called: 0,
  drew: 230,
  passed: 420,
  domino: 500,
  blocked: 600,
  match_over: 0,
};

/** The tile that ends a round is looked at for longer. */
const LAST_TILE_MS = 640;

/** @param {VisibleEvent} event @param {VisibleEvent | undefined} next */
export function beat({ type }, next) {
  return type === 'played' && next?.type === 'domino' ? LAST_TILE_MS : (BEATS_MS[type] ?? 0);
}

/**
 * The view after each event of an update. What lies on the table, and what the visitor may do, is as it is now from
 * the first on: it must not be late. The end of a round comes with its last event.
 * @param {View | null} before
 * @param {View} after
 * @param {readonly VisibleEvent[]} events
 * @returns {View[]}
 */
export function frames(before, after, events) {
  const { board, history, own, standing } = after;
  const ended = board.phase.type !== 'playing';
  const last = history.findLast((event) => event.type === 'played');
  const turn = last?.type === 'played' ? last.seat : 0;
  const told = history.length - events.length;
  const isSameRound = before?.standing.round === standing.round;
  const { hand_sizes, boneyard } = isSameRound ? before.board : board;
  /** @type {View} */
  let shown = {
    ...after,
    own: own && ended ? { ...own, ...NO_CHOICES } : own,
    board: {
      ...board,
      hand_sizes: isSameRound ? withoutPlayed(hand_sizes, events) : hand_sizes,
      boneyard,
      phase: ended ? { type: 'playing' } : board.phase,
    },
    standing: {
      ...standing,
      scores: before?.standing.scores ?? standing.scores,
      ...(ended && { turn, over: false, winner: null }),
    },
  };
  return events.map((event, i) => {
    if (i === events.length - 1) return after;
    shown = {
      ...shown,
      standing: { ...shown.standing, scores: scoresAfter(shown.standing.scores, event) },
      board: isSameRound || event.type !== 'drew' ? withEvent(shown.board, event) : shown.board,
      history: history.slice(0, told + i + 1),
    };
    return shown;
  });
}

/** How much each seat holds once the tiles are laid that are played. @param {readonly number[]} sizes @param {readonly VisibleEvent[]} events */
const withoutPlayed = (sizes, events) =>
  sizes.map(
    (size, seat) =>
      size - events.filter((one) => one.type === 'played' && one.seat === seat).length,
  );

/** The board once an event is in sight. @param {View['board']} board @param {VisibleEvent} event */
function withEvent(board, event) {
  if (event.type === 'drew') {
    const hand_sizes = board.hand_sizes.map((size, seat) => size + Number(seat === event.seat));
    return { ...board, hand_sizes, boneyard: board.boneyard - 1 };
  }
  return board;
}

/** @param {number[]} scores @param {VisibleEvent} event */
function scoresAfter(scores, event) {
  if (event.type === 'love') return [...event.scores];
  if (event.type !== 'scored') return scores;
  const { side: of, points } = event;
  return scores.map((n, side) => (side === of ? n + points : n));
}
