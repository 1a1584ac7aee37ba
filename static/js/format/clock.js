/** Clocks in words and digits, and how a match ended that wasn't played out. Pure. */
import { t } from '../i18n/index.js';
import { nameAt, sideName } from './words.js';

/** @import { ClockRule, Ending, Room, Time } from '../protocol.js' */
/** @import { Table } from '../state.js' */

/**
 * How long players may think, such as "30 s" or "5 min + 3 s".
 * @param {ClockRule | undefined} rule
 */
export function clockWords(rule) {
  if (!rule || rule.type === 'none') return t('clock.none');
  const time = spanWords(rule.seconds);
  return rule.type === 'bank' ? `${time} + ${t('clock.seconds', { n: rule.increment })}` : time;
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

/**
 * As a clock shows it, such as "1:05": the second that has begun counts, so that 0:00 means now.
 * @param {number} ms
 */
export function clockFace(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Why the match is over though nobody has reached the target; '' if somebody has.
 * @param {Room} room
 */
export function endingWords(room) {
  const { ending } = room;
  switch (ending?.type) {
    case 'resigned':
      return t('ending.resigned', { name: nameAt(room, ending.seat) });
    case 'claimed':
      return t('ending.claimed', {
        name: nameAt(room, ending.seat),
        by: nameAt(room, ending.by),
      });
    case 'agreed':
      return t('ending.agreed');
    case 'abandoned':
      return t('ending.abandoned');
    default:
      return '';
  }
}

/**
 * How a match ended and who has won it.
 * @param {Room} room
 * @param {Ending} ending
 */
export function endingInWords(room, ending) {
  const why = endingWords({ ...room, ending });
  const winner = endingWinner(ending);
  const who =
    winner === null ? t('ending.none') : t('summary.match_won', { side: sideName(room, winner) });
  // It is also a headline, which has no full stop.
  return [...(why ? [why] : []), `${who}.`];
}

/**
 * The side that has won a match; null if none has.
 * @param {Ending | undefined} ending
 */
export function endingWinner(ending) {
  return ending && 'winner' in ending ? ending.winner : null;
}
