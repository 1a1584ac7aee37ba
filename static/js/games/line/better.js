/** What would have been better, in an analysed match. Pure. */
import { percent } from '../../format/accuracy.js';
import { nameAt } from '../../format/names.js';
import { t } from '../../i18n/index.js';
import { playOf } from '../../tiles/plays.js';

/** @import { End, Move, MoveAnalysis } from '../../protocol.js' */
/** @import { Room } from './types.js' */

/** A tile and where it goes, such as "6-4 on the 5". @param {Move} move @param {readonly End[]} ends */
function tileAndEnd(move, ends) {
  const { tile = '', arm } = playOf(move) ?? {};
  const pips = ends.find((end) => end.arm === arm)?.pips;
  return pips === undefined ? t('analysis.lead', { tile }) : t('analysis.on', { tile, pips });
}

/**
 * What would have been better than a move that cost something.
 * @param {MoveAnalysis} move
 * @param {Room} room
 * @param {readonly End[]} ends the open ends before the move
 */
export function betterInWords(move, room, ends) {
  return t('analysis.better', {
    name: nameAt(room, move.seat),
    play: tileAndEnd(move.played, ends),
    best: tileAndEnd(move.best, ends),
    cost: percent(move.cost),
  });
}
