/**
 * What the server signs, as docs/fair-deal.md describes it: a receipt for what a table is bound to, without
 * which a browser tells no seed, and records.
 */
import { ascii, joined, sha256, u32, unhex } from './scheme.js';

/** @import {Receipt} from '../protocol.js' */
/** @import { Bytes } from './scheme.js' */

/** @typedef {Pick<Receipt, 'table' | 'match' | 'commitment' | 'first' | 'seats'>} Terms */

const TERMS = ascii('boneyard-fair/1 terms\0');
const RECEIPT = ascii('boneyard-fair/1 receipt\0');
const HEAD = ascii('boneyard-log/1 head\0');
const RECORD = ascii('boneyard-record/1\0');

/** The bytes of hex digits; none for what isn't such a text. @param {unknown} text */
const bytes = (text, length = 32) => unhex(text, length) ?? new Uint8Array();

/** A number of 64 bits, the highest byte first. @param {number} number */
export function u64(number) {
  const all = new Uint8Array(8);
  new DataView(all.buffer).setBigInt64(0, BigInt(number));
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

/** The size and the root of the public log, as bytes. @param {Receipt['log']} log */
const placeOf = ({ tree, size, root }) => joined(u32(tree), u32(size), bytes(root));

/** What the server signs in a receipt. @param {Receipt} receipt */
export async function messageOf(receipt) {
  return joined(RECEIPT, u64(receipt.at_ms), await termsOf(receipt), placeOf(receipt.log));
}

/** Whether the server's key has signed the receipt. @param {Receipt} receipt */
export const isSigned = async (receipt) => holds(receipt, await messageOf(receipt));

/** Whether a key has signed a head of the public log. @param {string} key @param {Receipt['log']} head */
export const isHeadSigned = (key, head) =>
  holds({ key, signature: head.signature }, joined(HEAD, u64(head.at_ms), placeOf(head)));

/** JSON as it is signed (RFC 8785): sorted, no white space. @param {unknown} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join()}}`;
}

/**
 * Whether a record is as the key that it names has signed it. It may come from anywhere: what isn't a
 * signature at all doesn't hold.
 * @param {{ signed?: unknown }} record
 */
export async function isRecordSigned({ signed, ...rest }) {
  try {
    const { log, key, signature } = /** @type {Receipt} */ (signed);
    const hash = await sha256(new TextEncoder().encode(canonical(rest)));
    return await holds({ key, signature }, joined(RECORD, hash, placeOf(log)));
  } catch {
    return false;
  }
}

/**
 * Whether a key has signed a message. Null where the browser can't check signatures: on plain HTTP from
 * another machine, and in browsers without Ed25519.
 * @param {Pick<Receipt, 'key' | 'signature'>} signed
 * @param {Bytes} message
 */
async function holds({ key: digits, signature }, message) {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return null;
  /** @type {CryptoKey} */
  let key;
  try {
    key = await subtle.importKey('raw', bytes(digits), 'Ed25519', false, ['verify']);
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotSupportedError' ? null : false;
  }
  return subtle.verify('Ed25519', key, bytes(signature, 64), message);
}

/** Whether two receipts bind the table to the same terms. @param {Terms} one @param {Terms} other */
export const sameTerms = (one, other) =>
  one.table === other.table &&
  one.match === other.match &&
  one.commitment === other.commitment &&
  one.first === other.first &&
  one.seats.map(String).join() === other.seats.map(String).join();
