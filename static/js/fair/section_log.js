/** What the public log and the results of a tournament say of a section (docs/fair-deal.md, What a browser does). */
import { fetchMatches } from '../tournament_api.js';
import { check } from './check.js';
import { hex } from './scheme.js';
import { areOfOneSection, boundBy } from './section.js';

/** @import { Fairness, SectionMatch } from '../protocol.js' */
/** @import { Note } from './notes.js' */
/** @import { Means } from './partner.js' */

/**
 * Of how many other matches a browser asks the log. All browsers of a section draw them at random, so that all
 * matches are looked at, and a hall with one address asks for hundreds of entries and not for thousands.
 */
const ASKED_MAX = 4;
/** How long after this match another one of its section may have begun. The times in a log are no more exact. */
const LATE_MS_MAX = 10 * 60_000;

/** Some of the matches, drawn at random. @param {SectionMatch[]} matches */
function drawn(matches) {
  const left = [...matches];
  return Array.from(
    { length: Math.min(ASKED_MAX, left.length) },
    () => left.splice(Math.floor(Math.random() * left.length), 1)[0],
  );
}

/**
 * Whether the log binds other matches of a section to the same terms, and since the time when this match began; and
 * whether no table of the round was dealt apart, by the results.
 * @param {Pick<Means, 'entries' | 'log' | 'get'>} means
 * @param {Fairness} proof
 * @param {Note | null} note
 */
export async function sectionInLog({ entries, log, get }, proof, note) {
  // What can't be a section is found by the check of the round.
  const bound = proof.section && (await boundBy(proof));
  if (!bound) return [];
  const until_ms = (note?.receipt?.at_ms ?? Number.MAX_SAFE_INTEGER) + LATE_MS_MAX;
  try {
    for (const { table, match } of drawn(proof.section ?? [])) {
      const { key, log: head, entries: found } = await entries(table, match);
      if (!(await log.follows(key, head))) return [check('section', false)];
      const began = found.filter(({ type }) => type === 'began');
      const isBound = began.every(
        (one) => one.type === 'began' && one.terms === hex(bound.terms) && one.at_ms <= until_ms,
      );
      if (began.length !== 1 || !isBound) return [check('section', false)];
    }
    if (!note?.receipt) return [];
    const { matches } = await fetchMatches(note.tournament ?? '', undefined, 0, get);
    return [check('section', await areOfOneSection(matches, note.receipt))];
  } catch {
    // The server gives no answer now.
    return [check('section', null)];
  }
}
