/** Receipts by a key of a test's own. */

import { messageOf } from '../../static/js/fair/receipt.js';
import { hex } from '../../static/js/fair/scheme.js';

/** @typedef {import('../../static/js/protocol.js').Receipt} Receipt */
/** @typedef {import('../../static/js/fair/receipt.js').Terms} Terms */

const { subtle } = globalThis.crypto;
const keys = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
const key = hex(new Uint8Array(await subtle.exportKey('raw', keys.publicKey)));
const digits = '0'.repeat(64);

/** @param {Terms} terms @returns {Promise<Receipt>} */
export async function signedReceipt({ table, match, commitment, first, seats }) {
  const log = { tree: 1, size: 0, at_ms: 0, root: digits, signature: digits + digits };
  const rest = { at_ms: 1, log, key, signature: '' };
  const receipt = { table, match, commitment, first, seats, ...rest };
  const message = await messageOf(receipt);
  const signature = await subtle.sign('Ed25519', keys.privateKey, message);
  return { ...receipt, signature: hex(new Uint8Array(signature)) };
}
