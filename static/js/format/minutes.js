/** About how long a match takes. Pure. */
import { aimOf, MINUTES, roundsOf } from '../games/index.js';
import { presetIn } from './notation.js';

/** @import { Room } from '../protocol.js' */

/** Where a side falls back, a match lasts longer by about this power of its target. */
const FALLING = 2.6;

/** Longer matches are told in steps of five minutes. */
const EXACT_MAX = 10;

/** About how many minutes a match of the usual length takes; undefined if that isn't known. @param {string} preset */
export const usualMinutes = (preset) => MINUTES[preset]?.[0];

/** About how many minutes a match at a table takes; null if that isn't known. @param {Pick<Room, 'rules' | 'notation'>} room */
export function minutesAt(room) {
  const known = MINUTES[presetIn(room.notation)];
  if (!known) return null;
  const aim = aimOf(room);
  const length = roundsOf(room) ?? aim?.target;
  const [minutes, usual] = known;
  const now = length && usual ? minutes * (length / usual) ** (aim?.falls ? FALLING : 1) : minutes;
  return now <= EXACT_MAX ? Math.max(1, Math.round(now)) : 5 * Math.round(now / 5);
}
