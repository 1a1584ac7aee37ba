/** A dishonest server that asks a browser for its seeds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRound } from '../../static/js/fair/check.js';
import { hasEnded } from '../../static/js/fair/log.js';
import { createDealNotes } from '../../static/js/fair/notes.js';
import { createPartner } from '../../static/js/fair/partner.js';
import { memory, TABLE } from './samples.js';
import { createSigner } from './signing.js';

const CHAIN = '4b'.repeat(32);
const honest = await createSigner();

/**
 * A browser with the seat 0 at a table, and what a server does to it. `logged` are the matches that the log
 * proves to have ended.
 */
function browser({ signer = honest, logged = /** @type {number[]} */ ([]) } = {}) {
  const notes = createDealNotes(memory(), memory());
  /** @type {{ type: string, match?: number, commitment?: string }[]} */
  const sent = [];
  /** @type {string[]} */
  const refused = [];
  const partner = createPartner(
    (message) => sent.push(message) > 0,
    (why) => refused.push(why),
    notes,
    async ({ match }) => logged.includes(match),
  );
  let cuts = 0;
  /** @param {number} match @param {any} room @param {object} [rest] @returns {any} */
  function shows(match, { seats = [null, null], revealing = false, ...room }, rest = {}) {
    cuts += 1;
    const fairness = { match, commitment: CHAIN, first: match, seats, revealing };
    const open = { status: 'open', match: match - 1, record: null, fairness, ...room };
    return {
      id: TABLE,
      ui: { cuts, cut: false },
      me: { seat: 0 },
      view: null,
      room: open,
      ...rest,
    };
  }
  const told = () => sent.filter(({ type }) => type === 'reveal').map(({ match }) => match);
  return {
    notes,
    refused,
    told,
    /** The browser promises a seed for a match, and is asked for it. @param {number} match */
    async asks(match, { by = signer, at_ms = cuts } = {}) {
      await partner.hear(shows(match, {}));
      const promise = sent.findLast((one) => one.type === 'commit' && one.match === match);
      assert.ok(promise?.commitment);
      const seats = [promise.commitment, null];
      await partner.hear(shows(match, { seats }));
      const terms = { table: TABLE, match, commitment: CHAIN, first: match, seats };
      const receipt = await by.receipt(terms, at_ms);
      await partner.hear(shows(match, { seats, revealing: true }, { receipt }));
    },
    /** The deal of a match is on the screen. @param {number} match */
    async deals(match) {
      const view = { board: { round: 1, phase: { type: 'playing' } } };
      await partner.hear(shows(match, { status: 'playing', match }, { view }));
    },
  };
}

test('each match that is dealt gets one seed', async () => {
  const { asks, deals, told, refused } = browser();
  for (const match of [1, 2, 3]) {
    await asks(match);
    await deals(match);
  }
  assert.deepEqual(told(), [1, 2, 3]);
  assert.deepEqual(refused, []);
});

test('a seed is sent again while its match is not dealt', async () => {
  const { asks, told } = browser();
  await asks(1);
  await asks(1);
  assert.deepEqual(told(), [1, 1]);
});

test('a server that throws a deal away gets no second seed', async () => {
  const { asks, told, refused, notes } = browser();
  await asks(1);
  for (let match = 2; match < 30; match++) await asks(match);
  assert.deepEqual(told(), [1]);
  assert.deepEqual(new Set(refused), new Set(['left_open']));
  assert.equal(notes.find(TABLE, 2).refused, 'left_open');
});

test('a match that this browser missed and whose end is logged keeps nobody from the next', async () => {
  const { asks, told } = browser({ logged: [1] });
  await asks(1);
  await asks(2);
  assert.deepEqual(told(), [1, 2]);
});

test('a server that goes back to an old copy gets no seed twice', async () => {
  const { asks, deals, told, refused } = browser();
  await asks(1);
  await deals(1);
  await asks(1);
  assert.deepEqual(refused, ['used']);
  await asks(2);
  await deals(2);
  await asks(1);
  assert.deepEqual(told(), [1, 2]);
  assert.deepEqual(refused, ['used', 'used']);
});

test('a tab that hears late that the seeds are asked for says nothing', async () => {
  const { asks, deals, told, refused } = browser();
  await asks(1, { at_ms: 7 });
  await deals(1);
  await asks(1, { at_ms: 7 });
  assert.deepEqual(told(), [1]);
  assert.deepEqual(refused, []);
});

test('a server with another key gets no seed', async () => {
  const { asks, deals, told, refused, notes } = browser();
  await asks(1);
  await deals(1);
  await asks(2, { by: await createSigner() });
  assert.deepEqual(told(), [1]);
  assert.deepEqual(refused, ['key']);
  assert.equal(notes.find(TABLE, 2).shown, undefined);
});

test('what was refused is red in the proof', async () => {
  const { asks, deals, notes } = browser();
  await asks(1);
  await deals(1);
  await asks(1);
  const receipt = await (await createSigner()).receipt({
    table: TABLE,
    match: 1,
    commitment: CHAIN,
    first: 1,
    seats: [],
  });
  const proof = { round: 1, secret: '00'.repeat(32), deals: [['0-0']] };
  const fairness = { scheme: 1, table: TABLE, match: 1, commitment: CHAIN, first: 1, seats: [] };
  const rules = /** @type {const} */ ({
    hand_size: 7,
    opening: 'highest_double',
    no_double: 'heaviest_tile',
    tile_set: 'double_six',
    redeal_doubles: 0,
  });
  const seen = { seat: 0, history: null, hands: null, known: notes.key() };
  const report = await checkRound({ ...fairness, rounds: [proof] }, 1, rules, {
    ...seen,
    note: { ...notes.find(TABLE, 1), receipt },
  });
  const bad = report.checks.filter(({ result }) => result === 'bad').map(({ what }) => what);
  assert.ok(bad.includes('key') && bad.includes('used'), String(bad));
});

test('the log proves an end for each place in each tree, and nothing else does', async () => {
  const receipt = await honest.receipt({
    table: TABLE,
    match: 3,
    commitment: CHAIN,
    first: 1,
    seats: [],
  });
  for (let size = 1; size <= 20; size++) {
    for (let index = 0; index < size; index++) {
      const answer = await honest.ended(CHAIN, 3, index, size);
      assert.ok(await hasEnded(receipt, async () => answer), `${index} of ${size}`);
    }
  }
  const answer = await honest.ended(CHAIN, 3, 5, 11);
  const [proved] = answer.entries;
  const forged = [
    { ...proved, index: 4 },
    { ...proved, path: proved.path.slice(1) },
    { ...proved, path: [...proved.path, CHAIN] },
    { ...proved, path: ['junk', ...proved.path.slice(1)] },
    { ...proved, entry: { ...proved.entry, match: 4 } },
    { ...proved, entry: { ...proved.entry, commitment: '00'.repeat(32) } },
    { ...proved, entry: { ...proved.entry, at_ms: 1 } },
    { ...proved, log: { ...proved.log, size: 12 } },
    { ...proved, log: { ...proved.log, root: CHAIN } },
    (await (await createSigner()).ended(CHAIN, 3, 5, 11)).entries[0],
  ];
  for (const [number, one] of forged.entries()) {
    const told = async () => ({ ...answer, entries: [/** @type {any} */ (one)] });
    assert.equal(await hasEnded(receipt, told), false, String(number));
  }
  assert.equal(await hasEnded(receipt, async () => ({ ...answer, entries: [] })), false);
});
