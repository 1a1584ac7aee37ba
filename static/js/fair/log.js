/** The server's public log: a Merkle tree whose heads are signed (docs/fair-deal.md, The public log). */
import { request } from '../api.js';
import { storedLog } from '../settings.js';
import { ascii, bytesOf, hex, joined, sha256, sizeAndRoot, u32, u64 } from './scheme.js';
import { boundTermsOf } from './section.js';
import { verifies } from './signature.js';

/** @import { Consistency, LogEntry, ProvedEntries, Receipt, SignedHead } from '../protocol.js' */
/** @import { StoredText } from '../settings.js' */
/** @import { Bytes } from './scheme.js' */

/** @typedef {{ size: number, root: string }} Head */
/** A part of the log: the entries from `from` to just before `to`. @typedef {{ from: number, to: number }} Span */

const TABLE = ascii('boneyard-log/1 table\0');
const HEAD = ascii('boneyard-log/1 head\0');

/** The name of a table in the log. @param {string} table */
export const logNameOf = async (table) => hex(await sha256(joined(TABLE, bytesOf(table, 16))));

/** Whether a key has signed a head. @param {string} key @param {SignedHead} head */
export const isHeadSigned = (key, head) =>
  verifies(key, head.signature, joined(HEAD, u64(head.at_ms), sizeAndRoot(head)));

/** The numbers of the types of entries. */
const TYPES = { began: 1, ended: 2, aborted: 3, called_off: 4 };

/** An entry, as it is hashed. @param {LogEntry} entry */
export function entryBytes(entry) {
  const { type, at_ms, table, match } = entry;
  const rest =
    type === 'called_off'
      ? Uint8Array.of(entry.missing)
      : bytesOf(type === 'began' ? entry.terms : entry.transcript);
  return joined(Uint8Array.of(TYPES[type]), u64(at_ms), bytesOf(table), u32(match), rest);
}

/** @param {Uint8Array} left @param {Uint8Array} right */
const parent = (left, right) => sha256(joined(Uint8Array.of(1), left, right));

/** Whether a number can be the size of a log, of which 32 bits are signed. @param {number} size */
const isSize = (size) => Number.isInteger(size) && size >= 0 && size < 2 ** 32;

/** The two parts of a span of more than one entry. @param {Span} span @returns {[Span, Span]} */
function partsOf({ from, to }) {
  const middle = from + 2 ** (31 - Math.clz32(to - from - 1));
  return [
    { from, to: middle },
    { from: middle, to },
  ];
}

/**
 * The parts of a log outside the way down to an entry or to the end of an earlier log, the deepest first.
 * @param {number} size
 * @param {(left: Span) => boolean} isLeft
 * @param {(span: Span) => boolean} isEnd
 */
function spansBeside(size, isLeft, isEnd) {
  /** @type {Span[]} */
  const beside = [];
  let span = { from: 0, to: size };
  while (!isEnd(span)) {
    const [left, right] = partsOf(span);
    const goesLeft = isLeft(left);
    beside.unshift(goesLeft ? right : left);
    span = goesLeft ? left : right;
  }
  return { beside, span };
}

/**
 * Whether an entry is at a place in the log (RFC 6962, 2.1.1).
 * @param {Bytes} entry
 * @param {number} index
 * @param {Head} head
 * @param {string[]} path
 */
export async function isIncluded(entry, index, { size, root }, path) {
  if (!isSize(size) || !isSize(index) || index >= size) return false;
  const { beside } = spansBeside(
    size,
    (left) => index < left.to,
    (span) => span.to - span.from === 1,
  );
  if (beside.length !== path.length) return false;
  let made = await sha256(joined(Uint8Array.of(0), entry));
  for (const [i, { from }] of beside.entries()) {
    const other = bytesOf(path[i]);
    made = await (from > index ? parent(made, other) : parent(other, made));
  }
  return hex(made) === root;
}

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The head of an empty log. */
export const NO_HEAD = Object.freeze({ size: 0, root: EMPTY });

/**
 * Whether a log begins with an earlier log (RFC 6962, 2.1.2).
 * @param {Head} before
 * @param {Head} now
 * @param {string[]} path
 */
export async function isConsistent(before, now, path) {
  const { size: from } = before;
  if (!isSize(from) || !isSize(now.size)) return false;
  if (from === 0 || from === now.size) {
    return path.length === 0 && before.root === (from === 0 ? EMPTY : now.root);
  }
  if (from > now.size) return false;
  const { beside, span } = spansBeside(
    now.size,
    (left) => from <= left.to,
    ({ to }) => to === from,
  );
  // The verifier knows the hash of the earlier log; it is told only where it is no part of the way.
  const hashes = path.map((digits) => bytesOf(digits));
  const first = span.from > 0 ? hashes.shift() : bytesOf(before.root);
  if (!first || hashes.length !== beside.length) return false;
  let [old, made] = [first, first];
  for (const [i, side] of beside.entries()) {
    if (side.from >= from) made = await parent(made, hashes[i]);
    else [old, made] = [await parent(hashes[i], old), await parent(hashes[i], made)];
  }
  return hex(old) === before.root && hex(made) === now.root;
}

/**
 * Whether a receipt proves that its match began as it says, in a log that goes on from what every seat knew.
 * @param {Receipt} receipt
 */
export async function isProved(receipt) {
  const { table, match, at_ms, seats, log, heads } = receipt;
  const [name, terms] = [await logNameOf(table), await boundTermsOf(receipt)];
  if (!(await isHeadSigned(receipt.key, log))) return { log: false, heads: false };
  const entry = entryBytes({
    type: 'began',
    at_ms,
    table: name,
    match,
    terms: hex(terms ?? new Uint8Array()),
  });
  const included = terms !== null && (await isIncluded(entry, receipt.index, log, receipt.path));
  const known = seats.map((promise, seat) =>
    promise === null ? true : isConsistent(promise.head, log, heads[seat] ?? []),
  );
  return { log: included, heads: (await Promise.all(known)).every(Boolean) };
}

/** @template T @typedef {(path: string) => Promise<T>} Get */

/** The log's entries about a match that are in the log with this head, which may be another one. @param {string} table @param {number} match @param {Get<ProvedEntries>} [get] */
export async function entriesOf(table, match, get = request) {
  const name = await logNameOf(table);
  const { key, log, entries } = await get(`/api/transparency/entries?table=${name}&match=${match}`);
  const proved = [];
  for (const { entry, index, path } of entries) {
    if (entry.table !== name || entry.match !== match) continue;
    if (await isIncluded(entryBytes(entry), index, log, path)) proved.push(entry);
  }
  return { key, log, entries: proved };
}

/** How often the log is asked anew because it has grown between two answers. */
const TRIES = 5;

/**
 * What is wrong with a server's log: it signs with another key, or its log doesn't go on from the one that
 * this browser saw.
 * @typedef {'key' | 'log'} LogFault
 */

/** The log has fewer entries than it is asked for. @param {{ code?: string }} error */
function nullIfShorter(error) {
  if (error.code === 'not_found') return null;
  throw error;
}

/**
 * What this browser keeps of the server's log: the key, the newest head, and what was ever wrong with it.
 * @param {StoredText} stored
 * @param {Get<Consistency>} [get]
 */
export function createKeptLog(stored, get = request) {
  /** @returns {{ key?: string, head?: SignedHead, fault?: LogFault }} */
  function kept() {
    try {
      return JSON.parse(stored.read() ?? '{}') ?? {};
    } catch {
      return {};
    }
  }

  /** @param {{ key?: string, head?: SignedHead, fault?: LogFault }} more */
  const keep = (more) => stored.write(JSON.stringify({ ...kept(), ...more }));

  /** @param {LogFault} fault */
  function blame(fault) {
    keep({ fault });
    return false;
  }

  /** The present head of the log, if it goes on from a head; null if it doesn't. @param {SignedHead} head */
  async function present(head) {
    const answer = await get(`/api/transparency/consistency?from=${head.size}`).catch(
      nullIfShorter,
    );
    if (answer === null) return null;
    const { log, path } = answer;
    const key = kept().key ?? '';
    const goesOn = (await isHeadSigned(key, log)) && (await isConsistent(head, log, path));
    return goesOn ? log : null;
  }

  /** Whether two heads are of one log. The newer one is kept. @param {SignedHead} one @param {SignedHead} other */
  async function areOfOneLog(one, other) {
    if (one.size === other.size) return one.root === other.root;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const [first, second] = await Promise.all([present(one), present(other)]);
      if (!first || !second) return false;
      if (first.size === second.size) {
        keep({ head: first });
        return first.root === second.root;
      }
    }
    throw new Error('the log grows too fast');
  }

  return {
    key: () => kept().key ?? null,
    head: () => kept().head ?? null,
    fault: () => kept().fault ?? null,
    /**
     * Whether a server with this key, which has signed this head, has the log that this browser knows.
     * @param {string} key
     * @param {SignedHead} head
     * @param {Head} [proved] a head that `head` is known to go on from
     */
    async follows(key, head, proved = NO_HEAD) {
      const known = kept();
      if (known.key && known.key !== key) return blame('key');
      if (!(await isHeadSigned(key, head))) return blame('key');
      if (!known.key) keep({ key });
      if (!known.head || (known.head.size === proved.size && known.head.root === proved.root)) {
        keep({ head });
        return true;
      }
      return (await areOfOneLog(known.head, head)) || blame('log');
    },
    /** Asks whether the log goes on from the head that is kept. A server that can't be reached is asked another time. */
    async check() {
      const { head } = kept();
      if (!head) return true;
      try {
        const now = await present(head);
        // Another tab may have seen a newer one meanwhile.
        if (now && now.size > (kept().head?.size ?? 0)) keep({ head: now });
        return now !== null || blame('log');
      } catch {
        return true;
      }
    },
  };
}

/** The log of the server from which this page comes. */
export const keptLog = createKeptLog(storedLog);
