/** What this browser knows of the deals of a table, in one result. */
import { check, verdictOf } from './check.js';
import { keptLog } from './log.js';
import { dealNotes } from './notes.js';

/** @import { Fairness } from '../protocol.js' */
/** @import { Table } from '../state.js' */
/** @import { Check, Report, Result } from './check.js' */
/** @import { Note } from './notes.js' */

/** The reports of the proofs that this page got; null while they are made. @type {WeakMap<Fairness, Report | null>} */
export const reports = new WeakMap();

/**
 * @typedef {object} Verdict
 * @property {Result | null} result null before a match has begun here
 * @property {Check[]} checks all that isn't good, the worst first
 * @property {number} calledOff how many deals of the table were called off
 */

/** How many rounds have ended, also by giving up the match. @param {Table} table */
export function endedRounds({ room, view }) {
  if (!view || room.status === 'open') return 0;
  const { phase, round } = view.board;
  return phase.type === 'playing' && room.status === 'playing' ? round - 1 : round;
}

/** Of what this browser has not seen, the views tell the reason. @param {Check['what']} what */
const named = (what) => (what === 'withheld' || what === 'no_seed' ? what : 'elsewhere');

/** Why rounds that have ended are not proved yet. @param {Table['room']} room */
const unproved = ({ fairness }) => check(fairness.sealed ? 'sealed' : 'elsewhere', null);

/** What was found of a match. @param {Note} [note] */
const foundIn = ({ found = [], rounds = {} } = /** @type {Note} */ ({})) => [
  ...found,
  ...Object.values(rounds).flatMap(({ checks = [] }) => checks),
];

/** @param {Table} table @returns {Verdict} */
export function dealVerdict(table, { notes = dealNotes, log = keptLog } = {}) {
  const { id, me, room, view } = table;
  const fault = log.fault();
  const all = notes.ofTable(id);
  const bad = all.flatMap(foundIn).filter(({ result }) => result === 'bad');
  const begun = all.flatMap(({ found = [] }) => found);
  const checks = [...(fault ? [check(fault, false)] : []), ...bad, ...begun];
  const note = all.find(({ match }) => match === room.match);
  if (view) {
    const unseen = foundIn(note).filter(({ result }) => result === 'unseen');
    const rounds = Array.from({ length: endedRounds(table) }, (_, n) => note?.rounds?.[n + 1]);
    const isSeen = me.seat !== null && rounds.every((round) => round !== undefined);
    if (!note?.told && me.seat !== null) checks.push(check('no_seed', null));
    if (!isSeen) checks.push(check('elsewhere', null));
    // The proof of the round that has just ended may be on its way, if the server gives it out.
    const isComing = room.status === 'playing' && !room.fairness.sealed;
    const proved = isComing ? view.board.round - 1 : rounds.length;
    const isProved = rounds.slice(0, proved).every((round) => !round || round.checks);
    if (!isProved) checks.push(unproved(room));
    checks.push(...unseen.map(({ what }) => check(named(what), null)));
  }
  const once = checks.filter(({ what }, n) => checks.findIndex((one) => one.what === what) === n);
  return {
    result: view || once.length > 0 ? verdictOf({ checks: once }) : null,
    checks: once,
    calledOff: room.fairness.called_off,
  };
}

/** The report of a round, if this page has its proof. @param {Table} table @param {number} match @param {number} round */
export function roundReport({ proof }, match, round) {
  const isOfRound = proof?.match === match && proof.rounds[0]?.round === round;
  return isOfRound ? (reports.get(proof) ?? null) : null;
}
