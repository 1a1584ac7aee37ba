/** Sums and rates of many matches. Pure. */

/** @import { MatchEntry } from '../protocol.js' */

/** How a match ended for the visitor. @param {MatchEntry} entry @returns {'won' | 'lost' | 'undecided'} */
export function resultOf({ winner, side, seat, seats }) {
  // Another player went on in the place of the one who resigned.
  if (seats[seat]?.resigned !== undefined) return 'lost';
  if (winner === null) return 'undecided';
  return winner === side ? 'won' : 'lost';
}

/** A part of a whole, in percent; 0 of nothing. @param {number} part @param {number} whole */
export function percent(part, whole) {
  return whole === 0 ? 0 : (100 * part) / whole;
}

/** What is plotted: points a round, and percentages of rounds and plays. @param {MatchEntry} entry */
export function ratesOf({ figures: { rounds, points, outs, plays, scoring_plays } }) {
  return {
    points: rounds === 0 ? 0 : points / rounds,
    outs: percent(outs, rounds),
    scoring: percent(scoring_plays, plays),
  };
}

/** @typedef {keyof ReturnType<typeof ratesOf>} Rate */

/** The same over all of them, and how many were won. @param {MatchEntry[]} entries */
export function totalsOf(entries) {
  const figures = { rounds: 0, points: 0, outs: 0, plays: 0, scoring_plays: 0 };
  for (const entry of entries) {
    for (const name of /** @type {(keyof typeof figures)[]} */ (Object.keys(figures))) {
      figures[name] += entry.figures[name];
    }
  }
  const won = entries.filter((entry) => resultOf(entry) === 'won').length;
  const all = /** @type {MatchEntry} */ ({ figures });
  return { matches: entries.length, won, ...ratesOf(all) };
}

/** The least round number that is no smaller: the top of a plot. @param {number} value */
export function topOf(value) {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return /** @type {number} */ ([1, 2, 5, 10].find((step) => step * power >= value)) * power;
}
