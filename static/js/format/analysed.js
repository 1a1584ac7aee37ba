/** Moves of an analysed match in words and figures. Pure. */
import { t } from '../i18n/index.js';
import { percent } from './accuracy.js';
import { nameAt } from './names.js';

/** @import { Choice, MoveAnalysis as Move, Room } from '../protocol.js' */

/** A tile and where it goes, such as "6-4 on the 5". @param {Choice} choice @param {Move} move */
function tileAndEnd({ tile, arm }, { ends }) {
  const pips = ends.find((end) => end.arm === arm)?.pips;
  return pips === undefined ? t('analysis.lead', { tile }) : t('analysis.on', { tile, pips });
}

/** How bad a move was: nothing lost, a little, or much. @param {Move} move */
export function levelOf({ cost, choices }) {
  if (choices < 2) return 'forced';
  if (cost === 0) return 'best';
  return cost < MUCH ? 'slip' : 'mistake';
}

/** From so many thousandths of the chance to win on, a move cost much. */
const MUCH = 50;

/** What would have been better than a move that cost something. @param {Move} move @param {Room} room */
export function betterInWords(move, room) {
  return t('analysis.better', {
    name: nameAt(room, move.seat),
    play: tileAndEnd(move.played, move),
    best: tileAndEnd(move.best, move),
    cost: percent(move.cost),
  });
}
