/** Receipts, and ends of matches in a log, by keys of the tests' own. */

import { createHash } from 'node:crypto';
import { messageOf } from '../../static/js/fair/receipt.js';
import { hex } from '../../static/js/fair/scheme.js';

/** @typedef {import('../../static/js/protocol.js').Receipt} Receipt */
/** @typedef {import('../../static/js/fair/receipt.js').Terms} Terms */

/** @typedef {import('../../static/js/protocol.js').ProvedEntries} ProvedEntries */

const { subtle } = globalThis.crypto;
const DIGITS = '0'.repeat(64);

/** A server that signs. */
export async function createSigner() {
  const keys = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const key = hex(new Uint8Array(await subtle.exportKey('raw', keys.publicKey)));
  /** @param {Uint8Array<ArrayBuffer>} message */
  const sign = async (message) =>
    hex(new Uint8Array(await subtle.sign('Ed25519', keys.privateKey, message)));
  return {
    /** @param {Terms} terms @param {number} [at_ms] @returns {Promise<Receipt>} */
    async receipt({ table, match, commitment, first, seats }, at_ms = 1) {
      const log = { tree: 1, size: 0, at_ms: 0, root: DIGITS, signature: DIGITS + DIGITS };
      const rest = { at_ms, log, key, signature: '' };
      const receipt = { table, match, commitment, first, seats, ...rest };
      return { ...receipt, signature: await sign(await messageOf(receipt)) };
    },
    /**
     * The log's answer for a match that has ended, in a tree of so many entries.
     * @param {string} commitment
     * @param {number} match
     * @param {number} index
     * @param {number} size
     * @returns {Promise<ProvedEntries>}
     */
    async ended(commitment, match, index, size) {
      const end = `03${'00'.repeat(8)}${commitment}${match.toString(16).padStart(8, '0')}${DIGITS}`;
      const entries = Array.from({ length: size }, (_, i) => (i === index ? end : `0${i % 10}`));
      const leaves = entries.map((entry) => hashOf(`00${entry}`));
      const root = rootOf(leaves);
      const place = `00000001${size.toString(16).padStart(8, '0')}${root}`;
      const message = Buffer.concat([
        Buffer.from('boneyard-log/1 head\0'),
        Buffer.from(`${'00'.repeat(8)}${place}`, 'hex'),
      ]);
      const signature = await sign(Uint8Array.from(message));
      const log = { tree: 1, size, at_ms: 0, root, signature };
      const entry = {
        type: /** @type {const} */ ('ended'),
        at_ms: 0,
        commitment,
        match,
        transcript: DIGITS,
      };
      return { key, entries: [{ entry, index, log, path: pathOf(leaves, index) }] };
    },
  };
}

/** @param {string} digits */
const hashOf = (digits) => createHash('sha256').update(Buffer.from(digits, 'hex')).digest('hex');

/** Where a tree of so many leaves divides. @param {number} size */
const middleOf = (size) => 2 ** Math.floor(Math.log2(size - 1));

/** @param {string[]} leaves @returns {string} */
function rootOf(leaves) {
  if (leaves.length === 1) return leaves[0];
  const middle = middleOf(leaves.length);
  return hashOf(`01${rootOf(leaves.slice(0, middle))}${rootOf(leaves.slice(middle))}`);
}

/** @param {string[]} leaves @param {number} index @returns {string[]} */
function pathOf(leaves, index) {
  if (leaves.length === 1) return [];
  const middle = middleOf(leaves.length);
  const [left, right] = [leaves.slice(0, middle), leaves.slice(middle)];
  return index < middle
    ? [...pathOf(left, index), rootOf(right)]
    : [...pathOf(right, index - middle), rootOf(left)];
}
