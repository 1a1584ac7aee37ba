/**
 * The deals of matches whose tables this page has left before their proofs came, or that another match has followed:
 * they are checked by the records.
 */
import { request } from '../api.js';
import { entriesOf, keptLog } from './log.js';
import { dealNotes, foundIn, isUnchecked } from './notes.js';
import { recordCheck } from './record.js';
import { sectionInLog } from './section_log.js';

/** @import { Matches, Record as MatchRecord } from '../protocol.js' */
/** @import { Check } from './check.js' */
/** @import { Get } from './log.js' */
/** @import { Note } from './notes.js' */

/** Whether a round of a match that is over was not checked. @param {Note} note */
export const isLeft = ({ end, last, rounds = {} }) =>
  (end !== undefined || last !== undefined) && Object.values(rounds).some(isUnchecked);

/** What is wrong with the matches of a tournament. @param {string} tournament @returns {Check[]} */
export const faultsOf = (tournament, { notes = dealNotes } = {}) =>
  notes
    .ofTournament(tournament)
    .flatMap(foundIn)
    .filter(({ result }) => result === 'bad');

/**
 * Checks what was left of matches, as far as their records are there.
 * @param {Note[]} all
 * @param {{ notes?: typeof dealNotes, log?: typeof keptLog, get?: Get<any> }} [parts] what a test replaces
 */
export async function checkLeft(all, parts = {}) {
  const { notes = dealNotes, log = keptLog, get = request } = parts;
  const entries = (/** @type {string} */ table, /** @type {number} */ match) =>
    entriesOf(table, match, get);
  let left = all.filter(isLeft);
  if (left.length === 0) return;
  const named = left.flatMap(({ record }) => record ?? []);
  // Of a match that ended while others of its section were played, the table hasn't told the record's name.
  const listed = named.length < left.length ? await ownMatches(get) : [];
  for (const id of [...named, ...listed]) {
    if (left.length === 0) return;
    const known = notes.findRecord(id, { table: '', match: 0 });
    if (known && !left.some(({ table, match }) => table === known.table && match === known.match))
      continue;
    /** @type {MatchRecord} */
    const record = await get(`/api/m/${id}`);
    const { fairness } = record;
    const note = left.find(
      ({ table, match }) => table === fairness?.table && match === fairness.match,
    );
    if (!note || !fairness) continue;
    left = left.filter((one) => one !== note);
    const of = await recordCheck(fairness, { ...record, key: record.signed?.key }, { notes, log });
    const section = await sectionInLog({ entries, log, get }, fairness, note);
    const rounds = { ...note.rounds };
    for (const [number, { shown }] of Object.entries(rounds)) {
      const { checks } = await of.check(Number(number));
      const found = [...checks, ...section].filter(({ result }) => result !== 'good');
      rounds[Number(number)] = { shown, checks: found };
    }
    notes.keep({ ...(notes.find(note.table, note.match) ?? note), record: id, rounds });
  }
}

/** The names of the visitor's records. @param {Get<any>} get */
async function ownMatches(get) {
  const { matches } = /** @type {Matches} */ (await get('/api/me/matches'));
  return matches.map(({ id }) => id);
}
