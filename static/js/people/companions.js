/** With whom a visitor has played, by the matches of theirs. Pure. */

/** @import { MatchEntry } from '../protocol.js' */

/** A person, and the latest match with them. @typedef {{ name: string, match: MatchEntry }} Companion */

/** As many people as are listed. An older match is found among the visitor's own. */
const COMPANIONS_MAX = 12;

/**
 * The people of some matches, each once, with the latest match.
 * @param {readonly MatchEntry[]} matches the latest first
 * @returns {Companion[]}
 */
export function companionsIn(matches) {
  /** @type {Map<string, Companion>} */
  const found = new Map();
  for (const match of matches) {
    for (const [seat, { name, computer, bot }] of match.seats.entries()) {
      const isOther = seat !== match.seat && name !== null && !computer && !bot;
      if (isOther && !found.has(name)) found.set(name, { name, match });
    }
  }
  return [...found.values()].slice(0, COMPANIONS_MAX);
}
