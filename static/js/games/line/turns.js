/** What each seat did last. Pure. */
import { t } from '../../i18n/index.js';

/** @import { VisibleEvent } from '../../protocol.js' */
/** @import { View } from './fold.js' */
/** @import { Note } from '../contract.js' */
/** @import { Room } from './types.js' */

/**
 * The last turn of a seat, for the note beside it.
 * @typedef {object} Turn
 * @property {number} drew tiles drawn in this turn
 * @property {string | null} tile the tile played
 * @property {number} points scored with it
 * @property {boolean} passed
 * @property {boolean} called took points by calling muggins
 */

/**
 * The last turn of every seat in this round.
 * @param {VisibleEvent[]} history
 * @param {number} seats
 * @returns {(Turn | null)[]}
 */
export function lastTurns(history, seats) {
  /** @type {(Turn | null)[]} */
  const turns = Array.from({ length: seats }, () => null);
  /** @type {Turn | null} */
  let scorer = null;
  /** @param {number} seat */
  const open = (seat) => {
    const last = turns[seat];
    const turn = last && last.tile === null && !last.passed && !last.called ? last : emptyTurn();
    turns[seat] = turn;
    return turn;
  };
  for (const event of history) {
    if (event.type === 'drew') open(event.seat).drew += 1;
    if (event.type === 'passed') open(event.seat).passed = true;
    if (event.type === 'played') {
      scorer = open(event.seat);
      scorer.tile = event.tile;
    }
    if (event.type === 'called') {
      scorer = { ...emptyTurn(), called: true };
      turns[event.seat] = scorer;
    }
    const during = event.type === 'scored' && (event.reason === 'count' || event.reason === 'call');
    if (during && scorer) scorer.points = event.points;
  }
  return turns;
}

/** @returns {Turn} */
function emptyTurn() {
  return { drew: 0, tile: null, points: 0, passed: false, called: false };
}

/** How many tiles a seat has just drawn in its turn. @param {readonly VisibleEvent[]} history @param {number} seat */
export function drawnInTurn(history, seat) {
  const before = history.findLastIndex((event) => event.type !== 'drew' || event.seat !== seat);
  return history.length - 1 - before;
}

/** A seat's last turn in a word or two, such as "drew 3, passes". @param {Turn | null} turn */
export function turnNote(turn) {
  if (!turn) return '';
  if (turn.called) {
    return turn.points > 0 ? t('note.called', { points: turn.points }) : t('note.called_nothing');
  }
  const then = turn.passed ? t('note.passes') : playNote(turn);
  if (turn.drew === 0) return then;
  return then ? t('note.drew_then', { n: turn.drew, then }) : t('note.drew', { n: turn.drew });
}

/** The tile of a turn and its points; '' if there was none. @param {Turn} turn */
function playNote({ tile, points }) {
  if (!tile) return '';
  return points > 0 ? t('note.played_for', { tile, points }) : tile;
}

/** The note beside a seat. @param {View} view @param {number} seat @param {Room} room @returns {Note} */
export function note({ history }, seat, room) {
  const turn = lastTurns(history, room.seats.length)[seat];
  const text = turnNote(turn);
  // What the player has drawn belongs to this turn; a tile played or a pass to the turn before.
  const isOfTurn = turn !== null && turn.tile === null && !turn.passed && !turn.called;
  return { text, isOfTurn, thing: turn?.tile && text.includes(turn.tile) ? turn.tile : null };
}

/** The points that a side has made last in this round, if any. @param {View} view @param {number} side */
export function made({ history }, side) {
  const last = history.findLast((event) => event.type === 'scored' && event.side === side);
  return last?.type === 'scored' ? last.points : null;
}
