/** Signatures of a server: Ed25519 (RFC 8032). */
import { bytesOf } from './scheme.js';

/** @import { Bytes } from './scheme.js' */

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
