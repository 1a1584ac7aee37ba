/** How the tiles of a round of trains are dealt, and what transcripts say of it. Pure. */
import { rulesOf } from './terms.js';

/** @import { Dealing, Played } from '../contract.js' */
/** @import { TrainsOptions } from './types.js' */

/** The most pips of a set. @param {Pick<TrainsOptions, 'tile_set'>} options */
export const highestOf = ({ tile_set }) => (tile_set === 'double_nine' ? 9 : 12);

/** The engine of a round: the highest double of the set, then the next lower in each round. @param {Pick<TrainsOptions, 'tile_set'>} options @param {number} round from 1 */
export function engineOf(options, round) {
  const pips = highestOf(options) + 1 - round;
  return `${pips}-${pips}`;
}

/**
 * What a transcript says of each round (crates/rules/RULES-TRAINS.md, Transcript). Lots stand before the first deal.
 * @param {string} transcript
 * @returns {Played[]}
 */
function rounds(transcript) {
  /** @type {Played[]} */
  const list = [];
  /** @type {string[]} */
  let lots = [];
  for (const line of transcript.split(/\r?\n/)) {
    const [, drawn] = /^lots begin \d: (.+)$/.exec(line) ?? [];
    const [, tiles] = /^deal \d+-\d+ begins \d: (.+)$/.exec(line) ?? [];
    const [, seat, does, tile] = /^(\d) (draws|plays) (\d+-\d+)/.exec(line) ?? [];
    if (drawn) lots = [`lots ${drawn}`];
    if (tiles) {
      list.push({ events: lots, deals: [tiles.split(' ')], drawn: [] });
      lots = [];
    }
    const round = list.at(-1);
    if (!round) continue;
    if (does === 'plays') round.events.push(`${seat} ${tile}`);
    if (does === 'draws') {
      round.events.push(`${seat} draws`);
      round.drawn.push({ seat: Number(seat), tile });
    }
    if (/^\d goes out: /.test(line)) round.end = 'domino';
    if (line.startsWith('blocked: ')) round.end = 'tied';
  }
  return list;
}

/** The engine lies on the table: it is no thing of the deal. @param {{ rules: any }} room @returns {Dealing} */
export function dealing(room) {
  const options = rulesOf(room);
  return {
    things: setSizeOf(options) - 1,
    held: options.hand_size,
    lacking: (round) => engineOf(options, round),
    rounds,
  };
}

/** How many tiles a set has. @param {TrainsOptions} options */
function setSizeOf(options) {
  const highest = highestOf(options);
  return ((highest + 1) * (highest + 2)) / 2;
}
