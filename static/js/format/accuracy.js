/** How well a player has chosen in an analysed match, in figures. Pure. */
import { locale } from '../i18n/index.js';

/** @import { AnalysedMove as Move } from '../protocol.js' */

const style = /** @type {const} */ ('percent');
const whole = new Intl.NumberFormat(locale, { style, maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat(locale, { style, maximumFractionDigits: 1 });

/** A chance in thousandths, such as "12 %" or "1.5 %". @param {number} thousandths */
export function percent(thousandths) {
  return (thousandths < 100 ? fine : whole).format(thousandths / 1000);
}

/** A player's accuracy in words. @param {number | null} accuracy */
export function accuracyInWords(accuracy) {
  return accuracy === null ? '–' : percent(accuracy * 10);
}

/**
 * The move that is shown first: where the seat lost most.
 * @param {readonly Move[]} moves
 * @param {number} seat
 * @returns {number} its place in the match, -1 if the seat has not moved
 */
export function worstMove(moves, seat) {
  return moves.reduce((worst, move, at) => {
    const isWorse = move.seat === seat && (worst < 0 || move.cost > moves[worst].cost);
    return isWorse ? at : worst;
  }, -1);
}
