import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkRound } from '../../static/js/fair/check.js';
import { hex, unhex } from '../../static/js/fair/digest.js';
import { createNotes } from '../../static/js/fair/own.js';
import { commitmentOf, headOf, orderOf, secretBefore } from '../../static/js/fair/scheme.js';
import { sha256 } from '../../static/js/fair/sha256.js';

/** @typedef {import('../../static/js/protocol.js').Fairness} Fairness */
/** @typedef {import('../../static/js/protocol.js').Seen} Seen */
/** @typedef {import('../../static/js/fair/check.js').Witness} Witness */

const vectors = JSON.parse(readFileSync('docs/fair-deal-vectors.json', 'utf8'));

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
  for (const { seed, commitment } of vectors.seeds) {
    assert.equal(hex(await commitmentOf(bytes(seed))), commitment);
  }
  for (const { number, secret, before, commitment } of vectors.chains) {
    assert.equal(hex(await secretBefore(bytes(secret))), before);
    assert.equal(hex((await headOf(bytes(secret), number)) ?? new Uint8Array()), commitment);
  }
  assert.ok(vectors.orders.length > 0);
  for (const { secret, order, ...wanted } of vectors.orders) {
    assert.deepEqual(await orderOf(bytes(secret), wanted), order);
  }
});

test('junk asks for no endless work', async () => {
  const secret = new Uint8Array(32);
  for (const number of [0, -1, 1e9, 1.5, Number.NaN]) {
    assert.equal(await headOf(secret, number), null);
  }
});

/** A round by the published vectors: both gave a seed, no lots, dealt at the first try. */
const RULES = { seating: 'two', hand_size: 3 };
const [vector] = vectors.orders;
const OWN = vector.seats[0].seed;

/** @returns {Promise<Fairness>} */
async function proof() {
  const head = await headOf(bytes(vector.secret), 1);
  return {
    scheme: 1,
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
  /** @type {Seen[]} */
  const history = [
    { type: 'dealt', leader: 0 },
    { type: 'played', seat: 0, tile: zero, joint: null },
    { type: 'drew', seat: 1 },
    { type: 'played', seat: 1, tile: next, joint: null },
  ];
  const hands = [vector.order.slice(1, 3), vector.order.slice(3, 6)];
  return { commitment: (await proof()).commitment, seed: OWN, seat: 0, history, hands };
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
  const nothing = { commitment: null, seed: null, seat: null, history: null, hands: null };
  const unseen = ['bound', 'own', 'played'];
  assert.deepEqual(await found(await proof(), nothing), { bad: [], unseen });
});

/** The digits with the first one changed. @param {string} text */
const turned = (text) => (text[0] === '0' ? '1' : '0') + text.slice(1);

/**
 * Changes that a server or a player might make, and what must not agree then.
 * @type {[string, (proof: Fairness, witness: Witness) => void, string[]][]}
 */
const CHANGES = [
  [
    'the scheme',
    (proof) => {
      proof.scheme = 2;
    },
    ['scheme'],
  ],
  [
    'no such round',
    (proof) => {
      proof.rounds = [];
    },
    ['scheme'],
  ],
  [
    'the secret',
    ({ rounds }) => {
      rounds[0].secret = turned(vector.secret);
    },
    ['secret', 'order', 'played'],
  ],
  [
    'the place',
    (proof) => {
      proof.first = 2;
    },
    ['secret'],
  ],
  [
    'the commitment',
    (proof) => {
      proof.commitment = turned(proof.commitment);
    },
    ['secret', 'bound'],
  ],
  [
    'the own seed',
    ({ seats }) => {
      seats[0].seed = turned(OWN);
    },
    ['seeds', 'own', 'order', 'played'],
  ],
  [
    'the other seed',
    ({ seats }) => {
      seats[1].seed = turned(seats[1].seed ?? '');
    },
    ['seeds', 'order', 'played'],
  ],
  [
    'a seed withheld',
    ({ seats }) => {
      seats[1].seed = null;
    },
    ['order', 'played'],
  ],
  [
    'a seed unpromised',
    ({ seats }) => {
      seats[1].commitment = null;
    },
    ['seeds', 'order', 'played'],
  ],
  [
    'the match',
    (proof) => {
      proof.match = 9;
    },
    ['order', 'played'],
  ],
  [
    'two tiles',
    ({
      rounds: [
        {
          deals: [deal],
        },
      ],
    }) => {
      [deal[0], deal[4]] = [deal[4], deal[0]];
    },
    ['order'],
  ],
  [
    'another lot',
    ({ rounds }) => {
      rounds[0].lots = ['6-6', '5-5'];
    },
    ['order'],
  ],
  [
    'no deal',
    ({ rounds }) => {
      rounds[0].deals = [];
    },
    ['order', 'played'],
  ],
  [
    'a play from elsewhere',
    (_, { history }) => {
      history?.push({
        type: 'played',
        seat: 0,
        tile: vector.order[9],
        joint: null,
      });
    },
    ['played'],
  ],
  [
    'a tile left too many',
    (_, { hands }) => {
      hands?.[1].push(vector.order[20]);
    },
    ['played'],
  ],
];

for (const [name, change, bad] of CHANGES) {
  test(`it is found: ${name}`, async () => {
    const [changed, known] = [await proof(), await witness()];
    change(changed, known);
    assert.deepEqual((await found(changed, known)).bad, bad);
  });
}

test('notes of matches are kept, the latest of them', () => {
  /** @type {string | null} */
  let text = 'junk';
  const memory = {
    read: () => text,
    write: (/** @type {string} */ written) => {
      text = written;
    },
  };
  const notes = createNotes(memory);
  assert.deepEqual(notes.find('a', 1), { table: 'a', match: 1, seed: null, commitment: null });
  for (let match = 1; match <= 100; match++) {
    notes.keep({ table: 'a', match, seed: String(match), commitment: null });
  }
  notes.keep({ table: 'a', match: 100, seed: '100', commitment: 'c' });
  assert.deepEqual(notes.find('a', 100), { table: 'a', match: 100, seed: '100', commitment: 'c' });
  assert.equal(notes.find('a', 99).seed, '99');
  assert.equal(notes.find('a', 1).seed, null);
});
