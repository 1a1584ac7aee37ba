/** The sides of a table, and who has won, in words. Pure. */
import { joinNames, t } from '../i18n/index.js';
import { sides } from '../select.js';
import { nameAt } from './names.js';

/** @import { Room } from '../protocol.js' */

/**
 * The names of a side, such as "Ana + Ben".
 * @param {Room} room
 * @param {number} side
 * @param {number | null} [you] the seat that is spoken to: of partners, "You + Ben"
 */
export function sideName(room, side, you = null) {
  const seats = sides(room)[side] ?? [];
  const names = seats.map((seat) => (seat === you ? t('name.you') : nameAt(room, seat)));
  return seats.length > 1 ? partnersOf(names) : nameAt(room, seats[0]);
}

/** The players of a side, such as "Ana + Ben". @param {string[]} names one or two */
export function partnersOf([one, other]) {
  return other === undefined ? one : t('join.partners', { one, other });
}

/**
 * Who has won, such as "Ada wins the match". Headlines use these words too, so they have no full stop.
 * @param {'round' | 'match'} what
 * @param {Room} room
 * @param {number} side
 * @param {{ you?: number | null, round?: number }} [more] the seat that is spoken to, and the round's number
 */
export function winsInWords(what, room, side, { you = null, round = 0 } = {}) {
  const seats = sides(room)[side];
  if (you === null || !seats.includes(you)) {
    return t(`summary.${what}_won`, { side: sideName(room, side), n: seats.length, round });
  }
  const partner = seats.find((seat) => seat !== you);
  if (partner === undefined) return t(`summary.${what}_won_you`, { round });
  return t(`summary.${what}_won_us`, { partner: nameAt(room, partner), round });
}

/** Who has won the match, as a sentence. @param {Room} room @param {number} side @param {number | null} [you] */
export function matchWonInWords(room, side, you = null) {
  const seats = sides(room)[side];
  if (you !== null && seats.includes(you)) return winsInWords('match', room, side, { you });
  return t('event.match_won', { side: sideName(room, side), n: seats.length });
}

/** Who share the win of the match, as a sentence. @param {Room} room @param {readonly number[]} seats @param {number | null} [you] */
export const sharedInWords = (room, seats, you = null) =>
  t('event.match_shared', {
    names: joinNames(seats.map((seat) => (seat === you ? t('name.you') : nameAt(room, seat)))),
  });

/** A side within a sentence: "you" if it is the reader alone. @param {Room} room @param {number} side @param {number | null} you */
export function sideInSentence(room, side, you) {
  const [first, partner] = sides(room)[side];
  return first === you && partner === undefined ? t('seat.you') : sideName(room, side);
}
