// @ts-check
/** The line above the hand, where something is planned. Pure. */
import { turnLine } from '../format/turn.js';
import { nameAt } from '../format/words.js';
import { t } from '../i18n/index.js';
import { mayChooseAhead, turnOf } from '../select.js';

/**
 * What the table waits for, and what is going to be played without a further touch.
 * @param {import('../state.js').Table} table
 */
export function planLine(table) {
  const { soon, ahead, word } = table.ui.plan;
  if (soon) return t(`soon.${soon.why}`, { tile: soon.offer.tile });
  const turn = turnOf(table);
  if (ahead && turn !== null && mayChooseAhead(table)) {
    const name = nameAt(table.room, turn);
    const pips = table.view?.board.ends.find((end) => end.arm === ahead.arm)?.pips;
    return pips === undefined
      ? t('ahead.line', { name, tile: ahead.tile })
      : t('ahead.line_on', { name, tile: ahead.tile, pips });
  }
  return word && !table.ui.choice ? `${word.text} ${turnLine(table)}` : turnLine(table);
}
