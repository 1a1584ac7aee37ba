/** What this browser knows of the deals of a table, in one result. Pure. */
import { standing, turnOf } from '../select.js';
import { check, verdictOf } from './check.js';
import { keptLog } from './log.js';
import { dealNotes, foundIn } from './notes.js';
import { calledOffBefore } from './table_log.js';

/** @import { Table } from '../state.js' */
/** @import { Check, Result } from './check.js' */
/** @import { Note } from './notes.js' */

/**
 * @typedef {object} Verdict
 * @property {Result | null} result null before a match has begun here
 * @property {Check[]} checks all that isn't good, the worst first
 * @property {number} calledOff how many deals of the table were called off
 * @property {number} unshown how many matches ended for which this browser told its seed and saw no tile
 */

/** How many rounds have ended, also by giving up the match. @param {Table} table */
export function endedRounds(table) {
  if (table.room.status === 'open') return 0;
  const { round } = standing(table);
  return turnOf(table) === null ? round : round - 1;
}

/** Whether the server may keep proofs back: only while other tables play the same deals. @param {Table['room']} room */
export const isSealed = ({ fairness, boards }) => fairness.sealed === true && boards !== undefined;

/** What this browser may not have seen of a match, in words of their own. */
const NAMED = new Set(['withheld', 'unshown', 'time', 'section', 'no_seed']);

/** What this browser can't know of a match. @param {Note} [note] */
const unseenIn = (note) =>
  foundIn(note)
    .filter(({ result }) => result === 'unseen')
    .map((one) => (NAMED.has(one.what) ? one : check('elsewhere', null)));

/** What is open of a match for which this browser told its seed, and after which another one came. @param {Note} note */
function openIn({ told, dealt, end, rounds = {} }) {
  if (!told) return [];
  if (!end) return [check('unlogged', null)];
  if (end.type === 'called_off' || !dealt) return [];
  const known = Object.keys(rounds).length;
  const isWhole = Object.keys(rounds).every((round) => Number(round) <= known);
  const isProved = Object.values(rounds).every(({ checks }) => checks);
  return [
    ...(isProved && known > 0 ? [] : [check('unproved', null)]),
    ...(isWhole ? [] : [check('elsewhere', null)]),
  ];
}

/** What can't be known of the match that is shown. @param {Table} table @param {Note} [note] */
function openNow(table, note) {
  const { me, room, view } = table;
  if (!view) return [];
  const rounds = Array.from({ length: endedRounds(table) }, (_, n) => note?.rounds?.[n + 1]);
  const isSeen = me.seat !== null && rounds.every((round) => round !== undefined);
  // The proof of the round that has just ended may be on its way, if the server gives it out.
  const isComing = room.status === 'playing' && !isSealed(room);
  const proved = isComing ? standing(table).round - 1 : rounds.length;
  const isProved = rounds.slice(0, proved).every((round) => !round || round.checks);
  return [
    ...(note?.told || me.seat === null ? [] : [check('no_seed', null)]),
    ...(isSeen ? [] : [check('elsewhere', null)]),
    ...(isProved ? [] : [check(isSealed(room) ? 'sealed' : 'unproved', null)]),
  ];
}

/** @param {Table} table @returns {Verdict} */
export function dealVerdict(table, { notes = dealNotes, log = keptLog } = {}) {
  const { id, room, view } = table;
  const fault = log.fault();
  const all = notes.ofTable(id);
  const note = all.find(({ match }) => match === room.match);
  const earlier = all.filter(({ match }) => match < room.match || match < room.fairness.match);
  const checks = [
    ...(fault ? [check(fault, false)] : []),
    ...all.flatMap(foundIn).filter(({ result }) => result === 'bad'),
    ...openNow(table, note),
    ...earlier.filter((one) => one !== note).flatMap(openIn),
    ...all.filter((one) => one.told || one === note).flatMap(unseenIn),
  ];
  const once = checks.filter(({ what }, n) => checks.findIndex((one) => one.what === what) === n);
  return {
    result: view || once.length > 0 ? verdictOf({ checks: once }) : null,
    checks: once,
    calledOff: Math.max(room.fairness.called_off, calledOffBefore(all)),
    unshown: all.flatMap(foundIn).filter(({ what }) => what === 'unshown').length,
  };
}
