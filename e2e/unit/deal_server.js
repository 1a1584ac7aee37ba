/** A server of deals, of the tests' own: a public log, and a table that can be made dishonest. */

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { entryBytes, logNameOf } from '../../static/js/fair/log.js';
import { ascii, bytesOf, hex, joined, sizeAndRoot, u64 } from '../../static/js/fair/scheme.js';

/** @typedef {import('../../static/js/protocol.js').LogEntry} LogEntry */
/** @typedef {import('../../static/js/protocol.js').Promise} Promised */
/** @typedef {import('../../static/js/protocol.js').Receipt} Receipt */

/** @param {Uint8Array[]} parts */
const hash = (...parts) => {
  const made = createHash('sha256');
  for (const part of parts) made.update(part);
  return made.digest();
};

/** Where a tree of so many leaves divides. @param {number} size */
const middleOf = (size) => 2 ** Math.floor(Math.log2(size - 1));

/** @param {Buffer[]} leaves @returns {Buffer} */
function rootOf(leaves) {
  if (leaves.length === 0) return hash();
  if (leaves.length === 1) return leaves[0];
  const middle = middleOf(leaves.length);
  return hash(Uint8Array.of(1), rootOf(leaves.slice(0, middle)), rootOf(leaves.slice(middle)));
}

/** The audit path of an entry, as RFC 6962 defines it. @param {Buffer[]} leaves @param {number} index @returns {Buffer[]} */
function pathOf(leaves, index) {
  if (leaves.length <= 1) return [];
  const middle = middleOf(leaves.length);
  const [left, right] = [leaves.slice(0, middle), leaves.slice(middle)];
  return index < middle
    ? [...pathOf(left, index), rootOf(right)]
    : [...pathOf(right, index - middle), rootOf(left)];
}

/** The consistency proof, as RFC 6962 defines it. @param {Buffer[]} leaves @param {number} from @param {boolean} known @returns {Buffer[]} */
function proofOf(leaves, from, known = true) {
  if (from === 0) return [];
  if (from === leaves.length) return known ? [] : [rootOf(leaves)];
  const middle = middleOf(leaves.length);
  const [left, right] = [leaves.slice(0, middle), leaves.slice(middle)];
  return from <= middle
    ? [...proofOf(left, from, known), rootOf(right)]
    : [...proofOf(right, from - middle, false), rootOf(left)];
}

/** @param {Buffer[]} hashes */
const digits = (hashes) => hashes.map((one) => one.toString('hex'));

/** A key, and what signs with it. */
export function createKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
  return {
    key,
    /** @param {Uint8Array} message */
    sign: (message) => sign(null, message, privateKey).toString('hex'),
  };
}

/** @typedef {ReturnType<typeof createKey>} Key */

/** A public log. @param {Key} key @param {LogEntry[]} entries */
export function createPublicLog(key, entries = []) {
  const leaves = entries.map((entry) => hash(Uint8Array.of(0), entryBytes(entry)));
  function head(at_ms = 1) {
    const root = rootOf(leaves).toString('hex');
    const message = joined(
      ascii('boneyard-log/1 head\0'),
      u64(at_ms),
      sizeAndRoot({ size: leaves.length, root }),
    );
    return { size: leaves.length, root, at_ms, signature: key.sign(message) };
  }
  return {
    entries,
    head,
    /** @param {LogEntry} entry */
    add(entry) {
      entries.push(entry);
      leaves.push(hash(Uint8Array.of(0), entryBytes(entry)));
    },
    /** The log as it is now, to be continued apart. */
    fork: () => createPublicLog(key, [...entries]),
    /** @param {number} from */
    consistency: (from) => digits(from > leaves.length ? [] : proofOf(leaves, from)),
    /** What the server answers. @param {string} path @returns {Promise<any>} */
    async answer(path) {
      const { pathname, searchParams } = new URL(path, 'http://server');
      if (pathname.endsWith('/consistency')) {
        const from = Number(searchParams.get('from'));
        if (from > leaves.length) throw Object.assign(new Error(), { code: 'not_found' });
        return { log: head(), path: this.consistency(from) };
      }
      const [table, match] = [searchParams.get('table'), Number(searchParams.get('match'))];
      const found = entries.map((entry, index) => ({ entry, index }));
      return {
        key: key.key,
        log: head(),
        entries: found
          .filter(({ entry }) => entry.table === table && entry.match === match)
          .map(({ entry, index }) => ({ entry, index, path: digits(pathOf(leaves, index)) })),
      };
    },
    /**
     * The receipt for a match whose beginning is the last entry, or another one.
     * @param {{ table: string, match: number, commitment: string, agreed: string, seats: (Promised | null)[], section?: string[], at_ms: number }} terms
     * @returns {Receipt}
     */
    receipt(terms, index = leaves.length - 1) {
      const heads = terms.seats.map((promise) =>
        promise === null ? [] : this.consistency(promise.head.size),
      );
      return {
        ...terms,
        index,
        log: head(),
        path: digits(pathOf(leaves, index)),
        heads,
        key: key.key,
      };
    },
  };
}

/** @typedef {ReturnType<typeof createPublicLog>} PublicLog */

const CHAIN = ascii('boneyard-fair/1 chain\0');

/** The first secrets of a match's chain, and its head. @param {number} rounds */
export function createChain(rounds) {
  const secrets = [randomBytes(32)];
  for (let n = 0; n < rounds; n++) secrets.unshift(hash(CHAIN, secrets[0]));
  const [head, ...used] = secrets.map((secret) => secret.toString('hex'));
  return { commitment: head, secrets: used };
}

/** The entry of a match's beginning. @param {string} table @param {number} match @param {Uint8Array} terms @param {number} at_ms @returns {Promise<LogEntry>} */
export async function beganEntry(table, match, terms, at_ms) {
  return { type: 'began', at_ms, table: await logNameOf(table), match, terms: hex(terms) };
}

/**
 * The entry of a match's end.
 * @param {string} table
 * @param {number} match
 * @param {{ type: 'ended' | 'aborted', transcript: string } | { type: 'called_off', missing: number }} end
 * @returns {Promise<LogEntry>}
 */
export async function endEntry(table, match, end) {
  return { at_ms: match, table: await logNameOf(table), match, ...end };
}

/** The hash of the terms of a section, from those of its matches. @param {string[]} matches */
export function sectionTerms(matches) {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(matches.length);
  const sorted = [...matches].sort().map((one) => Buffer.from(one, 'hex'));
  return hash(ascii('boneyard-fair/1 section\0'), count, ...sorted);
}

/** @param {string} seed */
export const commitmentOfSeed = (seed) =>
  hash(ascii('boneyard-fair/1 seed\0'), bytesOf(seed)).toString('hex');
