/** The line that says what the table waits for, and the words beside a seat. Pure. */
import { t } from '../i18n/index.js';
import { drawnNow, muggins, myTurn, placements, turnOf, warned } from '../select.js';
import { nameAt } from './words.js';

/** @import { Turn } from '../select.js' */
/** @import { Table } from '../state.js' */

/**
 * What the table waits for, as this visitor should read it.
 * @param {Table} table
 */
export function turnLine(table) {
  const turn = turnOf(table);
  if (turn === null) return table.room.status === 'playing' ? t('turn.shuffling') : '';
  if (!myTurn(table)) return t('turn.other', { name: nameAt(table.room, turn) });
  if (table.ui.pending) return t('turn.sending');
  if (warned(table)) return t('clock.warning');
  if (table.ui.choice) {
    return muggins(table)
      ? t('turn.choose_announce')
      : t('turn.choose_end', { tile: table.ui.choice });
  }
  const offers = placements(table);
  if (offers.some((offer) => offer.arm === null)) {
    const only = offers.length === 1 ? offers[0] : null;
    return only ? t('turn.you_must_lead', { tile: only.tile }) : t('turn.you_lead');
  }
  const drew = drawnNow(table.view?.history ?? [], turn);
  return drew > 0 ? t('turn.you_drew', { n: drew }) : t('turn.you');
}

/**
 * A seat's last turn in a word or two, such as "drew 3, passes".
 * @param {Turn | null} turn
 */
export function turnNote(turn) {
  if (!turn) return '';
  if (turn.called) {
    return turn.points > 0 ? t('note.called', { points: turn.points }) : t('note.called_nothing');
  }
  const words = turn.drew > 0 ? [t('note.drew', { n: turn.drew })] : [];
  if (turn.passed) words.push(t('note.passes'));
  else if (turn.tile) words.push(turn.points > 0 ? `${turn.tile} +${turn.points}` : turn.tile);
  return words.join(', ');
}
