/** What would have been better, in an analysed match. Pure. */
import { percent } from '../../format/accuracy.js';
import { nameAt } from '../../format/names.js';
import { t } from '../../i18n/index.js';

/** @import { Choice, MoveAnalysis, Room } from '../../protocol.js' */

/** A tile and where it goes, such as "6-4 on the 5". @param {Choice} choice @param {MoveAnalysis} move */
function tileAndEnd({ tile, arm }, { ends }) {
  const pips = ends.find((end) => end.arm === arm)?.pips;
  return pips === undefined ? t('analysis.lead', { tile }) : t('analysis.on', { tile, pips });
}

/** What would have been better than a move that cost something. @param {MoveAnalysis} move @param {Room} room */
export function betterInWords(move, room) {
  return t('analysis.better', {
    name: nameAt(room, move.seat),
    play: tileAndEnd(move.played, move),
    best: tileAndEnd(move.best, move),
    cost: percent(move.cost),
  });
}
