/** How long something has lasted, in words. Pure. */
import { t } from '../i18n/index.js';

/** @import { Table } from '../state.js' */

/** Shorter absences and thoughts aren't worth a number. */
const SHORT_MS = 20_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * A time span in its largest unit, such as "2 min"; '' for one that is too short to tell.
 * @param {number} ms
 */
export function span(ms) {
  if (ms < SHORT_MS) return '';
  if (ms < MINUTE_MS) return t('span.seconds', { n: Math.floor(ms / 10_000) * 10 });
  if (ms < HOUR_MS) return t('span.minutes', { n: Math.floor(ms / MINUTE_MS) });
  return t('span.hours', { n: Math.floor(ms / HOUR_MS) });
}

/**
 * Since when a seat's player is away, such as "away for 2 min"; '' for one who is there.
 * @param {Table} table
 * @param {number} seat
 */
export function awayWords({ room, presence, ui: { now_ms } }, seat) {
  if (!room.seats[seat] || presence.seats[seat]) return '';
  const since = presence.away_since_ms[seat];
  const time = since === null || since === undefined ? '' : span(now_ms - since);
  return time ? t('seat.away_for', { time }) : t('seat.away');
}

/**
 * How long the seat whose turn it is has been thinking, such as "thinking for 40 s"; '' as long
 * as that is nothing unusual.
 * @param {Table} table
 */
export function thinkingWords({ ui: { turn_since_ms, now_ms } }) {
  const time = turn_since_ms === null ? '' : span(now_ms - turn_since_ms);
  return time ? t('seat.thinking_for', { time }) : '';
}
