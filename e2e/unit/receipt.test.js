import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createDealNotes } from '../../static/js/fair/notes.js';
import { createPartner } from '../../static/js/fair/partner.js';
import {
  canonical,
  isRecordSigned,
  isSigned,
  messageOf,
  sameTerms,
  termsOf,
} from '../../static/js/fair/receipt.js';
import { commitmentOf, hex } from '../../static/js/fair/scheme.js';
import { memory } from './samples.js';

/** @typedef {import('../../static/js/protocol.js').Receipt} Receipt */

const { receipts } = JSON.parse(readFileSync('docs/receipt-vectors.json', 'utf8'));
/** @type {Receipt} */
const honest = receipts[0].receipt;

/** @param {string} digits */
const turned = (digits) => (digits.startsWith('0') ? '1' : '0') + digits.slice(1);

/** One thing in it is another. @param {Partial<Receipt>} change @returns {Receipt} */
const forged = (change) => ({ ...honest, ...change });

const FORGED = [
  forged({ table: turned(honest.table) }),
  forged({ match: honest.match + 1 }),
  forged({ commitment: turned(honest.commitment) }),
  forged({ first: honest.first + 1 }),
  forged({ seats: [...honest.seats].reverse() }),
  forged({ seats: [...honest.seats, null] }),
  forged({ at_ms: honest.at_ms + 1 }),
  forged({ log: { ...honest.log, size: honest.log.size + 1 } }),
  forged({ log: { ...honest.log, tree: honest.log.tree + 1 } }),
  forged({ log: { ...honest.log, root: turned(honest.log.root) } }),
  forged({ key: turned(honest.key) }),
  forged({ key: 'junk' }),
  forged({ signature: turned(honest.signature) }),
  forged({ signature: '' }),
];

test('the published receipts are what this client reads', async () => {
  for (const { receipt, terms, message } of receipts) {
    assert.equal(hex(await termsOf(receipt)), terms);
    assert.equal(hex(await messageOf(receipt)), message);
    assert.equal(await isSigned(receipt), true);
  }
});

test('a receipt with anything else in it is not signed', async () => {
  for (const [number, receipt] of FORGED.entries()) {
    assert.equal(await isSigned(receipt), false, String(number));
  }
});

const SEED = '11'.repeat(32);

/** A table that asks for the seeds, with a receipt that its server gave. @param {Receipt | null} receipt @param {Receipt} shown */
async function asked(receipt, shown = honest) {
  const promise = hex(await commitmentOf(Uint8Array.from({ length: 32 }, () => 0x11)));
  const seats = [promise, ...shown.seats.slice(1)];
  /** @type {any} */
  const table = {
    id: shown.table,
    ui: { cuts: 0, cut: false },
    me: { seat: 0 },
    room: { status: 'open', record: null, fairness: { ...shown, seats, revealing: true } },
    receipt,
  };
  return { table, seats };
}

/** A browser that has promised its seed: what it keeps and sends. */
function browser() {
  const notes = createDealNotes(memory(), memory());
  notes.keep({ table: honest.table, match: honest.match, seed: SEED, commitment: null });
  /** @type {string[]} */
  const sent = [];
  const partner = createPartner((message) => sent.push(message.type) > 0, assert.fail, notes);
  return { partner, sent, note: () => notes.find(honest.table, honest.match) };
}

test('no seed is told without a receipt', async () => {
  const { partner, sent, note } = browser();
  const { table } = await asked(null);
  await partner.hear(table);
  await partner.hear({ ...table, receipt: { ...honest, match: honest.match - 1 } });
  assert.deepEqual(sent, []);
  assert.equal(note().promises, undefined);
});

test('no seed is told for a receipt that is wrong or says something else', async () => {
  const { seats } = await asked(honest);
  for (const receipt of [
    honest,
    ...FORGED.map((one) => ({ ...one, match: honest.match, seats })),
  ]) {
    const { partner, sent, note } = browser();
    const { table } = await asked(receipt);
    await partner.hear(table);
    assert.deepEqual(sent, []);
    assert.equal(note().signed, false);
    assert.deepEqual(note().receipt, receipt);
  }
});

test('a receipt says the same as the table or it does not', () => {
  assert.ok(sameTerms(honest, structuredClone(honest)));
  for (const receipt of FORGED.slice(0, 6)) assert.ok(!sameTerms(honest, receipt));
});

test('JSON is signed in one form alone', () => {
  const known = { b: [1, { z: null, a: 'é\n"' }], a: true };
  assert.equal(canonical(known), '{"a":true,"b":[1,{"a":"é\\n\\"","z":null}]}');
});

test('what is no signature of a record does not hold', async () => {
  const junk = [undefined, null, 'junk', {}, { log: {}, key: 1, signature: 2 }, honest];
  for (const signed of junk) assert.equal(await isRecordSigned({ signed }), false);
});
