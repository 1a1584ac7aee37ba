/** Time in words and digits, and how a match ended that wasn't played out. Pure. */

import { locale, t } from '../i18n/index.js';
import { nameAt } from './names.js';
import { matchWonInWords } from './sides.js';

/** @import { ClockRule, Ending, Room, Time } from '../protocol.js' */
/** @import { Table } from '../state.js' */

/** Shorter absences and thoughts aren't worth a number. */
const SHORT_MS = 20_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long players may think, such as "30 s", "5 min + 3 s" or "3 days a move". @param {ClockRule | undefined} rule */
export function clockWords(rule) {
  if (!rule || rule.type === 'none') return t('clock.none');
  if (rule.type === 'days') return t('clock.days_move', { n: rule.days });
  const time = spanWords(rule.seconds);
  if (rule.type !== 'bank' || rule.increment === 0) return time;
  return t('clock.increment', { time, more: t('clock.seconds', { n: rule.increment }) });
}

/** @param {number} seconds */
function spanWords(seconds) {
  return seconds < 60 || seconds % 60 !== 0
    ? t('clock.seconds', { n: seconds })
    : t('clock.minutes', { n: seconds / 60 });
}

/**
 * What a seat has left at a moment of the server's clock, in milliseconds.
 * @param {Time} time
 * @param {number} seat
 * @param {number} now_ms
 */
export function leftMs({ running, left_ms }, seat, now_ms) {
  if (running?.seat !== seat) return left_ms[seat] ?? 0;
  return Math.max(0, running.until_ms - Math.max(now_ms, running.since_ms));
}

/** As a clock shows it, such as "1:05", rounded up: 0:00 means now or past. @param {number} ms */
export function clockFace(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** What is left of days, such as "2 days", "1 day 5 h" or "3 h 20 min"; the last hour as a clock shows it. @param {number} ms */
export function daysFace(ms) {
  const minutes = Math.ceil(ms / MINUTE_MS);
  if (minutes < 60) return clockFace(ms);
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return t('clock.hours_minutes', { hours, minutes: minutes % 60 });
  const days = t('clock.days', { n: Math.floor(hours / 24) });
  return hours % 24 === 0 ? days : t('clock.days_hours', { days, hours: hours % 24 });
}

/** Whether matches are played over days. @param {{ clock?: ClockRule }} table */
export const isOverDays = ({ clock }) => clock?.type === 'days';

/** A time span in its largest unit, such as "2 min"; '' for a short one. @param {number} ms */
export function span(ms) {
  if (ms < SHORT_MS) return '';
  if (ms < MINUTE_MS) return t('clock.seconds', { n: Math.floor(ms / 10_000) * 10 });
  if (ms < HOUR_MS) return t('clock.minutes', { n: Math.floor(ms / MINUTE_MS) });
  return t('clock.hours', { n: Math.floor(ms / HOUR_MS) });
}

const hour = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const dayAndHour = new Intl.DateTimeFormat(locale, {
  weekday: 'long',
  hour: 'numeric',
  minute: '2-digit',
});

/** Since when something has been so, such as "since 14:05", with the day if that was another. @param {number} ms */
export function sinceWords(ms) {
  const then = new Date(ms);
  const format = then.toDateString() === new Date().toDateString() ? hour : dayAndHour;
  return t('own.since', { time: format.format(then) });
}

/** Since when a player is away, such as "away for 2 min", or ''. @param {Table} table @param {number} seat */
export function awayWords({ room, presence, ui: { now_ms } }, seat) {
  // Over days nobody stays.
  if (!room.seats[seat] || presence.seats[seat] || isOverDays(room)) return '';
  const since = presence.away_since_ms[seat];
  const time = since === null || since === undefined ? '' : span(now_ms - since);
  return time ? t('seat.away_for', { time }) : t('seat.away');
}

/** How long the seat in turn has been thinking, if unusually long, or ''. @param {Table} table */
export function thinkingWords({ room, ui: { turn_since_ms, now_ms } }) {
  const time = turn_since_ms === null || isOverDays(room) ? '' : span(now_ms - turn_since_ms);
  return time ? t('seat.thinking_for', { time }) : '';
}

/**
 * Why the match is over though nobody has reached the target; '' if somebody has.
 * @param {Room} room
 * @param {number | null} [you] the seat that is spoken to
 */
export function endingWords(room, you = null) {
  const { ending } = room;
  switch (ending?.type) {
    case 'resigned':
      if (ending.seat === you) return t('ending.you_resigned');
      return t('ending.resigned', { name: nameAt(room, ending.seat) });
    case 'claimed': {
      const names = { name: nameAt(room, ending.seat), by: nameAt(room, ending.by) };
      if (ending.seat === you) return t('ending.claimed_you', names);
      return t(ending.by === you ? 'ending.you_claimed' : 'ending.claimed', names);
    }
    case 'agreed':
      return t('ending.agreed');
    case 'abandoned':
      return t('ending.abandoned');
    case 'withdrawn':
      return t('ending.withdrawn', { name: nameAt(room, ending.seat) });
    case 'decided':
      return t('ending.decided');
    default:
      return '';
  }
}

/** How a match ended and who has won it. @param {Room} room @param {Ending} ending */
export function endingInWords(room, ending) {
  const why = endingWords({ ...room, ending });
  const winner = endingWinner(ending);
  const who = winner === null ? t('event.match_none') : matchWonInWords(room, winner);
  return [...(why ? [why] : []), who];
}

/** The side that has won a match; null if none has. @param {Ending | undefined} ending */
export function endingWinner(ending) {
  return ending && 'winner' in ending ? ending.winner : null;
}
