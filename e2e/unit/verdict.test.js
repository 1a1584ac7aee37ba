/** What a browser says of the deals of a table that it saw in part, late, or in several versions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RULES } from './deal_table.js';
import { begin, play, reveal, world } from './deal_world.js';

/** @typedef {ReturnType<typeof world>} World */

test('what shows less than before is of an older version', async () => {
  const all = world();
  await reveal(all);
  const { table, browsers } = all;
  await table.deal(1);
  const early = [0, 1].map((seat) => table.shows(seat));
  table.move();
  await all.tell();
  // A node may be behind, and so may another tab; in whatever order the page comes to them.
  await browsers[1].cut();
  await browsers[1].hear(early[1]);
  browsers[1].leave();
  await browsers[1].hear(table.shows(1));
  await browsers[1].hear(early[1]);
  assert.deepEqual(all.bad(1), []);
  await browsers[0].hear({ ...early[0], v: table.version });
  assert.deepEqual(all.bad(0), ['contradiction']);
  // A hand is whole at any version.
  early[1].view.own.hand.pop();
  await browsers[1].hear(early[1]);
  assert.deepEqual(all.bad(1), ['contradiction']);
});

test('a round that a browser saw only after a draw is not green', async () => {
  const all = world();
  await reveal(all);
  const { table, browsers } = all;
  await table.deal(1);
  await browsers[1].hear(table.shows(1));
  table.round?.events.push({ type: 'drew', seat: 0 });
  await all.tell();
  if (table.round) table.round.over = true;
  await all.tell();
  const proof = await table.proof();
  await all.tell((shown) => ({ ...shown, proof: structuredClone(proof) }));
  const results = browsers.map((browser) => browser.verdict()?.result);
  assert.deepEqual(results, ['unseen', 'good']);
});

test('a match before the one that is shown must be proved, and ended by the log', async () => {
  for (const [isProved, isAnswered, what] of /** @type {const} */ ([
    [false, true, 'unproved'],
    [true, false, 'unlogged'],
  ])) {
    const all = world();
    await reveal(all);
    await play(all, 1);
    const proof = await all.table.proof();
    if (isProved) await all.tell((shown) => ({ ...shown, proof: structuredClone(proof) }));
    await all.table.end();
    if (!isAnswered) all.answers.to = () => Promise.reject(new Error());
    await all.tell();
    assert.deepEqual(all.browsers[0].verdict()?.checks, [{ what, result: 'unseen' }]);
  }
});

test('of a match before, each round must have been seen to its end', async () => {
  const cut = world();
  await reveal(cut);
  await cut.table.deal(1);
  await cut.tell();
  await cut.table.end();
  await cut.tell();
  assert.deepEqual(cut.browsers[0].verdict()?.checks, [{ what: 'unproved', result: 'unseen' }]);
  const late = world();
  await reveal(late);
  await late.table.deal(1);
  await play(late, 2);
  const proof = await late.table.proof();
  await late.tell((shown) => ({ ...shown, proof: structuredClone(proof) }));
  await late.table.end();
  await late.tell();
  assert.deepEqual(late.browsers[0].verdict()?.checks, [{ what: 'elsewhere', result: 'unseen' }]);
});

test('what is open of a match that is shown has its words', async () => {
  const whats = (/** @type {World} */ { browsers: [ana] }) =>
    ana.verdict()?.checks.map(({ what }) => what);
  // Without a promise of this browser nothing is known of the seeds.
  const apart = world();
  apart.table.hear = () => {};
  await begin(apart);
  await play(apart, 1);
  assert.deepEqual(whats(apart), ['no_seed']);
  // A round that it missed.
  const missed = world();
  await reveal(missed);
  await missed.table.deal(1);
  await play(missed, 2);
  assert.ok(whats(missed)?.includes('elsewhere'), String(whats(missed)));
  // While a match is played, the proof of the last round may be on its way; once it is over, it is not.
  for (const status of /** @type {const} */ (['playing', 'over'])) {
    const all = world();
    await reveal(all);
    all.table.status = status;
    await play(all, 1);
    assert.deepEqual(whats(all), status === 'over' ? ['unproved'] : []);
  }
});

test('a browser that changes its seat in a round has not seen all of it', async () => {
  const all = world();
  await reveal(all);
  const { table, browsers } = all;
  await table.deal(1);
  await all.tell();
  await browsers[0].hear(table.shows(1));
  if (table.round) table.round.over = true;
  const proof = await table.proof();
  await browsers[0].hear({ ...table.shows(1), proof });
  assert.equal(browsers[0].verdict()?.result, 'unseen');
});

test('an ended round is not shown again at a later version', async () => {
  const all = world();
  await reveal(all);
  const { table, browsers } = all;
  await play(all, 1);
  const ended = [0, 1].map((seat) => table.shows(seat));
  await table.deal(2);
  await all.tell();
  await browsers[1].hear(ended[1]);
  assert.deepEqual(all.bad(1), []);
  await browsers[0].hear({ ...ended[0], v: table.version });
  assert.deepEqual(all.bad(0), ['contradiction']);
});

test('a match that is over says how it ended by the log', async () => {
  const all = world();
  await reveal(all);
  all.table.status = 'over';
  await all.table.noteEnd();
  await play(all, 1);
  assert.equal(all.browsers[0].notes.find(all.table.id, 1)?.end?.type, 'ended');
});

test('a proof that comes after the rules of the next match were chosen is judged by its own', async () => {
  const all = world();
  await reveal(all);
  await play(all, 1);
  const proof = await all.table.proof();
  await all.table.end();
  all.table.rules = { line: { ...RULES.line, ...{ redeal_doubles: 4 } } };
  await all.tell((shown) => ({ ...shown, proof: structuredClone(proof) }));
  assert.deepEqual(all.browsers[0].verdict()?.checks, []);
});

test('what is shown while a proof is checked is kept', async () => {
  const all = world();
  await reveal(all);
  await play(all, 1);
  const { table, browsers } = all;
  const proof = await table.proof();
  const other = table.shows(0);
  other.view.board.phase.hands[1][0] = table.hands().boneyard[0];
  const { seats } = proof;
  const meanwhile = () => void browsers[0].hear(other);
  Object.defineProperty(proof, 'seats', {
    get() {
      meanwhile();
      return seats;
    },
  });
  await browsers[0].hear({ ...table.shows(0), proof });
  assert.ok(browsers[0].shown(table.id, 1)[1].shown.contradicted);
});
