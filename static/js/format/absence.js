/**
 * What is said of players who are away, and to a player whose connection is lost: what the clock does, and
 * from when on the others may go on. The server tells the times; none is worked out here. Pure.
 */
import { joinNames, t } from '../i18n/index.js';
import { isOther, ownSeat } from '../select.js';
import { clockFace } from './clock.js';
import { nameAt } from './names.js';

/** @import { Absent } from '../protocol.js' */
/** @import { Outside, Table } from '../state.js' */

/**
 * A sentence. In the place of `TIME` stands what is left until a time of the server's clock.
 * @typedef {{ text: string, until?: number }} Note
 */

/** Stands for the time that is left; no name has this character. */
export const TIME = '\0';

/** Whether a time of the server's clock has come. @param {number | undefined} ms @param {number} now_ms */
export const isDue = (ms, now_ms) => ms !== undefined && ms <= now_ms;

/**
 * The note for the others about the absent player on turn.
 * @param {Outside & Partial<Table>} table
 * @param {Absent} absent
 * @param {number} now_ms by the server's clock
 * @returns {Note}
 */
export function absentNote({ room, presence, time }, absent, now_ms) {
  const { seat, computer_ms, place_ms, claim_ms } = absent;
  const params = { name: nameAt(room, seat), time: TIME };
  const running = time?.running;
  if (running?.seat === seat) return { text: t('away.clock', params), until: running.until_ms };
  const here = presence.seats[seat];
  if (place_ms === undefined || isDue(place_ms, now_ms)) {
    return { text: t(here ? 'away.idle' : 'away.now', params) };
  }
  if (!isDue(computer_ms, now_ms)) {
    const text = t(here ? 'away.idle_soon' : 'away.soon', params);
    return { text, until: Math.min(computer_ms ?? place_ms, place_ms) };
  }
  const text = t(claim_ms === undefined ? 'away.place_soon' : 'away.claim_soon', params);
  return { text, until: claim_ms ?? place_ms };
}

/**
 * The note for a player on turn who keeps the others waiting.
 * @param {Absent} absent
 * @param {number} now_ms by the server's clock
 * @returns {Note}
 */
export function ownIdleNote({ place_ms }, now_ms) {
  if (place_ms === undefined || isDue(place_ms, now_ms)) return { text: t('away.own') };
  return { text: t('away.own_soon', { time: TIME }), until: place_ms };
}

/** The names of the absent players, the longest absent first; '' for fewer than two. @param {Outside} table */
export function othersAwayText({ room, me, presence }) {
  const since = (/** @type {number} */ seat) => presence.away_since_ms[seat] ?? 0;
  const away = room.seats
    .map((_, seat) => seat)
    .filter((seat) => isOther({ room, me }, seat) && !presence.seats[seat])
    .filter((seat) => !room.seats[seat]?.lent && !room.seats[seat]?.resigned)
    .sort((one, other) => since(one) - since(other));
  if (away.length < 2) return '';
  return t('away.all', { names: joinNames(away.map((seat) => nameAt(room, seat))) });
}

/**
 * The note for a player whose connection is lost: what happens at the table, as far as the page knows.
 * @param {Table} table
 * @param {number} now_ms by the server's clock
 * @returns {Note | null}
 */
export function lostNote(table, now_ms) {
  const { room, me, time } = table;
  const own = ownSeat(table);
  if (room.status !== 'playing' || !own || me.seat === null || own.resigned) return null;
  if (own.lent) return { text: t('away.you_lent') };
  if (!time) {
    const others = room.seats.some((_, seat) => isOther(table, seat));
    return { text: t(others ? 'lost.waits_while' : 'lost.waits') };
  }
  if (time.running?.seat !== me.seat) {
    return { text: t('lost.later', { time: clockFace(time.left_ms[me.seat]) }) };
  }
  const until = time.running.until_ms;
  if (isDue(until, now_ms)) return { text: t('lost.over') };
  return { text: t('lost.clock', { time: TIME }), until };
}
