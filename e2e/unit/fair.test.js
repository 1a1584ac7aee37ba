import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRound, verdictOf } from '../../static/js/fair/check.js';
import { bareNote, createDealNotes } from '../../static/js/fair/notes.js';
import {
  commitmentOf,
  headOf,
  hex,
  orderOf,
  secretBefore,
  termsOf,
  unhex,
} from '../../static/js/fair/scheme.js';
import { boundBy, sectionTermsOf } from '../../static/js/fair/section.js';
import { addGame } from '../../static/js/games/index.js';
import { tilesOf } from '../../static/js/tiles/sets.js';
import { dealtBy, vectors } from './dealt.js';
import { memory } from './line.js';

/** @typedef {import('../../static/js/protocol.js').Fairness} Fairness */
/** @typedef {import('../../static/js/protocol.js').Receipt} Receipt */
/** @typedef {import('../../static/js/fair/check.js').Witness} Witness */
/** @typedef {import('../../static/js/games/line/dealing.js').LineDealRules} LineDealRules */

/** The bytes of a vector. @param {string} text */
function bytes(text) {
  const known = unhex(text);
  assert.ok(known, text);
  return known;
}

test('the published vectors are what this client makes', async () => {
  const { seeds, chains, terms, sections, orders, section_orders } = vectors;
  for (const { seed, commitment } of seeds) {
    assert.equal(hex(await commitmentOf(bytes(seed))), commitment);
  }
  for (const { number, secret, before, commitment } of chains) {
    assert.equal(hex(await secretBefore(bytes(secret))), before);
    assert.equal(hex((await headOf(bytes(secret), number)) ?? new Uint8Array()), commitment);
  }
  for (const { terms: known, ...values } of terms) assert.equal(hex(await termsOf(values)), known);
  assert.ok(sections.length > 0);
  for (const { matches, terms: known } of sections) {
    assert.equal(hex((await sectionTermsOf(matches)) ?? new Uint8Array()), known);
  }
  assert.ok(orders.length > 0);
  for (const one of orders) assert.deepEqual(await madeOf(one), one.order);
  for (const { matches, terms: known, ...one } of section_orders) {
    const [first, ...others] = matches.map(provedIn);
    const bound = await boundBy({ ...first, commitment: matches[0].commitment, section: others });
    const seeds = bound?.seats.flatMap(({ seed }) => seed ?? []);
    assert.equal(hex(bound?.terms ?? new Uint8Array()), known);
    const made = { ...one, terms: known, seeds, purpose: 'deal', attempt: 0 };
    assert.deepEqual(await madeOf(made), one.order);
  }
});

/** A match of a section, as a proof names it. @param {any} match */
function provedIn({ table, match, agreed, seats, seeds }) {
  const told = [...seeds];
  const proved = seats.map((/** @type {any} */ promise) => ({
    promise,
    seed: promise ? told.shift() : null,
  }));
  return { table, match, agreed, seats: proved };
}

/** The order of a vector. @param {any} vector */
const madeOf = ({ secret, terms, seeds, ...wanted }) =>
  orderOf(bytes(secret), { ...wanted, terms: bytes(terms), seeds: seeds.map(bytes) });

test('a vector with one digit changed makes something else', async () => {
  let changed = 0;
  for (const one of vectors.orders.slice(0, 4)) {
    for (const digits of [one.terms, one.secret, ...one.seeds]) {
      for (let place = 0; place < digits.length; place += 1) {
        const digit = digits[place] === '1' ? '2' : '1';
        const forged = digits.slice(0, place) + digit + digits.slice(place + 1);
        const made = await madeOf(JSON.parse(JSON.stringify(one).replace(digits, forged)));
        assert.notDeepEqual(made, one.order);
        changed += 1;
      }
    }
  }
  assert.ok(changed > 1000, String(changed));
});

test('junk asks for no endless work', async () => {
  const secret = new Uint8Array(32);
  for (const number of [0, -1, 1001, 1e9, 1.5, Number.NaN]) {
    assert.equal(await headOf(secret, number), null);
  }
});

/** @type {LineDealRules} */
const LINE_RULES = {
  hand_size: 3,
  opening: 'lot',
  no_double: 'redeal',
  next_lead: 'rotate',
  after_block: 'same',
};
/** A round by the published vectors: both gave a seed, no lots, dealt at the first try. */
const RULES = { line: LINE_RULES };
const { agreed, fixed, vector } = await dealtBy(LINE_RULES);
const OWN = vector.seeds[0];

/** @returns {Fairness} */
const proof = () => ({
  scheme: 1,
  table: fixed.table,
  match: fixed.match,
  commitment: fixed.commitment,
  agreed: fixed.agreed,
  seats: fixed.seats.map((/** @type {any} */ promise, /** @type {number} */ seat) => ({
    promise: structuredClone(promise),
    seed: vector.seeds[seat],
  })),
  rounds: [{ round: vector.round, secret: vector.secret, deals: [[...vector.order]] }],
});

/** Seat 0 plays a tile, seat 1 draws the next and plays it. */
function witness() {
  const [zero, next] = [vector.tiles[0], vector.tiles[6]];
  const { table, match, commitment, seats } = fixed;
  const hash = fixed.agreed;
  const receipt = /** @type {Receipt} */ ({
    table,
    match,
    commitment,
    agreed: hash,
    seats: structuredClone(seats),
  });
  const own = { seed: OWN, commitment: '', head: null, promised_ms: 0 };
  const note = { table, match, ...own, receipt, agreed, told: true };
  const shown = {
    table,
    match,
    round: 1,
    seat: 0,
    v: 1,
    own: [vector.tiles.slice(0, 3)],
    events: [`0 ${zero}`, '1 draws', `1 ${next}`],
    left: [vector.tiles.slice(1, 3), vector.tiles.slice(3, 6)],
  };
  return { note, shown, before: null };
}

/** @typedef {ReturnType<typeof witness>} Seen */

const NOTHING = { note: null, shown: null, before: null };

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
  assert.deepEqual(await found(proof(), witness()), { bad: [], unseen: [] });
  const { hands, boneyard } = await checkRound(proof(), 1, RULES, witness());
  assert.deepEqual([...hands.flat(), ...boneyard], vector.tiles);
  assert.deepEqual(
    hands.map((hand) => hand.length),
    [3, 3],
  );
});

test('of what this browser has not seen it says nothing', async () => {
  const unseen = ['receipt', 'rules', 'no_seed', 'redeals', 'hand', 'played'];
  assert.deepEqual(await found(proof(), NOTHING), { bad: [], unseen });
});

/** The digits with the first one changed. @param {string} text */
const turned = (text) => (text[0] === '0' ? '1' : '0') + text.slice(1);

/**
 * What a dishonest server or player might do, and what must not agree then.
 * @type {[string, (proof: Fairness, witness: Seen) => unknown, string[]][]}
 */
const CHANGES = [
  ['an unknown scheme', (proof) => Object.assign(proof, { scheme: 2 }), ['scheme']],
  ['no table', (proof) => Object.assign(proof, { table: undefined }), ['scheme']],
  ['no such round', (proof) => Object.assign(proof, { rounds: [] }), ['scheme']],
  [
    'another table',
    (proof) => Object.assign(proof, { table: turned(fixed.table) }),
    ['receipt', 'order', 'hand', 'played'],
  ],
  [
    'the secret',
    ({ rounds }) => Object.assign(rounds[0], { secret: turned(vector.secret) }),
    ['secret', 'order', 'hand', 'played'],
  ],
  [
    'the commitment',
    (proof) => Object.assign(proof, { commitment: turned(proof.commitment) }),
    ['receipt', 'secret', 'order', 'hand', 'played'],
  ],
  [
    'other rules than were agreed',
    (proof) => Object.assign(proof, { agreed: turned(fixed.agreed) }),
    ['receipt', 'rules', 'order', 'hand', 'played'],
  ],
  [
    'the own seed',
    ({ seats }) => Object.assign(seats[0], { seed: turned(OWN) }),
    ['seeds', 'own', 'order', 'hand', 'played'],
  ],
  [
    'the other seed',
    ({ seats }) => Object.assign(seats[1], { seed: turned(seats[1].seed ?? '') }),
    ['seeds', 'order', 'hand', 'played'],
  ],
  [
    'a promise that was made after the seeds were known',
    (_, { note }) => {
      const promise = note.receipt.seats[1];
      if (promise) promise.commitment = turned(promise.commitment);
    },
    ['receipt'],
  ],
  [
    'a seed withheld',
    ({ seats }) => Object.assign(seats[1], { seed: null }),
    ['seeds', 'order', 'hand', 'played'],
  ],
  [
    'a seed unpromised',
    ({ seats }) => Object.assign(seats[1], { promise: null }),
    ['receipt', 'seeds', 'order', 'hand', 'played'],
  ],
  [
    'the match',
    (proof) => Object.assign(proof, { match: 9 }),
    ['receipt', 'order', 'hand', 'played'],
  ],
  [
    'two tiles',
    ({ rounds: [{ deals }] }) => {
      [deals[0][0], deals[0][4]] = [deals[0][4], deals[0][0]];
    },
    ['order'],
  ],
  [
    'a thing that no tile is',
    ({ rounds: [{ deals }] }) => {
      deals[0][0] = 99;
    },
    ['order'],
  ],
  [
    'lots that were shown otherwise',
    (_, { shown }) => shown.events.unshift('lots 6-6 5-5'),
    ['played'],
  ],
  [
    'a section that has the own table twice',
    (proof) => Object.assign(proof, { section: [{ ...proof }] }),
    ['section'],
  ],
  [
    'a section that has another match of the own table',
    (proof) => Object.assign(proof, { section: [{ ...proof, match: 9 }] }),
    ['section'],
  ],
  [
    'a record of other plays than were shown',
    (_, known) => {
      const [one, ...others] = known.shown.events;
      const played = { events: [...others, one], deals: [vector.tiles], drawn: [] };
      Object.assign(known, { played });
    },
    ['played'],
  ],
  [
    'another lot',
    ({ rounds }) => Object.assign(rounds[0], { lots: vector.order.toReversed() }),
    ['order'],
  ],
  ['no deal', ({ rounds }) => Object.assign(rounds[0], { deals: [] }), ['order', 'hand', 'played']],
  [
    'a redeal that nobody saw',
    ({ rounds }) => Object.assign(rounds[0], { deals: [vector.order, vector.order] }),
    ['order', 'redeals', 'hand', 'played'],
  ],
  ['a redeal that did not come', (_, { shown }) => shown.events.unshift('redeal'), ['redeals']],
  [
    'a play from elsewhere',
    (_, { shown }) => shown.events.push(`0 ${vector.tiles[9]}`),
    ['played'],
  ],
  ['a tile left too many', (_, { shown }) => shown.left[1].push(vector.tiles[20]), ['played']],
  [
    'another tile in the own hand',
    (_, { shown }) => shown.own[0].splice(2, 1, vector.tiles[9]),
    ['hand'],
  ],
  ['a tile of the own hand that was not shown', (_, { shown }) => shown.own[0].pop(), ['hand']],
  ['a tile drawn that nobody saw', (_, { shown }) => shown.own.push([vector.tiles[7]]), ['hand']],
  [
    'a screen that contradicts itself',
    (_, { shown }) => Object.assign(shown, { contradicted: true }),
    ['contradiction'],
  ],
];

for (const [name, change, bad] of CHANGES) {
  test(`it is found: ${name}`, async () => {
    const [changed, known] = [proof(), witness()];
    change(changed, known);
    assert.deepEqual((await found(changed, known)).bad, bad);
  });
}

test('of a round that it saw late a browser knows the tiles, and not their order', async () => {
  const known = witness();
  const late = { ...known, shown: { ...known.shown, late: true } };
  assert.deepEqual(await found(proof(), late), { bad: [], unseen: ['hand'] });
  late.shown.own = [[...known.shown.own[0].slice(1), vector.tiles[9]]];
  assert.deepEqual((await found(proof(), late)).bad, ['hand']);
});

test('how a round is dealt, its game says', async () => {
  addGame('plain', /** @type {any} */ ({ dealing: () => ({ things: 28, held: 3 }) }));
  const known = await checkRound(proof(), 1, RULES, witness());
  const { checks, hands } = await checkRound(proof(), 1, { plain: {} }, witness());
  assert.deepEqual(hands, known.hands);
  const bad = checks.filter(({ result }) => result === 'bad').map(({ what }) => what);
  assert.deepEqual(bad, ['rules'], 'the seats agreed on others');
});

test('a tile that a game sets aside is none of the things of the round', async () => {
  const things = Array.from({ length: 90 }, (_, thing) => thing);
  const tiles = tilesOf(things, 1, '11-11');
  assert.equal(new Set(tiles).size, 90);
  assert.deepEqual(tiles.slice(0, 4), ['0-0', '1-0', '1-1', '2-0']);
  assert.deepEqual([tiles[76], tiles[77], tiles[89]], ['11-10', '12-0', '12-12']);
  assert.equal(
    tilesOf(
      Array.from({ length: 54 }, (_, thing) => thing),
      1,
      '9-9',
    ).at(-1),
    '9-8',
  );
  const lacking = (/** @type {number} */ round) => `${7 - round}-${7 - round}`;
  addGame('aside', /** @type {any} */ ({ dealing: () => ({ things: 27, held: 3, lacking }) }));
  const { hands, boneyard } = await checkRound(proof(), 1, { aside: {} }, witness());
  const dealt = [...hands.flat(), ...boneyard];
  assert.ok(!dealt.includes('6-6') && dealt.includes('0-0'));
});

/** The tiles in the order of their things. */
const SET = tilesOf(Array.from({ length: 28 }, (_, thing) => thing));

test('tiles are dealt again where the rules say so, and nowhere else', async () => {
  /** @param {Partial<typeof LINE_RULES>} rules @param {string[][]} tiles @param {Partial<{ round: number, before: Witness['before'] }>} [at] */
  async function redeals(rules, tiles, { round = 1, before = null } = {}) {
    const seats = proof().seats.slice(0, 1);
    const deals = tiles.map((deal) => deal.map((tile) => SET.indexOf(tile)));
    const rounds = [{ round, secret: vector.secret, deals }];
    const line = {
      ...LINE_RULES,
      opening: /** @type {const} */ ('highest_double'),
      hand_size: 2,
      ...rules,
    };
    const witness = { ...NOTHING, before };
    const { checks } = await checkRound({ ...proof(), seats, rounds }, round, { line }, witness);
    return checks.find(({ what }) => what === 'redeals')?.result;
  }
  const [plain, double] = [
    ['6-5', '4-3', '2-1'],
    ['1-1', '2-0', '2-1'],
  ];
  for (const opening of /** @type {const} */ (['highest_double', 'lowest_double', 'double_one'])) {
    assert.equal(await redeals({ opening }, [plain]), 'bad');
    assert.equal(await redeals({ opening }, [double]), 'unseen');
    assert.equal(await redeals({ opening }, [plain, double]), 'unseen');
  }
  assert.equal(await redeals({ opening: 'lot' }, [plain]), 'unseen');
  assert.equal(await redeals({ opening: 'lot' }, [plain, double]), 'bad');
  assert.equal(await redeals({ no_double: 'heaviest_tile' }, [plain, double]), 'bad');
  assert.equal(await redeals({}, [double, plain]), 'bad');
  // In later rounds only where the opening rule finds the leader.
  const later = { round: 2, before: /** @type {const} */ ('domino') };
  assert.equal(await redeals({}, [plain, double], later), 'bad');
  assert.equal(await redeals({ next_lead: 'winner' }, [plain, double], later), 'bad');
  assert.equal(await redeals({ next_lead: 'opening' }, [plain], later), 'bad');
  assert.equal(await redeals({ next_lead: 'opening' }, [plain, double], later), 'unseen');
  const tied = { round: 2, before: /** @type {const} */ ('tied') };
  assert.equal(await redeals({ next_lead: 'winner' }, [plain], tied), 'bad');
  assert.equal(await redeals({ after_block: 'opening' }, [plain], tied), 'bad');
  assert.equal(await redeals({}, [plain], tied), 'unseen');
  // Where love decides the leader, the tiles alone don't tell.
  assert.equal(await redeals({ love: 'yes' }, [plain, double], later), 'unseen');
  // Nor do they where this browser doesn't know how the round before ended.
  assert.equal(await redeals({ next_lead: 'winner' }, [plain, double], { round: 2 }), 'unseen');
  assert.equal(await redeals({}, [plain, double], { round: 2 }), 'bad');
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
    const published = vectors.orders.find((/** @type {any} */ one) => one.things === tiles);
    const { attempt, round, secret } = published;
    const { terms, seeds } = vector;
    const deals = await Promise.all(
      Array.from({ length: attempt + 1 }, (_, n) =>
        madeOf({ ...published, terms, seeds, attempt: n }),
      ),
    );
    const rounds = [{ round, secret, deals }];
    /** @param {object} changes */
    async function checkedBy(changes) {
      const report = await checkRound(
        { ...proof(), rounds },
        round,
        { line: { ...LINE_RULES, ...changes } },
        NOTHING,
      );
      return report.checks.find(({ what }) => what === 'order')?.result;
    }
    assert.equal(deals[0].length, tiles);
    assert.equal(await checkedBy({ tile_set }), 'good');
    assert.equal(await checkedBy({}), 'bad');
  });
}

test('a verdict is good only where all was seen', async () => {
  assert.equal(verdictOf(await checkRound(proof(), 1, RULES, witness())), 'good');
  assert.equal(verdictOf(await checkRound(proof(), 1, RULES, NOTHING)), 'unseen');
  const forged = { ...proof(), match: 2 };
  assert.equal(verdictOf(await checkRound(forged, 1, RULES, NOTHING)), 'bad');
});

/** @param {string} table @param {number} match */
const note = (table, match) => ({ ...bareNote(table, match), seed: String(match) });
/** @type {import('../../static/js/fair/table_log.js').End} */
const ENDED = { type: 'ended', transcript: '' };

test('the note of a record is found by the record, whatever the record says', () => {
  const notes = createDealNotes(memory());
  notes.keep({ ...note('a', 2), record: 'r' });
  notes.keep(note('b', 1));
  const forged = { table: 'x', match: 1 };
  assert.equal(notes.findRecord('r', forged)?.table, 'a');
  assert.equal(notes.findRecord('other', forged), null);
  assert.equal(notes.findRecord(null, { ...forged, table: 'b' })?.seed, '1');
});

test('the latest notes are kept, and those of all matches that are not over', () => {
  const notes = createDealNotes(memory('junk'));
  assert.equal(notes.find('a', 1), null);
  notes.keep({ ...note('a', 1), told: true });
  for (let match = 2; match <= 100; match++) {
    assert.ok(notes.keep({ ...note('a', match), told: true, end: ENDED }));
  }
  assert.equal(notes.find('a', 100)?.seed, '100');
  assert.equal(notes.find('a', 2), null);
  assert.equal(notes.find('a', 1)?.told, true);
});

test('a note that the browser cannot keep is not kept', () => {
  const full = { read: () => null, write: () => {} };
  assert.equal(createDealNotes(full).keep(note('a', 1)), false);
});
