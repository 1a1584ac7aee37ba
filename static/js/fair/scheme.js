// @ts-check
/** The scheme by which tiles are dealt, as docs/fair-deal.md describes it. Pure. */
import { ascii, hmac, joined, sha256, u32, unhex } from './digest.js';

/** @typedef {import('./digest.js').Bytes} Bytes */
/** @typedef {import('../protocol.js').SeatFairness} SeatFairness */

/** The version that is known here. */
export const SCHEME = 1;

const CHAIN = ascii('boneyard-fair/1 chain\0');
const SEED = ascii('boneyard-fair/1 seed\0');
const ORDER = ascii('boneyard-fair/1 order\0');

/** More secrets than any chain has: what asks for more hashes is junk. */
const NUMBER_MAX = 1 << 16;

/** All tiles in the order from which each shuffle begins: 0-0, 1-0, 1-1, 2-0, … 6-6. */
const SORTED = [0, 1, 2, 3, 4, 5, 6].flatMap((high) =>
  Array.from({ length: high + 1 }, (_, low) => `${high}-${low}`),
);

/** What a seed is promised by. @param {Bytes} seed */
export const commitmentOf = (seed) => sha256(joined(SEED, seed));

/** The secret before one in its chain. @param {Bytes} secret */
export const secretBefore = (secret) => sha256(joined(CHAIN, secret));

/**
 * The head of the chain in which a secret has this number, from 1; null if no chain has so many.
 * @param {Bytes} secret
 * @param {number} number
 */
export async function headOf(secret, number) {
  if (!Number.isInteger(number) || number < 1 || number > NUMBER_MAX) return null;
  let at = secret;
  for (let i = 0; i < number; i++) at = await secretBefore(at);
  return at;
}

/**
 * What a seat adds: a kind, a length, and so many bytes.
 * @param {SeatFairness} seat
 */
function contribution({ commitment, seed }) {
  if (commitment === null) return Uint8Array.of(0, 0);
  const bytes = unhex(seed);
  return bytes ? joined(Uint8Array.of(1, bytes.length), bytes) : Uint8Array.of(2, 0);
}

/**
 * Which order is wanted.
 * @typedef {object} Wanted
 * @property {number} match
 * @property {number} round
 * @property {'lots' | 'deal'} purpose
 * @property {number} attempt how many orders for this purpose the round had before
 * @property {SeatFairness[]} seats
 */

/**
 * The order of the tiles.
 * @param {Bytes} secret
 * @param {Wanted} wanted
 */
export async function orderOf(secret, { match, round, purpose, attempt, seats }) {
  const message = joined(
    ORDER,
    u32(match),
    u32(round),
    Uint8Array.of(purpose === 'lots' ? 0 : 1),
    u32(attempt),
    Uint8Array.of(seats.length),
    ...seats.map(contribution),
  );
  let block = new Uint8Array();
  let blocks = 0;
  let taken = 0;
  async function byte() {
    if (taken === block.length) {
      block = await hmac(secret, joined(message, u32(blocks)));
      blocks += 1;
      taken = 0;
    }
    return block[taken++];
  }
  const tiles = [...SORTED];
  for (let last = tiles.length - 1; last > 0; last--) {
    const mask = 2 ** Math.ceil(Math.log2(last + 1)) - 1;
    let place = last + 1;
    while (place > last) place = (await byte()) & mask;
    [tiles[last], tiles[place]] = [tiles[place], tiles[last]];
  }
  return tiles;
}
