// @ts-check
/** Who sat down in the middle of a finished match, in words. */
import { nameOf } from '../../format/words.js';
import { t } from '../../i18n/index.js';

/**
 * One sentence for each who took a computer player's seat over; none for a match of those who began it.
 * @param {import('../../protocol.js').RecordSeat[]} seats
 */
export function latecomers(seats) {
  return seats.flatMap(({ name, took_over }) => {
    if (!took_over) return [];
    const who = nameOf({ name: '', computer: took_over.level });
    const names = { name: name ?? t('record.a_player'), who, n: took_over.round };
    return [t('record.took_over', names)];
  });
}
