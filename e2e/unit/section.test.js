/** Matches at several tables that are dealt alike: what a browser checks of them, and how it is cheated. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { boundTermsOf, sectionTermsOf } from '../../static/js/fair/section.js';
import { hall } from './deal_hall.js';
import { beganEntry } from './deal_server.js';
import { beginTogether } from './deal_table.js';

/** @typedef {import('./deal_table.js').DealTable} DealTable */

for (const count of [1, 2, 7]) {
  test(`${count} tables with the same deals are green at every browser`, async () => {
    const all = hall(count);
    await all.promise();
    await beginTogether(all.tables);
    await all.tell();
    assert.equal(all.told(), 2 * count);
    await all.play(false);
    assert.equal(all.asked(), 2 * count);
    await all.prove();
    const orders = all.tables.map(({ round }) => round?.order.join());
    assert.equal(new Set(orders).size, 1);
    for (const browsers of all.places) {
      for (const browser of browsers) {
        assert.deepEqual(browser.verdict(), {
          result: 'good',
          checks: [],
          calledOff: 0,
          unshown: 0,
        });
      }
    }
  });
}

test('a match of boards that the log has not ended is no fault while other tables play, and one later', async () => {
  const all = hall(2);
  await all.promise();
  await beginTogether(all.tables);
  await all.tell();
  await all.play(true);
  /** The match is over, and the next one is not promised for. @param {boolean} sealed */
  const over = (sealed) =>
    all.tell((shown) => {
      const { fairness } = shown.room;
      const seats = fairness.seats.map(() => ({ promise: null, seed: null }));
      Object.assign(fairness, { match: 2, commitment: null, told: [false, false], seats, sealed });
      shown.room.status = 'over';
      return shown;
    });
  await over(true);
  assert.deepEqual(all.bad(0, 0), []);
  for (const browser of all.places.flat()) browser.cut();
  await over(false);
  assert.deepEqual(all.bad(0, 0), ['left_open']);
  assert.equal(all.told(), 4);
});

test('no proof is asked for while another table plays, and all are as soon as none does', async () => {
  const all = hall(2);
  await all.promise();
  await beginTogether(all.tables);
  await all.tell();
  await all.play(true);
  assert.equal(all.asked(), 0);
  const verdict = all.places[0][0].verdict();
  assert.equal(verdict?.result, 'unseen');
  assert.deepEqual(verdict?.checks, [{ what: 'sealed', result: 'unseen' }]);
  for (const table of all.tables) table.sealed = false;
  await all.tell();
  assert.equal(all.asked(), 4);
  await all.prove();
  assert.equal(all.places[0][0].verdict()?.result, 'good');
});

test('a match that was called off for a seat of another table keeps nobody from the next', async () => {
  const all = hall(2);
  await all.promise();
  await beginTogether(all.tables);
  await all.tell();
  await all.tables[0].callOff([]);
  await all.tables[1].callOff([1]);
  for (const table of all.tables) table.section = [];
  await all.promise();
  await beginTogether(all.tables);
  await all.tell();
  assert.deepEqual(all.bad(0, 0), []);
  // The seat whose seed was missing doesn't promise again in this round.
  assert.equal(all.told(), 7);
});

test('a match that has no others in a section is not called off for nobody', async () => {
  for (const isSection of [false, true]) {
    const all = hall(1);
    const [table] = all.tables;
    await all.promise();
    if (isSection) await beginTogether(all.tables);
    else await table.begin();
    await all.tell();
    await table.callOff([]);
    table.section = [];
    await all.promise();
    assert.deepEqual(all.bad(0, 0), ['missing']);
  }
});

test('a seat that was missing once adds no seed to the next match of its section', async () => {
  const all = hall(2);
  await all.promise();
  await beginTogether(all.tables);
  await all.tell();
  const told = all.told();
  await all.tables[0].callOff([1]);
  await all.tables[1].callOff([]);
  for (const table of all.tables) Object.assign(table, { section: [], missed: [0, 0] });
  await all.promise();
  await beginTogether(all.tables);
  await all.tell();
  assert.deepEqual(all.bad(0, 0), ['again']);
  assert.deepEqual(all.bad(1, 0), []);
  assert.equal(all.told(), told + 2);
});

test('a section has each match once', async () => {
  const [one, other] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
  assert.ok(await sectionTermsOf([one]));
  assert.equal(await sectionTermsOf([one, other, one]), null);
  assert.equal(await sectionTermsOf([one, 'junk']), null);
  assert.deepEqual(await sectionTermsOf([one, other]), await sectionTermsOf([other, one]));
  const own = { table: one.slice(32), match: 1, commitment: one, agreed: one };
  const terms = { ...own, seats: [null, null] };
  const alone = await boundTermsOf({ ...terms, section: [] });
  assert.notDeepEqual(alone, await boundTermsOf(terms));
  assert.equal(await boundTermsOf({ ...terms, section: /** @type {any} */ (null) }), null);
});

/** A change of the receipt that the browser at the first seat gets: it tells no seed then. @type {[string, (receipt: any, own: string) => void][]} */
const RECEIPTS = [
  ['names no section', (receipt) => Reflect.deleteProperty(receipt, 'section')],
  ['names fewer matches', (receipt) => receipt.section.pop()],
  ['names one more', (receipt) => receipt.section.push(randomBytes(32).toString('hex'))],
  ['names another match twice', (receipt) => receipt.section.push(receipt.section[0])],
  ['names the own match twice', (receipt, own) => receipt.section.push(own)],
  [
    'names another match instead',
    (receipt) => receipt.section.splice(0, 1, randomBytes(32).toString('hex')),
  ],
  ['names junk', (receipt) => receipt.section.splice(0, 1, 'junk')],
  ['names no list', (receipt) => Object.assign(receipt, { section: null })],
];

for (const [name, change] of RECEIPTS) {
  test(`no seed is told for a receipt that ${name}`, async () => {
    const all = hall(3);
    await all.promise();
    await beginTogether(all.tables);
    const { section: _, ...terms } = all.tables[0].terms;
    const own = Buffer.from((await boundTermsOf(terms)) ?? []).toString('hex');
    await all.tell((shown, table, seat) => {
      const receipt = structuredClone(shown.receipt);
      if (table === 0 && seat === 0) change(receipt, own);
      return { ...shown, receipt };
    });
    assert.equal(all.told(), 5);
    const isOther = name === 'names no section';
    assert.deepEqual(all.bad(0, 0), isOther ? ['receipt', 'section'] : ['receipt']);
  });
}

test('no seed is told where the log has the own match twice in its section', async () => {
  const all = hall(1);
  const [table] = all.tables;
  await all.promise();
  await table.agree();
  table.fix();
  const own = Buffer.from((await boundTermsOf(table.terms)) ?? []).toString('hex');
  // A server that counts the own match twice makes another hash, which is in its log.
  table.terms.section = [own];
  table.section = [table, table];
  table.index = table.log.entries.length;
  table.log.add(await beganEntry(table.id, 1, (await table.bound()).hash, 1));
  await all.tell();
  assert.equal(all.told(), 0);
  assert.deepEqual(all.bad(0, 0), ['receipt']);
});
