import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkRound, verdictOf } from '../../static/js/fair/check.js';
import { createDealNotes } from '../../static/js/fair/notes.js';
import { createPartner } from '../../static/js/fair/partner.js';
import {
  bindingOf,
  commitmentOf,
  headOf,
  hex,
  orderOf,
  secretBefore,
  unhex,
} from '../../static/js/fair/scheme.js';
import { sha256 } from '../../static/js/fair/sha256.js';
import { memory } from './samples.js';
import { createSigner } from './signing.js';

/** @typedef {import('../../static/js/protocol.js').Fairness} Fairness */
/** @typedef {import('../../static/js/protocol.js').VisibleEvent} VisibleEvent */
/** @typedef {import('../../static/js/fair/check.js').Witness} Witness */

const vectors = JSON.parse(readFileSync('docs/fair-deal-vectors.json', 'utf8'));

const signer = await createSigner();

/** The match to which a vector belongs. @param {{ table: string, first: number }} vector */
function boundOf(vector) {
  const binding = bindingOf(vector);
  assert.ok(binding);
  return binding;
}

/** The bytes of a vector. @param {string} text */
function bytes(text) {
  const known = unhex(text);
  assert.ok(known, text);
  return known;
}

test('the own SHA-256 is the one that everybody has', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (message) => {
      const known = createHash('sha256').update(message).digest('hex');
      assert.equal(hex(sha256(message)), known);
    }),
  );
});

test('the published vectors are what this client makes', async () => {
  const { seeds, chains, orders } = vectors;
  for (const { seed, commitment } of seeds) {
    assert.equal(hex(await commitmentOf(bytes(seed))), commitment);
  }
  for (const { number, secret, before, commitment } of chains) {
    assert.equal(hex(await secretBefore(bytes(secret))), before);
    assert.equal(hex((await headOf(bytes(secret), number)) ?? new Uint8Array()), commitment);
  }
  assert.ok(orders.length > 0);
  for (const { secret, order, ...wanted } of orders) {
    assert.deepEqual(await orderOf(bytes(secret), { ...wanted, binding: boundOf(wanted) }), order);
  }
});

test('junk asks for no endless work', async () => {
  const secret = new Uint8Array(32);
  for (const number of [0, -1, 2049, 1e9, 1.5, Number.NaN]) {
    assert.equal(await headOf(secret, number), null);
  }
});

/** A round by the published vectors: both gave a seed, no lots, dealt at the first try. */
/** @type {import('../../static/js/fair/check.js').DealRules} */
const RULES = { hand_size: 3, opening: 'lot', no_double: 'redeal' };
const [vector] = vectors.orders;
const OWN = vector.seats[0].seed;

/** @returns {Promise<Fairness>} */
async function proof() {
  const head = await headOf(bytes(vector.secret), 1);
  return {
    scheme: 1,
    table: vector.table,
    match: vector.match,
    commitment: hex(head ?? new Uint8Array()),
    first: 1,
    seats: structuredClone(vector.seats),
    rounds: [{ round: vector.round, secret: vector.secret, deals: [[...vector.order]] }],
  };
}

/** Seat 0 plays a tile, seat 1 draws the next and plays it. @returns {Promise<Witness>} */
async function witness() {
  const [zero, next] = [vector.order[0], vector.order[6]];
  /** @type {VisibleEvent[]} */
  const history = [
    { type: 'dealt', leader: 0 },
    { type: 'played', seat: 0, tile: zero, joint: null },
    { type: 'drew', seat: 1 },
    { type: 'played', seat: 1, tile: next, joint: null },
  ];
  const hands = [vector.order.slice(1, 3), vector.order.slice(3, 6)];
  const { table, match, commitment, first, seats } = await proof();
  const promises = seats.map((seat) => seat.commitment);
  const known = { table, match, commitment, first };
  const receipt = await signer.receipt({ ...known, seats: [...promises] });
  const note = {
    ...known,
    seed: OWN,
    promises,
    promised: true,
    shown: true,
    receipt,
    signed: true,
  };
  return { note, seat: 0, history, hands };
}

/**
 * What doesn't agree, and of what nothing can be said.
 * @param {Fairness} proof
 * @param {Witness} witness
 */
async function found(proof, witness) {
  const { checks } = await checkRound(proof, 1, RULES, witness);
  /** @param {string} result */
  const those = (result) => checks.filter((one) => one.result === result).map(({ what }) => what);
  return { bad: those('bad'), unseen: those('unseen') };
}

test('an honest round agrees in everything, and its hands are told', async () => {
  assert.deepEqual(await found(await proof(), await witness()), { bad: [], unseen: [] });
  const { hands, boneyard } = await checkRound(await proof(), 1, RULES, await witness());
  assert.deepEqual([...hands.flat(), ...boneyard], vector.order);
  assert.deepEqual(
    hands.map((hand) => hand.length),
    [3, 3],
  );
});

test('of what this browser has not seen it says nothing', async () => {
  const nothing = { note: null, seat: null, history: null, hands: null };
  const unseen = ['bound', 'promises', 'receipt', 'own', 'redeals', 'played'];
  assert.deepEqual(await found(await proof(), nothing), { bad: [], unseen });
});

/** The digits with the first one changed. @param {string} text */
const turned = (text) => (text[0] === '0' ? '1' : '0') + text.slice(1);

/**
 * What a dishonest server or player might do, and what must not agree then.
 * @type {[string, (proof: Fairness, witness: Witness) => void, string[]][]}
 */
const CHANGES = [
  ['an unknown scheme', (proof) => Object.assign(proof, { scheme: 2 }), ['scheme']],
  ['no table', (proof) => Object.assign(proof, { table: undefined }), ['scheme']],
  ['no such round', (proof) => Object.assign(proof, { rounds: [] }), ['scheme']],
  [
    'another table',
    (proof) => Object.assign(proof, { table: turned(vector.table) }),
    ['bound', 'receipt', 'order', 'played'],
  ],
  [
    'the secret',
    ({ rounds }) => Object.assign(rounds[0], { secret: turned(vector.secret) }),
    ['secret', 'order', 'played'],
  ],
  [
    'another place in the chain',
    (proof) => Object.assign(proof, { first: 2 }),
    ['secret', 'bound', 'receipt', 'order', 'played'],
  ],
  [
    'another place in the chain than the browser saw',
    (_, { note }) => Object.assign(note ?? {}, { first: 5 }),
    ['bound'],
  ],
  [
    'another place than where the match before ended',
    (_, { note }) => Object.assign(note ?? {}, { due: 5 }),
    ['bound'],
  ],
  [
    'the commitment',
    (proof) => Object.assign(proof, { commitment: turned(proof.commitment) }),
    ['secret', 'bound', 'receipt'],
  ],
  [
    'the own seed',
    ({ seats }) => Object.assign(seats[0], { seed: turned(OWN) }),
    ['seeds', 'own', 'order', 'played'],
  ],
  [
    'the other seed',
    ({ seats }) => Object.assign(seats[1], { seed: turned(seats[1].seed ?? '') }),
    ['seeds', 'order', 'played'],
  ],
  [
    'a promise that was made after the seeds were known',
    (_, { note }) => note?.promises?.fill(turned(OWN), 1),
    ['promises'],
  ],
  ['a seed withheld', ({ seats }) => Object.assign(seats[1], { seed: null }), ['order', 'played']],
  [
    'a seed unpromised',
    ({ seats }) => Object.assign(seats[1], { commitment: null }),
    ['promises', 'receipt', 'seeds', 'order', 'played'],
  ],
  [
    'a seed that was never asked for',
    (_, { note }) => Object.assign(note ?? {}, { shown: false }),
    ['own'],
  ],
  [
    'the match',
    (proof) => Object.assign(proof, { match: 9 }),
    ['bound', 'receipt', 'order', 'played'],
  ],
  ['a wrong signature', (_, { note }) => Object.assign(note ?? {}, { signed: false }), ['receipt']],
  [
    'another key than the receipt\u2019s',
    (_, witness) => Object.assign(witness, { key: 'other' }),
    ['receipt'],
  ],
  [
    'two tiles',
    ({ rounds: [{ deals }] }) => {
      [deals[0][0], deals[0][4]] = [deals[0][4], deals[0][0]];
    },
    ['order'],
  ],
  ['another lot', ({ rounds }) => Object.assign(rounds[0], { lots: ['6-6', '5-5'] }), ['order']],
  ['no deal', ({ rounds }) => Object.assign(rounds[0], { deals: [] }), ['order', 'played']],
  [
    'a redeal that nobody saw',
    ({ rounds }) => Object.assign(rounds[0], { deals: [vector.order, vector.order] }),
    ['order', 'redeals', 'played'],
  ],
  [
    'a redeal that did not come',
    (_, { history }) => history?.unshift({ type: 'redeal' }),
    ['redeals'],
  ],
  [
    'a play from elsewhere',
    (_, { history }) =>
      history?.push({ type: 'played', seat: 0, tile: vector.order[9], joint: null }),
    ['played'],
  ],
  ['a tile left too many', (_, { hands }) => hands?.[1].push(vector.order[20]), ['played']],
];

for (const [name, change, bad] of CHANGES) {
  test(`it is found: ${name}`, async () => {
    const [changed, known] = [await proof(), await witness()];
    change(changed, known);
    assert.deepEqual((await found(changed, known)).bad, bad);
  });
}

test('tiles are dealt again where the rules say so, and nowhere else', async () => {
  const without = vectors.orders.find(
    (/** @type {{ tiles?: number, order: string[] }} */ { tiles, order }) =>
      tiles === undefined && order.slice(0, 2).every((tile) => tile[0] !== tile[2]),
  );
  assert.ok(without);
  const proof = {
    scheme: 1,
    table: without.table,
    match: without.match,
    commitment: '',
    first: without.first,
    seats: without.seats.slice(0, 1),
    rounds: [{ round: 1, secret: without.secret, deals: [without.order, ['1-1', '2-0', '2-1']] }],
  };
  const witness = { note: null, seat: null, history: null, hands: null };
  /** @param {Partial<typeof RULES>} rules @param {string[][]} deals */
  async function redeals(rules, deals) {
    const changed = { ...proof, rounds: [{ ...proof.rounds[0], deals }] };
    const all = { hand_size: 2, opening: RULES.opening, no_double: RULES.no_double, ...rules };
    const { checks } = await checkRound(changed, 1, all, witness);
    return checks.find(({ what }) => what === 'redeals')?.result;
  }
  const [plain, double] = [without.order, ['1-1', '2-0', '2-1']];
  assert.equal(await redeals({}, [plain, double]), 'unseen');
  assert.equal(await redeals({ no_double: 'heaviest_tile' }, [plain, double]), 'bad');
  assert.equal(await redeals({}, [double, plain]), 'bad');
  for (const opening of /** @type {const} */ (['highest_double', 'lowest_double', 'double_one'])) {
    assert.equal(await redeals({ opening }, [plain]), 'bad');
    assert.equal(await redeals({ opening }, [double]), 'unseen');
  }
  const doubles = ['1-1', '2-2', '2-0'];
  const spread = ['1-1', '2-0', '2-2'];
  const at = { redeal_doubles: 2, no_double: /** @type {const} */ ('heaviest_tile') };
  assert.equal(await redeals(at, [doubles, spread]), 'unseen');
  assert.equal(await redeals(at, [doubles]), 'bad');
  assert.equal(await redeals(at, [spread, spread]), 'bad');
  assert.equal(await redeals(at, [plain, spread]), 'bad');
  assert.equal(await redeals({ redeal_doubles: 2 }, [plain, doubles, spread]), 'unseen');
});

for (const [tile_set, tiles] of [
  ['no_double_blank', 27],
  ['double_nine', 55],
]) {
  test(`a set of ${tiles} tiles is dealt where the rules name it`, async () => {
    const published = vectors.orders.find((/** @type {any} */ one) => one.tiles === tiles);
    const { attempt, order, ...of } = published;
    const { table, match, round, secret, first, seats } = of;
    const binding = boundOf(of);
    const before = Array.from({ length: attempt }, (_, n) =>
      orderOf(bytes(secret), { ...of, binding, attempt: n }),
    );
    const head = await headOf(bytes(secret), first + round - 1);
    const proof = {
      scheme: 1,
      table,
      match,
      commitment: hex(head ?? new Uint8Array()),
      first,
      seats,
      rounds: [{ round, secret, deals: [...(await Promise.all(before)), order] }],
    };
    const nothing = { note: null, seat: null, history: null, hands: null };
    /** @param {object} changes */
    async function checkedBy(changes) {
      const report = await checkRound(proof, round, { ...RULES, ...changes }, nothing);
      return report.checks.find(({ what }) => what === 'order')?.result;
    }
    assert.equal(order.length, tiles);
    assert.equal(await checkedBy({ tile_set }), 'good');
    assert.equal(await checkedBy({}), 'bad');
  });
}

test('a verdict is good only where all was seen', async () => {
  const nothing = { note: null, seat: null, history: null, hands: null };
  assert.equal(verdictOf(await checkRound(await proof(), 1, RULES, await witness())), 'good');
  assert.equal(verdictOf(await checkRound(await proof(), 1, RULES, nothing)), 'unseen');
  const forged = { ...(await proof()), first: 2 };
  assert.equal(verdictOf(await checkRound(forged, 1, RULES, nothing)), 'bad');
});

test('the note of a record is found by the record, whatever the record says', () => {
  const notes = createDealNotes(memory(), memory());
  notes.keep({ table: 'a', match: 2, seed: null, commitment: 'c', record: 'r' });
  notes.keep({ table: 'b', match: 1, seed: null, commitment: 'd' });
  const forged = { table: 'x', match: 1 };
  assert.equal(notes.findRecord('r', forged)?.table, 'a');
  assert.equal(notes.findRecord('other', forged), null);
  assert.equal(notes.findRecord(null, { ...forged, table: 'b' })?.commitment, 'd');
});

test('notes of matches are kept, the latest of them', () => {
  const notes = createDealNotes(memory('junk'), memory());
  assert.deepEqual(notes.find('a', 1), { table: 'a', match: 1, seed: null, commitment: null });
  for (let match = 1; match <= 100; match++) {
    notes.keep({ table: 'a', match, seed: String(match), commitment: null });
  }
  notes.keep({ table: 'a', match: 100, seed: '100', commitment: 'c' });
  assert.deepEqual(notes.find('a', 100), { table: 'a', match: 100, seed: '100', commitment: 'c' });
  assert.equal(notes.find('a', 99).seed, '99');
  assert.equal(notes.find('a', 1).seed, null);
});

test('a server that asks for the seed a second time cannot put other promises into the note', async () => {
  const notes = createDealNotes(memory(), memory());
  const id = vector.table;
  const seats = vector.seats.map((/** @type {{ commitment: string }} */ seat) => seat.commitment);
  notes.keep({ table: id, match: 1, seed: OWN, commitment: null });
  /** @type {string[]} */
  const sent = [];
  const partner = createPartner((message) => sent.push(message.type) > 0, assert.fail, notes);
  /** @param {number} cuts @param {string[]} shown @returns {Promise<any>} */
  async function revealing(cuts, shown) {
    const terms = { table: id, match: 1, commitment: turned(OWN), first: 1, seats: shown };
    return {
      id,
      ui: { cuts, cut: false },
      me: { seat: 0 },
      room: { status: 'open', record: null, fairness: { ...terms, revealing: true } },
      receipt: await signer.receipt(terms),
    };
  }
  await partner.hear(await revealing(0, seats));
  await partner.hear(await revealing(1, [seats[0], turned(seats[1])]));
  assert.deepEqual(sent, ['reveal', 'reveal']);
  const { promises, shown, promised } = notes.find(id, 1);
  assert.deepEqual({ promises, shown, promised }, { promises: seats, shown: true, promised: true });
});
