/** About how long a match takes. Pure. */
import { aimOf } from '../games/index.js';
import { presetIn } from './notation.js';

/** @import { Room } from '../protocol.js' */

/**
 * About how many minutes a match to the usual target takes, and that target, by preset: estimated from simulated matches,
 * at five seconds for each play and twelve between rounds.
 * @type {Record<string, [minutes: number, target: number]>}
 */
const MINUTES = {
  Draw: [20, 100],
  Block: [20, 100],
  Fives: [10, 150],
  'Five-Up': [10, 150],
  'Draw, winner leads': [25, 150],
  'Block, winner leads': [20, 150],
  'Quick Draw': [9, 50],
  'Quick All Fives': [6, 100],
  'Fives and Threes': [8, 61],
  'All Fives': [10, 150],
  'Party Block': [15, 100],
  'Party Draw': [15, 100],
  Muggins: [15, 61],
  'Spanish Pairs': [15, 100],
  'Latin Pairs': [20, 100],
  'Federation Pairs': [40, 300],
  'Mexican Pairs': [20, 100],
  Quinientos: [25, 500],
  'Dominican Pairs': [20, 200],
  'Six-Love': [90, 6],
  'Cut-Throat': [30, 6],
  Cochon: [8, 3],
  'Brazilian Pairs': [15, 6],
  'Cuban Double-Nine': [15, 100],
  Kozel: [25, 101],
};

/** Where a side falls back, a match lasts longer by about this power of its target. */
const FALLING = 2.6;

/** Longer matches are told in steps of five minutes. */
const EXACT_MAX = 10;

/** About how many minutes a match to the usual target takes; undefined if that isn't known. @param {string} preset */
export const usualMinutes = (preset) => MINUTES[preset]?.[0];

/** About how many minutes a match at a table takes; null if that isn't known. @param {Pick<Room, 'rules' | 'notation'>} room */
export function minutesAt(room) {
  const known = MINUTES[presetIn(room.notation)];
  const aim = aimOf(room);
  if (!known || !aim) return null;
  const [minutes, target] = known;
  const now = minutes * (aim.target / target) ** (aim.falls ? FALLING : 1);
  return now <= EXACT_MAX ? Math.max(1, Math.round(now)) : 5 * Math.round(now / 5);
}
