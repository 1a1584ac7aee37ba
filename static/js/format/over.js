/** The end of a round or a match in words and figures: who won, why, and what each side has. Pure. */

import { aimOf, gameOf, roundsOf } from '../games/index.js';
import { joinNames, t } from '../i18n/index.js';
import { LEVELS, sideOf, sides, standing } from '../select.js';
import { endingWinner, endingWords, isOverDays } from './clock.js';
import { nameAt } from './names.js';
import { scoresFrom } from './scores.js';
import { partnersOf, sideName, winsInWords } from './sides.js';

/** @import { Over } from '../games/contract.js' */
/** @import { Level } from '../protocol.js' */
/** @import { Table } from '../state.js' */
/** @typedef {Pick<Table, 'room' | 'me' | 'view'>} Seen the parts of a table that the words depend on */
/**
 * What a side has at the end of a round. `gained`: the points of that round; `place`: null where the points alone tell it.
 * @typedef {{ side: number, name: string, points: number, gained: number, place: number | null }} SideTotal
 */

/**
 * The end of the round or the match, in whichever way it has ended; null while it is played.
 * @param {Seen} table
 * @returns {Over | null}
 */
export function overPhase({ view, room }) {
  if (!view || room.status === 'open') return null;
  const { ending } = room;
  if (room.status === 'over' && ending && ending.type !== 'played') {
    return { type: 'match_over', winner: endingWinner(ending), isPlayed: false, hands: [] };
  }
  const over = gameOf(room).over(view, room);
  // After the last board a match may end without a winner.
  const isLast = room.status === 'over' && over?.type === 'round_over';
  return isLast ? { ...over, type: 'match_over', winner: endingWinner(ending) } : over;
}

/** The sides that have won, alone or together; none if there is no winner. @param {Over} over */
export const winnersOf = ({ winner, shared }) => shared ?? (winner === null ? [] : [winner]);

/** Whether this visitor's side has won, also together with others. @param {Seen} table @param {Over} over */
export function isWon(table, over) {
  const { room, me } = table;
  return me.seat !== null && winnersOf(over).includes(sideOf(room, me.seat));
}

/**
 * The next level above the computer players whom this visitor has beaten without another person; null if there is
 * none.
 * @param {Seen} table
 * @param {Over} over
 */
export function strongerLevel(table, over) {
  const { room, me } = table;
  if (over.type !== 'match_over' || over.shared || !isWon(table, over)) return null;
  const others = room.seats.filter((_, seat) => seat !== me.seat);
  const levels = others.map((sitter) => LEVELS.indexOf(/** @type {Level} */ (sitter?.computer)));
  return levels.includes(-1) ? null : (LEVELS[Math.max(...levels) + 1] ?? null);
}

/** Whether the match has ended by its scores, and not because players left it. @param {Seen} table */
export const isPlayedOut = ({ room }) => (room.ending?.type ?? 'played') === 'played';

/** Whether the headline tells the scores: of more than two sides the list of the totals does. @param {Seen} table @param {Over} over */
export const tellsScores = (table, { type, winner }) =>
  type === 'match_over' && winner !== null && isPlayedOut(table) && sides(table.room).length === 2;

/** @param {Seen} table @param {Over} over */
export function headline(table, over) {
  const { room, me } = table;
  const { round, scores } = standing(table);
  const { winner } = over;
  const isMatch = over.type === 'match_over';
  if (over.shared) {
    const names = over.shared.flatMap((side) => sides(room)[side]);
    return t('result.shared', {
      names: joinNames(names.map((seat) => nameFor(room, seat, me.seat))),
    });
  }
  if (winner === null && isMatch) return t('ending.none');
  if (winner === null)
    return t(over.isBlocked ? 'summary.round_blocked' : 'summary.round_tied', { n: round });
  if (tellsScores(table, over)) return resultInWords(room, winner, scores, me.seat);
  return winsInWords(isMatch ? 'match' : 'round', room, winner, { you: me.seat, round });
}

/** Of more sides than this, the headline has the winner's points alone: the list of the totals has them all. */
const HEADLINE_SIDES = 4;

/**
 * The points that stand beside the headline, the winner's first: what each side has at the end of a match, what a round
 * brought its winner. None where the winner didn't win by points. `before`: what it counts up from.
 * @param {Seen} table
 * @param {Over} over
 * @returns {{ side: number, points: number, before: number }[]}
 */
export function pointsShown(table, { type, winner }) {
  const totals = sideTotals(table).sort(
    (a, b) => Number(b.side === winner) - Number(a.side === winner),
  );
  const [best] = totals;
  if (winner === null || !best) return [];
  if (type === 'round_over')
    return best.gained > 0 ? [{ side: winner, points: best.gained, before: 0 }] : [];
  if (!isPlayedOut(table)) return [];
  const told = totals.length > HEADLINE_SIDES ? [best] : totals;
  return told.map(({ side, points, gained }) => ({ side, points, before: points - gained }));
}

/** The round that brought this visitor's side most, in words; '' where no round stands out. @param {Seen} table */
export function bestRoundInWords(table) {
  const { room, me } = table;
  const { unit, falls } = aimOf(room) ?? {};
  if (me.seat === null || unit === 'wins' || falls || gameOf(room).places) return '';
  const side = sideOf(room, me.seat);
  const rounds = roundRows(table).map(({ round, points }) => ({ round, points: points[side] }));
  // Of the earliest rounds only the sum may be known.
  const single = rounds.filter(({ round }) => Number(round) > 0);
  const points = Math.max(...single.map(({ points }) => points));
  const best = single.find((one) => one.points === points);
  if (!best || points <= 0 || rounds.length < 2) return '';
  const key = room.boards === undefined ? 'result.best' : 'result.best_board';
  return t(key, { n: best.round, points });
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
export function explanation(table, over) {
  const { room, me, view } = table;
  if (!over.isPlayed) {
    return [endingWords(room, me.seat) || t('summary.mid_round'), ...sealed(room, over)];
  }
  const words = gameOf(room).outcome(view, room, me.seat);
  return [...words, ...byTime(table, over), ...sealed(room, over)];
}

/** That the proof comes later, while other tables have the same deals before them. @param {Table['room']} room @param {Over} over */
const sealed = ({ fairness }, over) =>
  fairness.sealed && over.type === 'match_over' ? [t('fair.unseen.sealed')] : [];

/** What the cap on the match's time has decided; nothing where a side has reached the target, or all rounds are played. @param {Pick<Seen, 'room' | 'view'>} table @param {Over} over */
function byTime(table, over) {
  const { room } = table;
  const { round, scores, last_round } = standing(table);
  if (!last_round) return [];
  if (over.type === 'round_over') return [t('summary.time_level')];
  if (round === (room.boards ?? roundsOf(room))) return [];
  const { target = Number.POSITIVE_INFINITY } = aimOf(room) ?? {};
  const isReached = scores.some((points) => points >= target);
  return isReached ? [] : [t('summary.time_up')];
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
 * rounds: what came before them is in the last row. Where points can be lost again, a row has the scores after the
 * round.
 * @param {Pick<Seen, 'room' | 'view'>} table
 * @returns {{ round: string, points: number[] }[]}
 */
export function roundRows(table) {
  const { round, turn, scores, round_scores } = standing(table);
  // A round that the end of the match broke off is not among the finished ones.
  const falls = aimOf(table.room)?.falls;
  const brokenOff = turn !== null;
  const totals = brokenOff ? [...round_scores, scores] : round_scores;
  const first = round - totals.length + 1;
  const before = (/** @type {number} */ i) => (falls ? undefined : totals[i - 1]);
  const rows = totals.map((scores, i) => ({
    round: i === 0 && first > 1 ? `1–${first}` : String(first + i),
    points: scores.map((score, side) => score - (before(i)?.[side] ?? 0)),
  }));
  return rows.reverse();
}

/** The sides with their points: by their places where the game tells these, else the reader's first. @param {Seen} table @returns {SideTotal[]} */
export function sideTotals(table) {
  const { room, me, view } = table;
  const { scores } = standing(table);
  if (!view) return [];
  const places = gameOf(room).places?.(view);
  const own = me.seat === null ? -1 : sideOf(room, me.seat);
  // Where points can be lost again, the rows have the scores themselves.
  const [latest] = aimOf(room)?.falls ? [] : roundRows(table);
  return [...sides(room).keys()]
    .sort((a, b) => Number(b === own) - Number(a === own))
    .sort((a, b) => (places ? places[a] - places[b] : 0))
    .map((side) => ({
      side,
      name: partnersOf(sides(room)[side].map((seat) => nameFor(room, seat, me.seat))),
      points: scores[side],
      gained: latest?.points[side] ?? 0,
      place: places?.[side] ?? null,
    }));
}

/** The name at a seat, the reader's as "You". @param {Table['room']} room @param {number} seat @param {number | null} you */
export function nameFor(room, seat, you) {
  return seat === you ? t('name.you') : nameAt(room, seat);
}
