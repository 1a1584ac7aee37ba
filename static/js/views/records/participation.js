/** The changes of players during a finished match, in words. */
import { levelOf, nameOf, namesOf } from '../../format/names.js';
import { t } from '../../i18n/index.js';

/** @import { RecordSeat } from '../../protocol.js' */

/**
 * One sentence for each program, for who took a computer player's seat over, for who resigned, and for
 * each time in which a computer player stood in; none for a match of people who stayed to its end.
 * @param {RecordSeat[]} seats
 */
export function participation(seats) {
  const names = namesOf(
    seats.map(({ name, computer }) => ({ name: name ?? t('record.a_player'), computer })),
  );
  return seats.flatMap((sitter, seat) => ofSeat(sitter, seat, names[seat]));
}

/** @param {RecordSeat} sitter @param {number} seat @param {string} name */
function ofSeat({ bot, took_over, resigned, lent = [] }, seat, name) {
  const texts = [];
  if (bot) texts.push(t('record.bot', { name }));
  if (took_over) {
    const { level: computer, round } = took_over;
    const who = nameOf({ name: '', computer }, seat);
    texts.push(t('record.took_over', { name, who, level: levelOf({ computer }), n: round }));
  }
  for (const { round, returned } of lent) {
    const isBack = typeof returned === 'number';
    texts.push(
      isBack
        ? t('record.lent_until', { name, n: round, m: returned })
        : t('record.lent', { name, n: round }),
    );
  }
  if (resigned !== undefined) texts.push(t('record.resigned', { name, n: resigned }));
  return texts;
}
