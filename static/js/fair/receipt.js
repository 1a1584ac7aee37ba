// @ts-check
/**
 * The server's signed receipt for what a table is bound to, as docs/fair-deal.md describes it. A browser
 * tells its seed only once it has one.
 */
import { ascii, joined, sha256, u32, unhex } from './digest.js';

/** @typedef {import('../protocol.js').Receipt} Receipt */
/** @typedef {Pick<Receipt, 'table' | 'match' | 'commitment' | 'first' | 'seats'>} Terms */

const TERMS = ascii('boneyard-fair/2 terms\0');
const RECEIPT = ascii('boneyard-fair/2 receipt\0');

/** The bytes of hex digits; none for what isn't such a text. @param {unknown} text */
const bytes = (text, length = 32) => unhex(text, length) ?? new Uint8Array();

/** A time in milliseconds, in 8 bytes. @param {number} ms */
function time(ms) {
  const all = new Uint8Array(8);
  new DataView(all.buffer).setBigInt64(0, BigInt(ms));
  return all;
}

/** The hash of what a table is bound to for a match. @param {Terms} terms */
export function termsOf({ table, match, commitment, first, seats }) {
  const promises = seats.map((promise) =>
    promise === null ? Uint8Array.of(0) : joined(Uint8Array.of(1), bytes(promise)),
  );
  const head = joined(TERMS, bytes(table, 16), u32(match), bytes(commitment), u32(first));
  return sha256(joined(head, Uint8Array.of(seats.length), ...promises));
}

/** What the server signs. @param {Receipt} receipt */
export async function messageOf(receipt) {
  const { at_ms, log } = receipt;
  const head = joined(u32(log.tree), u32(log.size), bytes(log.root));
  return joined(RECEIPT, time(at_ms), await termsOf(receipt), head);
}

/**
 * Whether the server's key has signed the receipt. Null where the browser can't check signatures: on
 * plain HTTP from another machine, and in browsers without Ed25519.
 * @param {Receipt} receipt
 * @returns {Promise<boolean | null>}
 */
export async function isSigned(receipt) {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return null;
  /** @type {CryptoKey} */
  let key;
  try {
    key = await subtle.importKey('raw', bytes(receipt.key), 'Ed25519', false, ['verify']);
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotSupportedError' ? null : false;
  }
  const signature = bytes(receipt.signature, 64);
  return subtle.verify('Ed25519', key, signature, await messageOf(receipt));
}

/** Whether both say the same of what the table is bound to. @param {Terms} one @param {Terms} other */
export const sameTerms = (one, other) =>
  one.table === other.table &&
  one.match === other.match &&
  one.commitment === other.commitment &&
  one.first === other.first &&
  one.seats.map(String).join() === other.seats.map(String).join();
