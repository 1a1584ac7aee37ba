/** The end of a round or a match in words and figures: who won, why, and what each side has. Pure. */

import { outcomeInWords, partnersOf, sideName, winsInWords } from '../games/line/words.js';
import { joinNames, t } from '../i18n/index.js';
import { LEVELS, roundWinner, sideOf, sides } from '../select.js';
import { scoresFrom } from './amounts.js';
import { endingWinner, endingWords, isOverDays } from './clock.js';
import { nameAt } from './names.js';
import { fullOptions } from './options.js';

/** @import { Level, Options, Outcome, View } from '../protocol.js' */
/** @import { Table } from '../state.js' */
/** @typedef {Pick<Table, 'room' | 'me' | 'view'>} Seen the parts of a table that the words depend on */
/**
 * @typedef {{ type: 'round_over', outcome: Outcome, hands: string[][] }
 *   | { type: 'match_over', winner: number | null, outcome: Outcome | null, hands: string[][] }} Over
 */
/**
 * What a side has at the end of a round. `gained`: the points of that round.
 * @typedef {{ side: number, name: string, points: number, gained: number }} SideTotal
 */

/**
 * The phase if the round or the match is over, in whichever way it has ended.
 * @param {Seen} table
 * @returns {Over | null}
 */
export function overPhase({ view, room }) {
  const phase = view?.board.phase;
  if (!phase || room.status === 'open') return null;
  const { ending } = room;
  if (room.status === 'over' && ending && ending.type !== 'played') {
    return { type: 'match_over', winner: endingWinner(ending), outcome: null, hands: [] };
  }
  // After the last board a match may end without a winner.
  if (room.status === 'over' && phase.type === 'round_over') {
    return { ...phase, type: 'match_over', winner: endingWinner(ending) };
  }
  return phase.type === 'round_over' || phase.type === 'match_over' ? phase : null;
}

/** Whether this visitor's side has won. @param {Seen} table @param {Over} over */
export function isWon(table, over) {
  const { room, me } = table;
  return me.seat !== null && sideOf(room, me.seat) === winnerOf(table, over);
}

/**
 * The next level above the computer players whom this visitor has beaten without another person; null if there is
 * none.
 * @param {Seen} table
 * @param {Over} over
 */
export function strongerLevel(table, over) {
  const { room, me } = table;
  if (over.type !== 'match_over' || !isWon(table, over)) return null;
  const others = room.seats.filter((_, seat) => seat !== me.seat);
  const levels = others.map((sitter) => LEVELS.indexOf(/** @type {Level} */ (sitter?.computer)));
  return levels.includes(-1) ? null : (LEVELS[Math.max(...levels) + 1] ?? null);
}

/** The side that has won the round or the match; null if none has. @param {Seen} table @param {Over} over */
function winnerOf({ room, view }, over) {
  if (over.type === 'match_over') return over.winner;
  return roundWinner(over.outcome, room, view?.history ?? []);
}

/** Whether the match has ended by its scores, and not because players left it. @param {Seen} table */
const isPlayedOut = ({ room }) => (room.ending?.type ?? 'played') === 'played';

/** @param {Seen} table @param {Over} over */
export function headline(table, over) {
  const { room, me, view } = table;
  const round = view?.board.round ?? 0;
  const winner = winnerOf(table, over);
  const isMatch = over.type === 'match_over';
  if (winner === null) return isMatch ? t('ending.none') : t('summary.round_tied', { n: round });
  // Of more than two sides the list of the totals tells the points.
  if (isMatch && isPlayedOut(table) && sides(room).length === 2) {
    return resultInWords(room, winner, view?.board.scores ?? [], me.seat);
  }
  return winsInWords(isMatch ? 'match' : 'round', room, winner, { you: me.seat, round });
}

/**
 * Who has won the match with which points, such as "Ada wins 150 – 95".
 * @param {Table['room']} room
 * @param {number} side
 * @param {readonly number[]} points by side
 * @param {number | null} you the seat that is spoken to
 */
function resultInWords(room, side, points, you) {
  const seats = sides(room)[side];
  const scores = scoresFrom(points, side);
  if (you === null || !seats.includes(you)) {
    return t('result.won', { side: sideName(room, side), n: seats.length, scores });
  }
  const partner = seats.find((seat) => seat !== you);
  if (partner === undefined) return t('result.won_you', { scores });
  return t('result.won_us', { partner: nameAt(room, partner), scores });
}

/** Why the round or the match has ended so, sentence by sentence. @param {Seen} table @param {Over} over */
export function explanation({ room, me, view }, over) {
  const history = view?.history ?? [];
  if (!over.outcome) {
    return [endingWords(room, me.seat) || t('summary.mid_round'), ...sealed(room, over)];
  }
  const words = outcomeInWords(over.outcome, over.hands, room, history, me.seat);
  return [...words, ...byTime({ room, view }, over), ...sealed(room, over)];
}

/** That the proof comes later, while other tables have the same deals before them. @param {Table['room']} room @param {Over} over */
const sealed = ({ fairness }, over) =>
  fairness.sealed && over.type === 'match_over' ? [t('fair.unseen.sealed')] : [];

/** What the cap on the match's time has decided; nothing where a side has reached the target. @param {Pick<Seen, 'room' | 'view'>} table @param {Over} over */
function byTime({ room, view }, over) {
  if (!view?.board.last_round) return [];
  if (over.type === 'round_over') return [t('summary.time_level')];
  if (view.board.round === room.boards) return [];
  const reached = view.board.scores.some((points) => points >= room.rules.target);
  return reached ? [] : [t('summary.time_up')];
}

/** Who else wants a rematch already; for watchers, what the next round waits for. @param {Seen} table @param {Over} over */
export function askedWords({ room, me }, over) {
  if (over.type === 'round_over') {
    if (me.seat === null) return t('summary.watching');
    return isOverDays(room) && room.seats[me.seat]?.ready ? t('summary.days') : '';
  }
  const names = room.seats.flatMap((sitter, seat) =>
    sitter?.ready && seat !== me.seat && !sitter.computer && !sitter.lent
      ? [nameAt(room, seat)]
      : [],
  );
  if (names.length === 0) return '';
  return t('rematch.wanted', { names: joinNames(names), n: names.length });
}

/**
 * What each round of the match brought each side, the newest first. The server tells of a bounded number of
 * rounds: what came before them is in the last row. Where scores can go back to 0, a row has the scores
 * after the round.
 * @param {Pick<View, 'board' | 'round_scores'>} view
 * @param {Options} rules
 * @returns {{ round: string, points: number[] }[]}
 */
export function roundRows({ board, round_scores }, rules) {
  // A round that the end of the match broke off is not among the finished ones.
  const { love } = fullOptions(rules);
  const brokenOff = board.phase.type === 'playing';
  const totals = brokenOff ? [...round_scores, board.scores] : round_scores;
  const first = board.round - totals.length + 1;
  const before = (/** @type {number} */ i) => (love === 'no' ? totals[i - 1] : undefined);
  const rows = totals.map((scores, i) => ({
    round: i === 0 && first > 1 ? `1–${first}` : String(first + i),
    points: scores.map((score, side) => score - (before(i)?.[side] ?? 0)),
  }));
  return rows.reverse();
}

/** The sides with their points, the reader's first. @param {Seen} table @returns {SideTotal[]} */
export function sideTotals({ room, me, view }) {
  if (!view) return [];
  const own = me.seat === null ? -1 : sideOf(room, me.seat);
  // Where scores can go back to 0, the rows have the scores themselves.
  const counts = fullOptions(room.rules).love === 'no';
  const [latest] = counts ? roundRows(view, room.rules) : [];
  return [...sides(room).keys()]
    .sort((a, b) => Number(b === own) - Number(a === own))
    .map((side) => ({
      side,
      name: partnersOf(sides(room)[side].map((seat) => nameFor(room, seat, me.seat))),
      points: view.board.scores[side],
      gained: latest?.points[side] ?? 0,
    }));
}

/** The name at a seat, the reader's as "You". @param {Table['room']} room @param {number} seat @param {number | null} you */
export function nameFor(room, seat, you) {
  return seat === you ? t('name.you') : nameAt(room, seat);
}
