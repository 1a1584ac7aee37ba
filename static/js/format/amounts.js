/** Amounts as players read them. Pure. */
import { aimOf, roundsOf } from '../games/index.js';
import { language, t } from '../i18n/index.js';

/** @import { Room } from '../protocol.js' */

/**
 * Such as "1 point" or "10 points".
 * @param {number} n
 * @param {'tiles' | 'pips' | 'points' | 'wins' | 'players' | 'rounds'} what
 */
export function amount(n, what) {
  return t(`count.${what}`, { n });
}

/** Points of a match, by what they are called there. @param {number} n @param {Pick<Room, 'rules'>} room */
export const pointsInMatch = (n, room) => amount(n, aimOf(room)?.unit ?? 'points');

/** The round that is played: "Round 3", "Round 3 of 7", or "Board 3 of 4". @param {Pick<Room, 'boards' | 'rules'>} room @param {number} n */
export function roundInWords(room, n) {
  if (room.boards !== undefined) return t('table.board_of', { n, of: room.boards });
  const of = roundsOf(room);
  return of === null ? t('table.round', { n }) : t('table.round_of', { n, of });
}

/** How much later watchers see the table, if they do. @param {Room} room */
export const lateWords = ({ watch_delay_minutes: n }) =>
  n ? t('table.later', { time: t('clock.minutes', { n }) }) : '';

/** With a capital letter at its beginning. @param {string} text */
export function capitalized(text) {
  return text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);
}
