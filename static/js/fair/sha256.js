/**
 * SHA-256 (FIPS 180-4), for pages that the browser gives no WebCrypto: those that come over plain
 * HTTP from another machine, as in a game at home. Everywhere else WebCrypto does the work.
 */

/** The first 32 bits behind the point of a root. @param {number} root */
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32);

/** The first 64 primes. */
const PRIMES = (() => {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n++) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }
  return primes;
})();

const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

/** @param {number} word @param {number} bits */
const turn = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** The message with end mark and length, in whole blocks of 64 bytes. @param {Uint8Array} message */
function padded(message) {
  const blocks = Math.ceil((message.length + 9) / 64);
  const bytes = new Uint8Array(blocks * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  new DataView(bytes.buffer).setUint32(bytes.length - 4, message.length * 8);
  return bytes;
}

/** The 64 words of a block. @param {DataView} view @param {number} at */
function schedule(view, at) {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [two, fifteen] = [words[i - 2], words[i - 15]];
    const low = turn(fifteen, 7) ^ turn(fifteen, 18) ^ (fifteen >>> 3);
    const high = turn(two, 17) ^ turn(two, 19) ^ (two >>> 10);
    words[i] = words[i - 16] + low + words[i - 7] + high;
  }
  return words;
}

/** @param {Uint32Array} state @param {Uint32Array} words */
function mix(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const high = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
    const low = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] += word;
  });
}

/**
 * @param {Uint8Array} message shorter than 2^29 bytes
 * @returns {Uint8Array<ArrayBuffer>} 32 bytes
 */
export function sha256(message) {
  const bytes = padded(message);
  const view = new DataView(bytes.buffer);
  const state = Uint32Array.from(START);
  for (let at = 0; at < bytes.length; at += 64) mix(state, schedule(view, at));
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  state.forEach((word, i) => {
    out.setUint32(4 * i, word);
  });
  return digest;
}
