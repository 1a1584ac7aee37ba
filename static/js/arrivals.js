/** People who have just come to the visitor's table, or who ask to. Pure. */
import { nameAt, personName } from './format/names.js';
import { mayAnswer, requestIn } from './select.js';

/** @import { State } from './state.js' */

/** The name of another person who has just sat down, or null. @param {State} state @param {State} before */
export function newcomerName({ table }, { table: old }) {
  if (!table || old?.id !== table.id || table.room.status !== 'open') return null;
  const seat = table.room.seats.findIndex(
    (sitter, i) => sitter && !old.room.seats[i] && i !== table.me.seat,
  );
  const sitter = table.room.seats[seat];
  return sitter ? nameAt(table.room, seat) : null;
}

/**
 * The name of the person who asks for a computer player's seat, if this visitor may answer since now.
 * @param {State} state
 * @param {State} before
 * @returns {string | null}
 */
export function requestingName({ table }, { table: old }) {
  const request = table && requestIn(table);
  if (!request || !mayAnswer(table)) return null;
  const asked = old?.id === table.id ? requestIn(old) : null;
  const known = asked?.asked_ms === request.asked_ms && old && mayAnswer(old);
  return known ? null : personName(table, request);
}
