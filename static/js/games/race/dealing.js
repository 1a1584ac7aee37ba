/** How the tiles of Ringway are dealt, and what transcripts say of it. Pure. */
import { halvesOf } from '../../tiles/pips.js';

/** @import { Dealing, Played } from '../contract.js' */

/** Lighter first; of equal weights that whose higher end is lower. @param {string} one @param {string} other */
export function byWeight(one, other) {
  const [[high, low], [otherHigh, otherLow]] = [halvesOf(one), halvesOf(other)];
  return high + low - otherHigh - otherLow || high - otherHigh;
}

/** Whether two seats hold the lightest tile: nobody would lead. @param {readonly (readonly string[])[]} hands */
function isThrownIn(hands) {
  const [lightest] = hands.flat().sort(byWeight);
  return hands.filter((hand) => hand.includes(lightest)).length > 1;
}

/**
 * What a transcript says of its one round (crates/rules/RULES-RINGWAY.md, Transcript). A tile that goes into the pit is
 * shown to its seat alone, so it is none of the events.
 * @param {string} transcript
 * @returns {Played[]}
 */
function rounds(transcript) {
  /** @type {Played} */
  const round = { events: [], deals: [], drawn: [] };
  for (const line of transcript.split(/\r?\n/)) {
    const [, how, tiles] = /^deal (again|leads \d): (.+)$/.exec(line) ?? [];
    const [, seat, does, tile] = /^(\d) (draws|places) (\d-\d)/.exec(line) ?? [];
    if (tiles) round.deals.push(tiles.split(' '));
    if (how === 'again') round.events.push('redeal');
    if (does === 'places') round.events.push(`${seat} ${tile}`);
    if (does === 'draws') {
      round.events.push(`${seat} draws`);
      round.drawn.push({ seat: Number(seat), tile });
    }
    if (/^sides? \d( wins| \d.* share)$/.test(line)) round.end = 'won';
  }
  return round.deals.length > 0 ? [round] : [];
}

/** @returns {Dealing} */
export const dealing = () => ({ things: 56, copies: 2, held: 3, rounds, isThrownIn });
