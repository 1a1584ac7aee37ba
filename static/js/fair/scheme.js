/** The scheme by which things are dealt, as docs/fair-deal.md describes it. Pure. */

/** @import { Options, Promise as Promised, Room } from '../protocol.js' */

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

/** @param {string} text 7-bit characters */
export const ascii = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** @param {Uint8Array} bytes */
export const hex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The bytes of lower-case hex digits; null for any other text. @param {unknown} text @returns {Bytes | null} */
export function unhex(text, length = 32) {
  if (typeof text !== 'string' || text.length !== 2 * length || !/^[0-9a-f]*$/.test(text))
    return null;
  return Uint8Array.from({ length }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

/** A number of 32 bits, the highest byte first. @param {number} number */
export function u32(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

/** A number of 64 bits, the highest byte first. @param {number} number */
export function u64(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(number));
  return bytes;
}

/** @param {Uint8Array[]} parts */
export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {Bytes} message @returns {Promise<Bytes>} */
export async function sha256(message) {
  // Absent on plain HTTP.
  const subtle = /** @type {SubtleCrypto | undefined} */ (globalThis.crypto?.subtle);
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', message));
  return (await import('../vendor/noble/sha2.js')).sha256(message);
}

/** HMAC-SHA-256 (RFC 2104) with a key of 32 bytes. @param {Bytes} key @param {Bytes} message */
async function hmac(key, message) {
  /** @param {number} value */
  const padded = (value) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ value);
  return sha256(joined(padded(0x5c), await sha256(joined(padded(0x36), message))));
}

/** The number of the scheme. */
export const SCHEME = 1;

const CHAIN = ascii('boneyard-fair/1 chain\0');
const TERMS = ascii('boneyard-fair/1 terms\0');
const SEED = ascii('boneyard-fair/1 seed\0');
const ORDER = ascii('boneyard-fair/1 order\0');
const AGREED = ascii('boneyard-fair/1 agreed\0');

/** How many secrets a chain has. */
const NUMBER_MAX = 1000;

/** The promise of a seed: its hash. @param {Bytes} seed */
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

/** The bytes of hex digits; none for what isn't such a text. @param {unknown} text */
export const bytesOf = (text, length = 32) => unhex(text, length) ?? new Uint8Array();

/** The size and the root of a public log, as bytes. @param {{ size: number, root: string }} head */
export const sizeAndRoot = ({ size, root }) => joined(u32(size), bytesOf(root));

/**
 * The terms of a match: all that is fixed before a seed is told.
 * @typedef {object} Terms
 * @property {string} table
 * @property {number} match
 * @property {string} commitment
 * @property {string} agreed the hash of the rules and of the computer players
 * @property {(Promised | null)[]} seats
 */

/** The hash of the terms of a match. @param {Terms} terms */
export function termsOf({ table, match, commitment, agreed, seats }) {
  const promises = seats.map((promise) =>
    promise === null
      ? Uint8Array.of(0)
      : joined(Uint8Array.of(1), bytesOf(promise.commitment), sizeAndRoot(promise.head)),
  );
  const head = joined(TERMS, bytesOf(table, 16), u32(match), bytesOf(commitment), bytesOf(agreed));
  return sha256(joined(head, Uint8Array.of(seats.length), ...promises));
}

/** JSON as it is hashed (RFC 8785): sorted, no white space. @param {unknown} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join()}}`;
}

/**
 * What is agreed before a match: its rules, and the level of the computer player at each seat.
 * @typedef {object} Agreed
 * @property {Options} rules
 * @property {(string | null)[]} computers
 */

/** What a table shows of that. @param {Room} room @returns {Agreed} */
export const agreedIn = ({ rules, seats }) => ({
  rules,
  computers: seats.map((seat) => seat?.computer ?? null),
});

/** The hash of what is agreed. @param {Agreed} agreed */
export const agreedHash = async ({ rules, computers }) =>
  hex(await sha256(joined(AGREED, new TextEncoder().encode(canonical({ computers, rules })))));

/**
 * The deal whose order is calculated.
 * @typedef {object} Wanted
 * @property {Bytes} terms the hash of the match's terms
 * @property {number} round
 * @property {'lots' | 'deal'} purpose
 * @property {number} attempt how many orders for this purpose the round had before
 * @property {Bytes[]} seeds of all seats that promised one
 * @property {number} [things] how many things there are
 */

/** The order of the things, which are numbers from 0. @param {Bytes} secret @param {Wanted} wanted */
export async function orderOf(secret, wanted) {
  const { terms, round, purpose, attempt, seeds, things: size = 28 } = wanted;
  const message = joined(
    ORDER,
    terms,
    u32(round),
    Uint8Array.of(purpose === 'lots' ? 0 : 1),
    u32(attempt),
    Uint8Array.of(size),
    ...seeds,
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
  const things = Array.from({ length: size }, (_, thing) => thing);
  for (let last = size - 1; last > 0; last--) {
    const mask = 2 ** Math.ceil(Math.log2(last + 1)) - 1;
    let place = last + 1;
    while (place > last) place = (await byte()) & mask;
    [things[last], things[place]] = [things[place], things[last]];
  }
  return things;
}
