/** How well a player has chosen in an analysed match, in figures and words. Pure. */
import { locale, sentencesOf, t } from '../i18n/index.js';

/** @import { MoveAnalysis } from '../protocol.js' */

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

/**
 * How well a seat's player chose, and which choice cost most; '' without a choice.
 * @param {MoveAnalysis[]} moves
 * @param {number} seat
 */
export function playedWords(moves, seat) {
  const accuracy = accuracyOf(moves, seat);
  if (accuracy === null) return '';
  const worst = moves
    .filter((move) => move.seat === seat)
    .reduce((most, move) => (move.cost > most.cost ? move : most));
  const { cost, round: n, played } = worst;
  return sentencesOf([
    t('result.quality', { quality: accuracyInWords(accuracy) }),
    cost > 0 ? t('result.cost', { tile: played.tile, n, cost: percent(cost) }) : null,
  ]);
}
