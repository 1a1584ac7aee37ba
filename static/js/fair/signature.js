/** Signatures of a server: Ed25519 (RFC 8032). */
import { ascii, bytesOf, canonical, joined, sha256, sizeAndRoot } from './scheme.js';

/** @import { Bytes } from './scheme.js' */
/** @import { RecordSignature } from '../protocol.js' */

/**
 * Whether a key has signed a message.
 * @param {string} key hex digits
 * @param {string} signature hex digits
 * @param {Bytes} message
 */
export async function verifies(key, signature, message) {
  const [keyBytes, signed] = [bytesOf(key), bytesOf(signature, 64)];
  if (keyBytes.length === 0 || signed.length === 0) return false;
  try {
    return await verifiesBuiltIn(keyBytes, signed, message);
  } catch {
    // Absent on plain HTTP, and Ed25519 is absent in older browsers.
    return verifiesByLibrary(keyBytes, signed, message);
  }
}

/** @param {Bytes} key @param {Bytes} signature @param {Bytes} message */
async function verifiesBuiltIn(key, signature, message) {
  const { subtle } = globalThis.crypto;
  const imported = await subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
  return subtle.verify('Ed25519', imported, signature, message);
}

/** @param {Bytes} key @param {Bytes} signature @param {Bytes} message */
async function verifiesByLibrary(key, signature, message) {
  const [{ hashes, verify }, { sha512 }] = await Promise.all([
    import('../vendor/noble/ed25519.js'),
    import('../vendor/noble/sha2.js'),
  ]);
  hashes.sha512 = sha512;
  try {
    return verify(signature, message, key);
  } catch {
    // Bytes that are no key.
    return false;
  }
}

const RECORD = ascii('boneyard-record/1\0');

/**
 * Whether a record is as the key that it names has signed it; null if that couldn't be checked. It may come
 * from anywhere: what isn't a signature at all doesn't hold.
 * @param {{ signed?: unknown }} record
 */
export async function isRecordSigned({ signed, ...rest }) {
  const hash = await sha256(new TextEncoder().encode(canonical(rest)));
  const { log, key, signature } = /** @type {Partial<RecordSignature>} */ (signed ?? {});
  if (!log || typeof log.size !== 'number' || !key || !signature) return false;
  return verifies(key, signature, joined(RECORD, hash, sizeAndRoot(log))).catch(() => null);
}
