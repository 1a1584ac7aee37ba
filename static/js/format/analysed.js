/** Moves of an analysed match in words and figures. Pure. */
import { locale, sentencesOf, t } from '../i18n/index.js';
import { reasonInWords } from './advice.js';
import { nameAt } from './names.js';

/** @import { Choice, AnalysedMove as Move, Room } from '../protocol.js' */

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

/** A tile and where it goes, such as "6-4 on the 5". @param {Choice} choice @param {Move} move */
export function tileAndEnd({ tile, arm }, { ends }) {
  const pips = ends.find((end) => end.arm === arm)?.pips;
  return pips === undefined ? t('analysis.lead', { tile }) : t('analysis.on', { tile, pips });
}

/** What a move cost, in a word for the list. @param {Move} move */
export function costOf({ cost, choices }) {
  if (choices < 2) return '';
  return cost > 0 ? `−${percent(cost)}` : '✓';
}

/** How bad a move was: nothing lost, a little, or much. @param {Move} move */
export function levelOf({ cost, choices }) {
  if (choices < 2) return 'forced';
  if (cost === 0) return 'best';
  return cost < MUCH ? 'slip' : 'mistake';
}

/** From so many thousandths of the chance to win on, a move cost much. */
const MUCH = 50;

/** What the expert thinks of a move; `own`: the reader's. @param {Move} move @param {Room} room @param {boolean} own */
export function verdict(move, room, own) {
  const played = t('analysis.played', {
    name: nameAt(room, move.seat),
    play: tileAndEnd(move.played, move),
  });
  if (move.choices < 2) return sentencesOf([played, t('analysis.forced')]);
  const chance = t('analysis.chance', { chance: percent(move.chance) });
  if (move.cost === 0) return sentencesOf([played, t('analysis.as_good'), chance]);
  const best = t('analysis.best', { play: tileAndEnd(move.best, move) });
  // The reasons speak to whoever holds the tiles.
  const why = own ? reasonInWords(move.reason, room) : '';
  const cost = t('analysis.cost', { cost: percent(move.cost) });
  return sentencesOf([played, best, why, cost, chance]);
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
