/** The games of one line of tiles: Block, Draw, All Fives, Fives and Threes, and all that are made of them. Pure. */
import { fullOptions } from '../../format/options.js';
import { loadTexts, t } from '../../i18n/index.js';
import { sideOf } from '../../select.js';
import { viewOf } from './fold.js';
import { outcomeInWords, roundWinner } from './words.js';

/** @import { LineChange, Phase, VisibleEvent } from '../../protocol.js' */
/** @import { View } from './fold.js' */
/** @import { SoundName } from '../../sound/synth.js' */
/** @import { Effect, Over } from '../contract.js' */
/** @import { Room, Table } from './types.js' */

// Whatever is told of a match of this game is told in its words.
await loadTexts('line');

export { advice } from './advice.js';
export { dealing } from './dealing.js';
export { dealt } from './dealt.js';
export { fold } from './fold.js';
export { beat, frames } from './frames.js';
export { kept } from './kept.js';
export { advised, ahead, offers, unasked } from './offers.js';
export { hands, happened, position } from './position.js';
export { aloud, asks, gone, line, soon, waits } from './talk.js';
export { aim, turns } from './terms.js';
export { made, note } from './turns.js';
export { sentences } from './words.js';

/** @param {LineChange | undefined} change */
export const endsRound = (change) => change?.board?.phase?.type === 'round_over';

/** @param {LineChange | undefined} change */
export const eventsOf = (change) => change?.events ?? [];

/** @param {View} view */
export const history = ({ history }) => history;

/** @param {View} view */
export const hand = ({ own }) => own?.hand ?? [];

/** @param {View} view @param {number} seat */
export const seat = ({ board }, seat) => ({
  held: board.hand_sizes[seat] ?? 0,
  lacks: board.lacks[seat] ?? [],
});

/** @param {View} view */
export function stakes({ board: { phase, bonus, twice } }) {
  if (phase.type !== 'playing') return [];
  return [bonus > 0 && `+${bonus}`, twice && t('round.twice')].filter((word) => word !== false);
}

/** How the round or the match has ended, and the hands that were left; null while it is played. @param {Phase} phase */
export const endOf = (phase) =>
  phase.type === 'round_over' || phase.type === 'match_over' ? phase : null;

/** @param {View} view @param {Room} room @returns {Over | null} */
export function over({ board, history, standing }, room) {
  const phase = endOf(board.phase);
  if (!phase) return null;
  const { type, outcome, hands } = phase;
  const winner =
    phase.type === 'match_over' ? standing.winner : roundWinner(phase.outcome, room, history);
  return { type, winner, isPlayed: outcome !== null, hands };
}

/** @param {View} view @param {Room} room @param {number | null} you */
export function outcome({ board, history }, room, you) {
  const phase = endOf(board.phase);
  return phase?.outcome ? outcomeInWords(phase.outcome, phase.hands, room, history, you) : [];
}

/** @param {VisibleEvent} event */
export const played = (event) =>
  event.type === 'played' ? { seat: event.seat, thing: event.tile } : null;

/** @param {readonly VisibleEvent[]} events @param {number} seat */
export const isAgain = (events, seat) =>
  events.some((event) => event.type === 'passed' && event.seat !== seat);

/** @param {VisibleEvent} event @returns {Effect | null} */
export function effect(event) {
  if (event.type === 'passed') return { type: 'knock', seat: event.seat };
  if (event.type === 'drew') return { type: 'tile', seat: event.seat, from: '.pill-tile' };
  if (event.type !== 'scored') return null;
  const { side, points, reason } = event;
  const during = reason === 'count' || reason === 'call';
  return { type: 'points', side, points, from: during ? '.laid.last' : '.board' };
}

/** @type {Partial<Record<VisibleEvent['type'], SoundName>>} */
const SOUNDS = {
  dealt: 'deal',
  played: 'clack',
  drew: 'draw',
  passed: 'knock',
  scored: 'score',
  domino: 'round',
  blocked: 'round',
  love: 'reset',
};

/** Whether a seat has gone out for more than the usual. @param {View | null} view @param {Room} room */
function wentOutWell(view, { rules }) {
  const { finish = 0, double_blank = 0 } = (view && endOf(view.board.phase))?.outcome?.parts ?? {};
  return double_blank > 0 || finish > fullOptions(rules.line).finish.plain;
}

/** @param {VisibleEvent} event @param {Table} table @returns {SoundName | null} */
export function cue(event, table) {
  const { room, me } = table;
  if (event.type === 'domino' && wentOutWell(viewOf(table), room)) return 'bravo';
  if (event.type !== 'match_over') return SOUNDS[event.type] ?? null;
  return me.seat === null || sideOf(room, me.seat) === event.winner ? 'win' : 'lose';
}

export const keys = /** @type {const} */ ({
  m: { kind: 'call', about: 'keys.muggins' },
  g: { kind: 'give', about: 'keys.give' },
});
