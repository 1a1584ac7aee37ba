/** The public log: its entries, heads and proofs, receipts, and signed records. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  createKeptLog,
  entryBytes,
  isConsistent,
  isHeadSigned,
  isIncluded,
  isProved,
  logNameOf,
  NO_HEAD,
} from '../../static/js/fair/log.js';
import { agreedHash, canonical, hex, sha256 } from '../../static/js/fair/scheme.js';
import { boundTermsOf } from '../../static/js/fair/section.js';
import { isRecordSigned } from '../../static/js/fair/signature.js';
import { sha256 as ownSha256 } from '../../static/js/vendor/noble/sha2.js';
import { createKey, createPublicLog } from './deal_server.js';
import { memory } from './line.js';

/** @typedef {import('../../static/js/protocol.js').Receipt} Receipt */
/** @typedef {import('../../static/js/protocol.js').LogEntry} LogEntry */

/** Every how many characters of a receipt one is changed. */
const STRIDE = 5;

const vectors = JSON.parse(readFileSync('docs/receipt-vectors.json', 'utf8'));

/** Runs as on a page over plain HTTP, which has no WebCrypto. @template T @param {() => Promise<T>} work */
async function withoutWebCrypto(work) {
  const { crypto } = globalThis;
  Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true });
  try {
    return await work();
  } finally {
    Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
  }
}

test('the published entries, heads and receipts are what this client reads', async () => {
  for (const { table, log_name } of vectors.tables) assert.equal(await logNameOf(table), log_name);
  for (const { entry, bytes } of vectors.entries) assert.equal(hex(entryBytes(entry)), bytes);
  for (const { before, now, path } of vectors.consistent) {
    assert.equal(await isConsistent(before, now, path), true);
    assert.equal(await isConsistent(before, now, path.slice(1)), false);
  }
  for (const { value, text } of vectors.canonical) assert.equal(canonical(value), text);
  for (const { agreed, ...values } of vectors.agreed) {
    assert.equal(await agreedHash(values), agreed);
  }
  const [{ key }] = vectors.records;
  for (const { head } of vectors.heads) assert.equal(await isHeadSigned(key, head), true);
  for (const { receipt, terms } of vectors.receipts) {
    assert.equal(hex((await boundTermsOf(receipt)) ?? new Uint8Array()), terms);
    assert.deepEqual(await isProved(receipt), { log: true, heads: true });
  }
});

test('a receipt with one digit changed is no proof', async () => {
  let changed = 0;
  for (const [first, { receipt }] of vectors.receipts.entries()) {
    const text = JSON.stringify(receipt);
    // Each field has several digits, and other ones are changed in each receipt.
    for (let place = first % STRIDE; place < text.length; place += STRIDE) {
      if (!/[0-9a-f]/.test(text[place])) continue;
      const digit = text[place] === '1' ? '2' : '1';
      /** @type {Receipt} */
      let forged;
      try {
        forged = JSON.parse(text.slice(0, place) + digit + text.slice(place + 1));
      } catch {
        continue;
      }
      const isSame = Object.keys(forged).join() === Object.keys(receipt).join();
      const proved = isSame ? await isProved(forged).catch(() => null) : null;
      assert.ok(!(proved?.log && proved.heads), `${place} of ${text}`);
      changed += 1;
    }
  }
  assert.ok(changed > 600, String(changed));
});

test('without WebCrypto the same signatures hold, and no others', async () => {
  await withoutWebCrypto(async () => {
    const [{ receipt }] = vectors.receipts;
    assert.deepEqual(await isProved(receipt), { log: true, heads: true });
    for (const signature of [
      '00'.repeat(64),
      `${receipt.log.signature.slice(0, -1)}0`,
      'junk',
      '',
    ]) {
      const forged = { ...receipt, log: { ...receipt.log, signature } };
      assert.equal((await isProved(forged)).log, false);
    }
    assert.equal(await isHeadSigned('ff'.repeat(32), receipt.log), false);
  });
});

test('SHA-256 is the same without WebCrypto', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (message) => {
      const known = createHash('sha256').update(message).digest('hex');
      assert.equal(hex(ownSha256(message)), known);
    }),
  );
});

/** An entry of a log; the number tells them apart. @param {number} n @returns {LogEntry} */
const entry = (n) => ({
  type: 'began',
  at_ms: n,
  table: '00'.repeat(32),
  match: n,
  terms: '11'.repeat(32),
});

test('no size beyond what is signed makes endless work', async () => {
  for (const size of [2 ** 32 + 1, 1.5, 2 ** 40, Number.NaN]) {
    assert.equal(await isIncluded(new Uint8Array(3), 0, { size, root: '' }, []), false);
    assert.equal(await isConsistent({ size: 1, root: '' }, { size, root: '' }, []), false);
  }
});

test('the proofs of a log hold for its own entries and beginnings alone', async () => {
  const log = createPublicLog(createKey());
  const heads = [log.head()];
  for (let size = 1; size <= 40; size++) {
    log.add(entry(size));
    heads.push(log.head());
    const now = heads[size];
    const { entries } = await log.answer(`/entries?table=${'00'.repeat(32)}&match=${size}`);
    for (const { entry, index, path } of entries) {
      assert.ok(await isIncluded(entryBytes(entry), index, now, path));
      assert.ok(!(await isIncluded(entryBytes(entry), index + 1, now, path)));
      assert.ok(!(await isIncluded(entryBytes({ ...entry, at_ms: 0 }), index, now, path)));
    }
    for (const before of heads) {
      const path = log.consistency(before.size);
      assert.ok(await isConsistent(before, now, path), `${before.size} of ${size}`);
      const other = { ...before, root: hex(await sha256(new Uint8Array(1))) };
      assert.ok(!(await isConsistent(other, now, path)));
      assert.ok(before.size === size || !(await isConsistent(now, before, path)));
      if (path.length > 0) assert.ok(!(await isConsistent(before, now, path.slice(1))));
      assert.ok(!(await isConsistent(before, now, [...path, other.root])));
    }
  }
});

test('a browser keeps the key and the newest head, and goes on only over proofs', async () => {
  const key = createKey();
  const log = createPublicLog(key);
  const stored = memory();
  const kept = createKeptLog(stored, (path) => log.answer(path));
  assert.equal(await kept.check(), true);
  log.add(entry(1));
  assert.equal(await kept.follows(key.key, log.head()), true);
  log.add(entry(2));
  assert.equal(await kept.check(), true);
  assert.equal(kept.head()?.size, 2);
  const branch = log.fork();
  const two = log.head();
  log.add(entry(3));
  branch.add(entry(4));
  assert.equal(await kept.follows(key.key, log.head(), kept.head() ?? NO_HEAD), true);
  assert.equal(await kept.follows(key.key, branch.head()), false);
  assert.equal(kept.fault(), 'log');
  // A server that goes on from each of two heads with another log is found by what it goes on to.
  const both = createKeptLog(memory(), (path) =>
    (path.endsWith('from=2') ? log : branch).answer(path),
  );
  assert.equal(await both.follows(key.key, two), true);
  assert.equal(await both.follows(key.key, branch.head()), false);
  // Nor does it hold if the server knows nothing of the second.
  const one = createKeptLog(memory(), (path) => log.answer(path));
  assert.equal(await one.follows(key.key, two), true);
  branch.add(entry(5));
  assert.equal(await one.follows(key.key, branch.head()), false);
  // The fault is remembered, also by another page.
  assert.equal(createKeptLog(stored).fault(), 'log');
});

test('another key, a shorter log and another log are found', async () => {
  const [key, other] = [createKey(), createKey()];
  const log = createPublicLog(key);
  for (const n of [1, 2, 3]) log.add(entry(n));
  /** @param {import('./deal_server.js').PublicLog} next */
  async function faultAfter(next) {
    let answers = log;
    const kept = createKeptLog(memory(), (path) => answers.answer(path));
    await kept.follows(key.key, log.head());
    answers = next;
    await kept.check();
    return kept.fault();
  }
  assert.equal(await faultAfter(log), null);
  assert.equal(await faultAfter(createPublicLog(key, [entry(1)])), 'log');
  assert.equal(await faultAfter(createPublicLog(key, [1, 2, 4, 5].map(entry))), 'log');
  assert.equal(await faultAfter(createPublicLog(other, [1, 2, 3].map(entry))), 'log');
  const unsigned = createKeptLog(memory(), (path) => log.answer(path));
  assert.equal(await unsigned.follows(key.key, { ...log.head(), at_ms: 9 }), false);
  assert.equal(unsigned.fault(), 'key');
  const kept = createKeptLog(memory(), (path) => log.answer(path));
  await kept.follows(key.key, log.head());
  assert.equal(await kept.follows(other.key, createPublicLog(other).head()), false);
  assert.equal(kept.fault(), 'key');
});

test('a server that does not answer is not blamed', async () => {
  const log = createPublicLog(createKey(), [entry(1)]);
  const kept = createKeptLog(memory(), async () => {
    throw new Error('no network');
  });
  await kept.follows('', log.head()).catch(() => {});
  assert.equal(await kept.check(), true);
});

test('JSON is signed in one form alone', () => {
  const known = { b: [1, { z: null, a: 'é\n"' }], a: true };
  assert.equal(canonical(known), '{"a":true,"b":[1,{"a":"é\\n\\"","z":null}]}');
});

test('what is no signature of a record does not hold', async () => {
  const [{ receipt }] = vectors.receipts;
  const junk = [undefined, null, 'junk', {}, { log: {}, key: 1, signature: 2 }, receipt];
  for (const signed of junk) assert.equal(await isRecordSigned({ signed }), false);
});
