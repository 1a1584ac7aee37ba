/**
 * What a round was worth where its points have several parts, and who won a block there. Pure; fetched
 * for the tables that play so.
 */

import { amount, capitalized, pointsInMatch } from '../../format/amounts.js';
import { nameAt } from '../../format/names.js';
import { presetIn } from '../../format/notation.js';
import { countsRounds, fullOptions } from '../../format/options.js';
import { sideInSentence } from '../../format/sides.js';
import { loadTexts, t } from '../../i18n/index.js';
import { sideOf, sides } from '../../select.js';
import { isDouble, pipSum } from '../../tiles/pips.js';
import { term } from './end_rules.js';
import { loveInWords, roundWinner } from './words.js';

await loadTexts('later');

/** @import { Finish, Outcome, VisibleEvent } from '../../protocol.js' */
/** @import { Room } from './types.js' */
/** @typedef {{ name: string, points: number }} Part */
/**
 * A round that is over.
 * @typedef {{ outcome: Outcome, hands: string[][], room: Room, history: VisibleEvent[], you?: number | null }} Ended
 */
/** @typedef {{ side: number, pips: number, seat: number | null }} Compared what a side or a seat holds in a block */

/** The seat and the tile of the last play. @param {readonly VisibleEvent[]} history */
function lastPlay(history) {
  const last = history.findLast((event) => event.type === 'played');
  return last?.type === 'played' ? last : { seat: 0, tile: '' };
}

/**
 * How a seat went out, as far as the rules give points for it.
 * @param {Outcome} outcome
 * @param {Room} room
 * @param {readonly VisibleEvent[]} history
 * @returns {keyof Finish}
 */
export function finishOf({ type, parts }, room, history) {
  if (type === 'blocked') return 'blocked';
  const { finish } = fullOptions(room.rules.line);
  const { tile } = lastPlay(history);
  const one = isDouble(tile) ? 'double' : 'plain';
  const both = isDouble(tile) ? 'double_both' : 'both';
  const points = parts?.finish ?? 0;
  return points === finish[both] && points !== finish[one] ? both : one;
}

/**
 * What a round was worth, part by part; none where there is nothing to add up.
 * @param {Ended} ended
 * @returns {Part[]}
 */
export function partsOf(ended) {
  const { outcome, room, history } = ended;
  const { hands = 0, finish = 0, double_blank = 0, round = 0 } = outcome.parts ?? {};
  const preset = presetIn(room.notation);
  const parts = [
    { name: handsInWords(ended), points: hands },
    { name: finishInWords(finishOf(outcome, room, history), preset), points: finish },
    { name: capitalized(term('double_blank', preset)), points: double_blank },
    { name: t('worth.round'), points: round },
  ];
  return parts.filter(({ points }) => points > 0);
}

/** @param {keyof Finish} finish @param {string} preset whose words are used */
function finishInWords(finish, preset) {
  return finish === 'plain' ? t('worth.plain') : capitalized(term(finish, preset));
}

/** The parts that are worth adding up: more than one, or one that counts twice. @param {Ended} ended */
export function partsToAdd(ended) {
  const parts = partsOf(ended);
  return parts.length > 1 || ended.outcome.parts?.twice ? parts : [];
}

/** A single part in a sentence; none for the one win that a round always counts. @param {Ended} ended */
function onlyPart(ended) {
  const { room } = ended;
  const parts = partsOf(ended);
  if (countsRounds(room.rules.line) || parts.length !== 1 || partsToAdd(ended).length > 0)
    return [];
  const [{ name, points }] = parts;
  return [t('worth.only', { name, points: pointsInMatch(points, room) })];
}

/** The total of a round, such as "× 2 = 70 points". @param {Ended} ended */
export function totalInWords({ outcome, room }) {
  const points = pointsInMatch(outcome.points, room);
  return t(outcome.parts?.twice ? 'worth.total_twice' : 'worth.total', { points });
}

/** Whose pips are scored, and how many each hand holds. @param {Ended} ended */
function handsInWords({ outcome, hands, room, history }) {
  const { hands: whose, blocked_score } = fullOptions(room.rules.line);
  if (outcome.type === 'blocked' && blocked_score === 'difference') return t('worth.difference');
  const winners = sides(room)[roundWinner(outcome, room, history) ?? -1] ?? [];
  const counted = hands.filter(
    (hand, seat) => hand.length > 0 && (whose === 'all' || !winners.includes(seat)),
  );
  const name = t(whose === 'all' ? 'worth.hands_all' : 'worth.hands_opponents');
  return counted.length > 1
    ? t('worth.hands_of', { hands: name, sum: counted.map(pipSum).join(' + ') })
    : name;
}

/**
 * Who won the round and why, what it was worth if that is one thing, and what became of the points,
 * sentence by sentence.
 * @param {Ended} ended
 * @param {string[]} [worth] what it was worth
 */
export function reasonsInWords(ended, worth = onlyPart(ended)) {
  const { outcome, room, history } = ended;
  const winner = roundWinner(outcome, room, history);
  const winnerText = winnerInWords(ended, winner);
  return winner === null ? winnerText : [...winnerText, ...worth, ...fateInWords(ended)];
}

/** @param {Ended} ended @param {number | null} winner */
function winnerInWords(ended, winner) {
  const { outcome, room, you = null } = ended;
  if (outcome.type === 'blocked') return blockInWords(ended);
  if (winner === null || winner === sideOf(room, outcome.by)) return [];
  return [t('summary.blocked_winner', { side: sideInSentence(room, winner, you) })];
}

/** The sides or seats that a block compares. @param {Ended} ended @returns {Compared[]} */
function compared({ hands, room, history }) {
  const { blocked_winner } = fullOptions(room.rules.line);
  const held = hands.map((hand, seat) => ({ side: sideOf(room, seat), pips: pipSum(hand), seat }));
  if (blocked_winner === 'lightest_seat') return held;
  if (blocked_winner === 'blocker') {
    const { seat } = lastPlay(history);
    return [held[seat], held[(seat + 1) % held.length]];
  }
  return sides(room).map((seats, side) => {
    const pips = seats.reduce((sum, seat) => sum + held[seat].pips, 0);
    return { side, pips, seat: null };
  });
}

/** @param {Ended} ended */
function blockInWords(ended) {
  const { outcome, room, you = null } = ended;
  if (outcome.type !== 'blocked') return [];
  const { blocked_winner, blocked_tie } = fullOptions(room.rules.line);
  const all = compared(ended);
  const least = Math.min(...all.map(({ pips }) => pips));
  const lightest = all.filter(({ pips }) => pips === least);
  const texts = blocked_winner === 'blocker' ? [comparison(ended, all)] : [];
  const { winner } = outcome;
  if (winner === null) {
    texts.push(t('summary.blocked_tie'));
    if (blocked_tie === 'doubles') texts.push(t('worth.next_twice'));
  } else if (new Set(lightest.map(({ side }) => side)).size > 1) {
    const side = sideInSentence(room, winner, you);
    texts.push(t(blocked_tie === 'leader' ? 'worth.tie_leader' : 'worth.tie_blocker', { side }));
  } else if (blocked_winner === 'lightest_seat') {
    const name = nameFor(ended, lightest[0].seat);
    texts.push(t('worth.lightest_seat', { name, pips: amount(least, 'pips') }));
  } else if (blocked_winner === 'side') {
    texts.push(t('summary.blocked_winner', { side: sideInSentence(room, winner, you) }));
  }
  return texts;
}

/** The name at a seat, or "you". @param {Ended} ended @param {number | null} seat */
function nameFor({ room, you = null }, seat) {
  return seat === you || seat === null ? t('seat.you') : nameAt(room, seat);
}

/** How the hand of the seat that blocked compares with the next one. @param {Ended} ended @param {Compared[]} all */
function comparison(ended, [own, other]) {
  return t('worth.compared', {
    name: nameFor(ended, own.seat),
    next: nameFor(ended, other.seat),
    own: own.pips,
    other: other.pips,
  });
}

/** What became of the points. @param {Ended} ended */
function fateInWords({ outcome, room, history }) {
  const texts = [];
  for (const event of history) {
    const counts = 'reason' in event && event.reason === outcome.type;
    if (event.type === 'overshot' && counts) {
      texts.push(t('summary.overshot', { n: event.points, target: room.rules.line.target }));
    }
    if (event.type === 'fell_short' && counts) {
      const { entry } = fullOptions(room.rules.line);
      texts.push(t('worth.fell_short', { n: event.points, entry }));
    }
    if (event.type === 'love') texts.push(loveInWords(event.scores));
  }
  if (outcome.points === 0) texts.push(t('worth.nothing'));
  return texts;
}

/** The whole worth of a round, sentence by sentence. @param {Ended} ended */
export function worthInWords(ended) {
  const parts = partsToAdd(ended);
  if (parts.length === 0) return reasonsInWords(ended);
  const { outcome, room } = ended;
  const sum = parts.map((part) => t('worth.part', { ...part })).join(' + ');
  const points = pointsInMatch(outcome.points, room);
  return reasonsInWords(ended, [
    t(outcome.parts?.twice ? 'worth.sum_twice' : 'worth.sum', { sum, points }),
  ]);
}
