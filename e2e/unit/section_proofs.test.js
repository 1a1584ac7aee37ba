/** What a browser finds in the proofs, the log, the results and the records of matches that are dealt alike. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLeft, faultsOf } from '../../static/js/fair/left_tables.js';
import { logNameOf } from '../../static/js/fair/log.js';
import { tilesOf } from '../../static/js/tiles/sets.js';
import { begun, hall } from './deal_hall.js';
import { commitmentOfSeed, createChain } from './deal_server.js';
import { beginTogether, createTable, RULES, resultsOf } from './deal_table.js';

/** @typedef {import('./deal_table.js').DealTable} DealTable */

test('a table that is dealt from its own terms is found out', async () => {
  const all = await begun(2);
  const [table, other] = all.tables;
  table.section = [];
  await all.play(false);
  table.section = [table, other];
  await all.prove((proof, at) => {
    if (at === 0) proof.rounds[0].deals = [table.round?.order];
    return proof;
  });
  for (const seat of [0, 1]) {
    const found = all.bad(0, seat);
    assert.ok(found.includes('order') && found.includes('hand'), String(found));
  }
  // The proof that fits the deal names no section.
  const again = await begun(2);
  again.tables[0].section = [];
  await again.play(false);
  await again.prove();
  assert.deepEqual(again.bad(0, 0), ['receipt']);
  assert.deepEqual(again.bad(1, 0), []);
});

/** A change of the proof that both browsers of the first table get, and what they find. @type {[string, (proof: any) => void, string[]][]} */
const PROOFS = [
  [
    'hides a seat of another table',
    ({ section }) => Object.assign(section[0].seats[1], { promise: null, seed: null }),
    ['receipt', 'order', 'hand', 'played', 'section'],
  ],
  [
    'hides a seed of another table',
    ({ section }) => Object.assign(section[0].seats[1], { seed: null }),
    ['seeds', 'order', 'hand', 'played'],
  ],
  [
    'exchanges a seed of another table',
    ({ section }) => Object.assign(section[0].seats[1], { seed: '5'.repeat(64) }),
    ['seeds', 'order', 'hand', 'played'],
  ],
  [
    'exchanges a seed of another table with its promise',
    ({ section }) => {
      const seed = '5'.repeat(64);
      section[0].seats[1].promise.commitment = commitmentOfSeed(seed);
      section[0].seats[1].seed = seed;
    },
    ['receipt', 'order', 'hand', 'played', 'section'],
  ],
  [
    'hides a table',
    ({ section }) => section.pop(),
    ['receipt', 'order', 'hand', 'played', 'section'],
  ],
  [
    'names another match of a table',
    ({ section }) => Object.assign(section[0], { match: 2 }),
    ['receipt', 'order', 'hand', 'played', 'section'],
  ],
  ['names a table twice', ({ section }) => section.push(section[0]), ['section']],
  [
    'names its own table twice',
    ({ section, table, match, agreed, seats }) => section.push({ table, match, agreed, seats }),
    ['section'],
  ],
  ['names a table with fewer seats', ({ section }) => section[0].seats.pop(), ['section']],
  ['names no table', ({ section }) => Object.assign(section[0], { table: 'junk' }), ['section']],
  [
    'is of another table of the section',
    (proof) => {
      const [other] = proof.section;
      const { table, agreed, seats } = proof;
      proof.section = [{ table, match: 1, agreed, seats }, proof.section[1]];
      Object.assign(proof, { table: other.table, seats: other.seats });
    },
    ['receipt', 'own'],
  ],
];

for (const [name, change, bad] of PROOFS) {
  test(`a proof that ${name} is found out`, async () => {
    const all = await begun(3);
    await all.play(false);
    await all.prove((proof, at) => {
      if (at === 0) change(proof);
      return proof;
    });
    assert.deepEqual(all.bad(0, 0).toSorted(), bad.toSorted());
    assert.deepEqual(all.bad(1, 0), []);
  });
}

test('a table that joins when the seeds are known is found out', async () => {
  const all = await begun(2);
  await all.play(false);
  // Two players who work with the server have a table of their own dealt from all seeds.
  const late = createTable({ seats: 2, random: () => 0.5, log: all.tables[0].log });
  late.promises = all.tables[0].promises;
  late.seeds = all.tables[0].seeds;
  late.chain = all.tables[0].chain;
  await late.agree();
  late.fix();
  await all.prove((proof) => {
    proof.section.push({ table: late.id, match: 1, agreed: late.agreed, seats: late.told() });
    return proof;
  });
  assert.ok(all.bad(0, 0).includes('receipt'));
  assert.ok(all.bad(1, 1).includes('receipt'));
});

test('a table of the section that the log binds to other terms, later or not at all is found out', async () => {
  /** @type {((entry: any) => any)[]} */
  const ways = [
    (entry) => ({ ...entry, terms: '5'.repeat(64) }),
    (entry) => ({ ...entry, at_ms: 60 * 60_000 }),
    (entry) => ({ ...entry, table: '5'.repeat(64) }),
  ];
  for (const way of ways) {
    const all = hall(2);
    const { log } = all.tables[0];
    const name = await logNameOf(all.tables[1].id);
    await all.promise();
    const add = log.add;
    log.add = (entry) => add(entry.table === name ? way(entry) : entry);
    await beginTogether(all.tables);
    await all.tell();
    // Those of the first table can't know it yet; those of the other have no receipt that holds.
    assert.equal(all.told(), 2);
    all.tables[1].seeds = ['6'.repeat(64), '7'.repeat(64)];
    await all.play(false);
    await all.prove();
    assert.ok(all.bad(0, 0).includes('section'), String(way));
  }
});

test('a table of the round whose players chose deals of their own is found out', async () => {
  /** A table apart, whose promises its players and the server chose together. */
  const apart = hall(1);
  await apart.promise();
  await beginTogether(apart.tables);
  const [{ result: own }] = await resultsOf(apart.tables);
  /** @type {[name: string, result: (section: any[]) => any, isBad: boolean][]} */
  const named = [
    ['as it is', () => own, true],
    ['without its match', () => ({ points: [1, 0] }), true],
    ['with boards that count, and no points', () => ({ boards: [null, 5] }), true],
    ['with a match of the section', ([one]) => one.result, true],
    ['as not dealt', () => ({ winner: 0, boards: [] }), false],
  ];
  for (const [name, result, isBad] of named) {
    const all = await begun(2);
    all.server.results = async () => {
      const section = await resultsOf(all.tables);
      return [{ round: 2, result: own }, ...section, { round: 1, result: result(section) }];
    };
    await all.play(false);
    await all.prove();
    for (const browser of all.places.flat()) {
      assert.equal(browser.verdict()?.result, isBad ? 'bad' : 'good', name);
    }
    assert.deepEqual(all.bad(0, 0), isBad ? ['section'] : []);
  }
});

test('a log that another table alone is in is found out', async () => {
  const all = await begun(2);
  const [{ log }, { id }] = all.tables;
  const fork = log.fork();
  log.add({ ...log.entries[0], match: 7 });
  fork.add({ ...log.entries[0], match: 8 });
  const name = await logNameOf(id);
  const { answer } = all.server;
  all.server.answer = (path) => (path.includes(name) ? fork.answer(path) : answer(path));
  await all.play(false);
  await all.places[0][0].log.check();
  await all.prove();
  assert.deepEqual(all.bad(0, 0).toSorted(), ['log', 'section']);
});

test('results that do not name the match are asked for again', async () => {
  const all = await begun(2);
  all.server.results = () => [];
  await all.play(false);
  await all.prove();
  const [[browser]] = all.places;
  assert.deepEqual(browser.verdict()?.checks, [{ what: 'section', result: 'unseen' }]);
  const asked = all.asked();
  all.server.results = () => resultsOf(all.tables);
  await browser.wait();
  assert.equal(all.asked(), asked + 1);
  await all.prove();
  assert.equal(browser.verdict()?.result, 'good');
});

test('a log that does not answer is asked again', async () => {
  const all = await begun(2);
  await all.play(false);
  const { log } = all.tables[0];
  const answer = log.answer;
  log.answer = () => Promise.reject(new Error());
  await all.prove();
  assert.equal(all.places[0][0].verdict()?.result, 'unseen');
  log.answer = answer;
  const proof = await all.tables[0].proof();
  await all.places[0][0].hear({ ...all.tables[0].shows(0), proof });
  assert.equal(all.places[0][0].verdict()?.result, 'good');
});

test('two chains are no section', async () => {
  const all = hall(2);
  await all.promise();
  await beginTogether(all.tables);
  await all.tell();
  all.tables[1].chain = createChain(2);
  await all.play(false);
  await all.prove();
  assert.ok(all.bad(1, 0).includes('secret'));
});

/** The record of the round that was played at a table. @param {DealTable} table */
async function recordOf(table) {
  const { order: things = [], events = [] } = table.round ?? {};
  const order = tilesOf(things);
  const boneyard = order.slice(2 * RULES.line.hand_size);
  const lines = events.flatMap((event) => {
    if (event.type === 'drew') return [`${event.seat} draws ${boneyard.shift()}`];
    return event.type === 'played' ? [`${event.seat} plays ${event.tile}`] : [];
  });
  const transcript = ['rules', `deal leads 0: ${order.join(' ')}`, ...lines, '0 goes out'];
  return {
    id: 'r',
    rules: RULES,
    seats: [0, 1].map(() => ({ name: 'Ana' })),
    transcript: transcript.join('\n'),
    fairness: await table.proof(),
  };
}

test('a match whose table was left before its proof came is checked by its record', async () => {
  for (const [change, bad] of /** @type {[(record: any) => void, string[]][]} */ ([
    [() => {}, []],
    [({ fairness }) => fairness.section.pop(), ['receipt', 'order', 'hand', 'played', 'section']],
    [
      ({ fairness }) => Object.assign(fairness.seats[0], { seed: '5'.repeat(64) }),
      ['seeds', 'own'],
    ],
  ])) {
    const all = await begun(3);
    await all.play(true);
    for (const table of all.tables) table.status = 'over';
    await all.tell();
    const [[{ notes, log }]] = all.places;
    /** @type {string[]} */
    const asked = [];
    const record = await recordOf(all.tables[0]);
    change(record);
    const get = async (/** @type {string} */ path) => {
      asked.push(path.split('?')[0]);
      if (path === '/api/me/matches') return { matches: [{ id: 'other' }, { id: 'r' }] };
      if (path === '/api/m/other') return { ...record, fairness: null };
      return path === '/api/m/r' ? record : all.server.answer(path);
    };
    await checkLeft(notes.ofTournament('another tournament'), { notes, log, get });
    assert.deepEqual(asked, []);
    await checkLeft(notes.ofTournament('duplicate'), { notes, log, get });
    const found = faultsOf('duplicate', { notes }).map(({ what }) => what);
    assert.ok(
      bad.every((what) => found.includes(/** @type {any} */ (what))),
      String(found),
    );
    assert.equal(found.length > 0, bad.length > 0, String(found));
    assert.equal(notes.find(all.tables[0].id, 1)?.record, 'r');
    // What was checked is not asked for again.
    asked.length = 0;
    await checkLeft(notes.ofTournament('duplicate'), { notes, log, get });
    assert.deepEqual(asked, []);
  }
});

test('what is found while the record of a match that was left is fetched is kept', async () => {
  const all = await begun(2);
  await all.play(true);
  for (const table of all.tables) table.status = 'over';
  await all.tell();
  const [[{ notes, log }]] = all.places;
  const record = await recordOf(all.tables[0]);
  const get = async (/** @type {string} */ path) => {
    if (path === '/api/me/matches') return { matches: [{ id: 'r' }] };
    if (path !== '/api/m/r') return all.server.answer(path);
    const note = notes.find(all.tables[0].id, 1);
    if (note) notes.keep({ ...note, found: [{ what: 'count', result: 'bad' }] });
    return record;
  };
  await checkLeft(notes.ofTournament('duplicate'), { notes, log, get });
  assert.equal(notes.find(all.tables[0].id, 1)?.found?.[0].what, 'count');
});
