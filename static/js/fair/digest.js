/** Bytes, their hex digits, and the two hashes of the scheme. */

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

/** @param {Uint8Array[]} parts */
export const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** @param {Bytes} message @returns {Promise<Bytes>} */
export async function sha256(message) {
  // Absent on plain HTTP.
  const subtle = /** @type {SubtleCrypto | undefined} */ (globalThis.crypto?.subtle);
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', message));
  return (await import('./sha256.js')).sha256(message);
}

/** HMAC-SHA-256 (RFC 2104) with a key of 32 bytes. @param {Bytes} key @param {Bytes} message */
export async function hmac(key, message) {
  /** @param {number} value */
  const padded = (value) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ value);
  return sha256(joined(padded(0x5c), await sha256(joined(padded(0x36), message))));
}
