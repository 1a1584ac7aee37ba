/**
 * The moments that are worth a sound, a vibration or a notification, found by comparing two states.
 * Pure.
 */
import { endingWinner } from './format/clock.js';
import { nameAt, personName } from './format/names.js';
import { gameOf } from './games/index.js';
import { isTimeShort, mayAnswer, myTurn, requestIn, sideOf, standing } from './select.js';

/** @import { State } from './state.js' */

/** Whether this visitor has just come to be the one to play. @param {State} state @param {State} before */
export function turnBegan({ table }, { table: old }) {
  if (!table || !myTurn(table)) return false;
  if (!old || old.id !== table.id || !myTurn(old)) return true;
  // The others could do nothing, and it is the same player's turn again.
  const { seat } = table.me;
  return table.news !== old.news && seat !== null && gameOf(table.room).isAgain(table.fresh, seat);
}

/** Whether a quick match has just been found. @param {State} state @param {State} before */
export function matchFound({ matching }, { matching: old }) {
  return matching.found !== null && matching.found !== old.found;
}

/** Whether the table of this visitor's match of a tournament has just opened. @param {State} state @param {State} before */
export function tournamentMatchBegan({ entered }, { entered: old }) {
  return entered?.table !== undefined && entered.fresh && entered.table !== old?.table;
}

/** Whether this visitor's time has just begun to run out. @param {State} state @param {State} before */
export function timeGotShort({ table }, { table: old }) {
  if (!table || !old || old.id !== table.id) return false;
  return isTimeShort(table) && !(isTimeShort(old) && standing(old).ply === standing(table).ply);
}

/** Whether time was given back to this visitor, who was told that it runs out. @param {State} state @param {State} before */
export function timeGivenBack({ table }, { table: old }) {
  if (!table || !old || old.id !== table.id || !isTimeShort(old)) return false;
  return myTurn(table) && table.time?.running?.warned === false;
}

/**
 * How a match that wasn't played out has just ended for this visitor; null if none has.
 * @param {State} state
 * @param {State} before
 * @returns {'win' | 'lose' | null}
 */
export function newEnding({ table }, { table: old }) {
  const ending = table?.room.ending;
  if (!table || !ending || ending.type === 'played' || old?.id !== table.id) return null;
  if (old.room.ending) return null;
  const winner = endingWinner(ending);
  const mine = table.me.seat === null || sideOf(table.room, table.me.seat) === winner;
  return winner === null || mine ? 'win' : 'lose';
}

/** The name of a player who has just sat down, or null. @param {State} state @param {State} before */
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
