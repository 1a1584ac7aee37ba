/** How well a player has chosen in an analysed match, in figures and words. Pure. */

import { gameOf } from '../games/index.js';
import { locale, sentencesOf, t } from '../i18n/index.js';
import { LEVELS } from '../select.js';
import { playOf } from '../tiles/plays.js';

/** @import { Level, MoveAnalysis, Room } from '../protocol.js' */

const style = /** @type {const} */ ('percent');
const whole = new Intl.NumberFormat(locale, { style, maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat(locale, { style, maximumFractionDigits: 1 });

/** A chance in thousandths, such as "12 %" or "1.5 %". @param {number} thousandths */
export function percent(thousandths) {
  return (thousandths < 100 ? fine : whole).format(thousandths / 1000);
}

/**
 * How well a seat chose: how much was kept of what was at stake, in percent; null without a choice.
 * @param {MoveAnalysis[]} moves
 * @param {number} seat
 */
export function accuracyOf(moves, seat) {
  const own = moves.filter((move) => move.seat === seat);
  const stake = own.reduce((sum, move) => sum + move.stake, 0);
  const lost = own.reduce((sum, move) => sum + Math.min(move.cost, move.stake), 0);
  return stake === 0 ? null : Math.round((100 * (stake - lost)) / stake);
}

/** A player's accuracy in words. @param {number | null} accuracy */
export function accuracyInWords(accuracy) {
  return accuracy === null ? '–' : percent(accuracy * 10);
}

/** With fewer choices chance decides: at each level 95 of 100 measured matches had more. */
const CHOICES_MIN = 20;

/**
 * Like which levels of the computer a match was played, the weakest first: those that play so, or else the nearest.
 * @param {Record<Level, readonly [from: number, to: number]>} kept
 * @param {number} accuracy
 */
function levelsAt(kept, accuracy) {
  /** @param {Level} level */
  const distance = (level) => {
    const [from, to] = kept[level];
    return Math.max(from - accuracy, accuracy - to, 0);
  };
  const least = Math.min(...LEVELS.map(distance));
  return LEVELS.filter((level) => distance(level) === least);
}

/**
 * How well a seat's player chose: like which level of the computer where that was measured, or else in percent.
 * @param {MoveAnalysis[]} own
 * @param {number} accuracy
 * @param {Pick<Room, 'rules'>} room
 */
function qualityInWords(own, accuracy, room) {
  const kept = gameOf(room).kept?.(room);
  const choices = own.filter((move) => move.choices > 1).length;
  if (!kept || choices < CHOICES_MIN) {
    return t('result.quality', { quality: accuracyInWords(accuracy) });
  }
  const names = levelsAt(kept, accuracy).map((level) => t(`level.${level}`));
  const [low, high = low] = [names[0], names.at(-1)];
  return low === high ? t('result.like', { level: low }) : t('result.between', { low, high });
}

/**
 * How well a seat's player chose, and which choice cost most; '' without a choice.
 * @param {MoveAnalysis[]} moves
 * @param {number} seat
 * @param {Pick<Room, 'rules'>} room
 */
export function playedWords(moves, seat, room) {
  const accuracy = accuracyOf(moves, seat);
  if (accuracy === null) return '';
  const own = moves.filter((move) => move.seat === seat);
  const worst = own.reduce((most, move) => (move.cost > most.cost ? move : most));
  const { cost, round: n, played } = worst;
  return sentencesOf([
    qualityInWords(own, accuracy, room),
    cost > 0
      ? t('result.cost', { tile: playOf(played)?.tile ?? '', n, cost: percent(cost) })
      : null,
  ]);
}
