/** When a browser tells its seed, and when it doesn't. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logNameOf, NO_HEAD } from '../../static/js/fair/log.js';
import { copyOf } from './deal_lies.js';
import { createKey, createPublicLog } from './deal_server.js';
import { createTable } from './deal_table.js';
import { begin, play, reveal, world } from './deal_world.js';

test('each match that is dealt gets one seed', async () => {
  const all = world();
  for (const match of [1, 2, 3]) {
    await begin(all);
    await all.tell();
    await all.table.deal(1);
    await all.tell();
    assert.deepEqual(
      all.told(0),
      Array.from({ length: match }, (_, n) => n + 1),
    );
    await all.table.end();
  }
  assert.deepEqual(all.bad(0), []);
});

test('a seed is sent again after a reconnection while its match is not dealt', async () => {
  const all = world();
  await begin(all);
  await all.tell();
  all.browsers[0].cut();
  await all.tell();
  assert.deepEqual(all.told(0), [1, 1]);
  await all.table.deal(1);
  await all.tell();
  all.browsers[0].cut();
  await all.tell();
  assert.deepEqual(all.told(0), [1, 1]);
});

test('no seed is told without a receipt', async () => {
  const all = world();
  await begin(all);
  await all.tell((shown) => ({ ...shown, receipt: null }));
  await all.tell((shown) => ({ ...shown, receipt: { ...shown.receipt, match: 2 } }));
  assert.deepEqual(all.told(0), []);
});

test('no seed is told for a receipt that says something else', async () => {
  const digits = '5'.repeat(64);
  for (const [change, what] of /** @type {[(receipt: any) => void, string][]} */ ([
    [(receipt) => Object.assign(receipt, { commitment: digits }), 'receipt'],
    [(receipt) => Object.assign(receipt, { at_ms: 99 }), 'receipt'],
    [(receipt) => Object.assign(receipt, { index: 7 }), 'receipt'],
    [(receipt) => Object.assign(receipt.log, { signature: digits + digits }), 'receipt'],
    [(receipt) => Object.assign(receipt.log, { root: digits }), 'receipt'],
    [(receipt) => receipt.path.push(digits), 'receipt'],
    [(receipt) => Object.assign(receipt.seats[0], { commitment: digits }), 'own_promise'],
    [(receipt) => Object.assign(receipt.seats[1].head, { size: 1 }), 'heads'],
    [(receipt) => Object.assign(receipt.seats[1].head, { root: digits }), 'heads'],
  ])) {
    const all = world();
    await begin(all);
    await all.tell((shown, seat) => {
      const receipt = structuredClone(shown.receipt);
      if (seat === 0) change(receipt);
      return { ...shown, receipt };
    });
    assert.deepEqual(all.told(0), [], what);
    assert.ok(all.bad(0).includes(/** @type {any} */ (what)), `${what}: ${all.bad(0)}`);
  }
});

test('a server that throws a deal away gets no second seed', async () => {
  const all = world();
  await begin(all);
  await all.tell();
  for (let again = 0; again < 20; again++) {
    all.table.next();
    await begin(all);
    await all.tell();
  }
  assert.deepEqual(all.told(0), [1]);
  assert.deepEqual(all.bad(0), ['left_open']);
});

test('a match that was called off keeps nobody from the next', async () => {
  const all = world();
  await begin(all);
  await all.tell();
  await all.table.callOff([1]);
  await begin(all);
  await all.tell();
  assert.deepEqual(all.told(0), [1, 2]);
  assert.deepEqual(all.bad(0), []);
});

test('a match that ended in the log without a tile on the screen is not green', async () => {
  const all = world();
  await begin(all);
  await all.tell();
  const ended = { at_ms: 2, match: 1, table: await logNameOf(all.table.id) };
  all.table.log.add({ ...ended, type: 'aborted', transcript: '00'.repeat(32) });
  all.table.next();
  await begin(all);
  await all.tell();
  await play(all, 1);
  assert.deepEqual(all.told(0), [1, 2]);
  assert.equal(all.browsers[0].verdict()?.result, 'unseen');
});

test('a player who told their seed and is said to be missing sees it', async () => {
  for (const [acknowledges, bad] of /** @type {[boolean, string[]][]} */ ([
    [true, ['withheld']],
    [false, []],
  ])) {
    const all = world();
    await begin(all);
    await all.tell();
    if (acknowledges) await all.tell();
    await all.table.callOff([0]);
    await begin(all);
    await all.tell();
    assert.deepEqual(all.bad(0), bad);
    assert.deepEqual(all.bad(1), []);
  }
});

test('a server that goes back to an old copy gets no seed twice', async () => {
  const all = world();
  await begin(all);
  await all.tell();
  await all.table.deal(1);
  await all.tell();
  // The same match begins anew, with the same promises and another chain.
  all.table.round = null;
  all.table.seeds = [null, null];
  all.table.chain.commitment = '77'.repeat(32);
  await all.table.begin();
  await all.tell();
  assert.deepEqual(all.told(0), [1]);
  assert.deepEqual(all.bad(0), ['used']);
});

test('two tabs of a browser promise the same seed, and tell it', async () => {
  const all = world();
  const [first] = all.browsers;
  await all.tell();
  first.reload();
  await all.tell();
  const promised = all.sent.filter(({ seat, type }) => seat === 0 && type === 'commit');
  assert.equal(new Set(promised.map(({ commitment }) => commitment)).size, 1);
});

test('a round whose proof never comes is not green', async () => {
  const all = world();
  await begin(all);
  await all.tell();
  for (const round of [1, 2]) await play(all, round);
  assert.equal(all.browsers[0].verdict()?.result, 'unseen');
});

test('a tab that is a message behind another contradicts nothing', async () => {
  const all = world();
  const [first] = all.browsers;
  await begin(all);
  await all.tell();
  await all.table.deal(1);
  const old = all.table.shows(0);
  await first.hear(old);
  all.table.move();
  await all.tell();
  const slow = first.open();
  await slow.hear(old);
  assert.deepEqual(first.verdict()?.checks, []);
});

test('what is found without storage is found once', async () => {
  const all = world();
  const [browser] = all.browsers;
  browser.fill();
  await begin(all);
  await all.tell();
  await all.table.deal(1);
  const withoutTile = (/** @type {any} */ shown) => {
    const { own } = shown.view;
    return { ...shown, view: { ...shown.view, own: { ...own, hand: own.hand.slice(1) } } };
  };
  for (let times = 0; times < 3; times += 1) await all.tell(withoutTile);
  assert.deepEqual(all.bad(0), ['contradiction']);
  assert.equal(browser.changes(), 1);
  assert.deepEqual(all.told(0), []);
});

test('an end that another log proves is no end', async () => {
  const all = world();
  await begin(all);
  await all.tell();
  const fork = all.table.log.fork();
  const ended = { at_ms: 2, match: 1, table: await logNameOf(all.table.id) };
  fork.add({ ...ended, type: 'aborted', transcript: '00'.repeat(32) });
  all.table.log.add({ ...ended, type: 'began', table: '00'.repeat(32), terms: '00'.repeat(32) });
  all.answers.to = (path) => (path.includes('/entries') ? fork : all.table.log).answer(path);
  all.table.next();
  await begin(all);
  await all.tell();
  assert.deepEqual(all.told(0), [1]);
});

test('an end that is not in the log is no end', async () => {
  const all = world();
  await reveal(all);
  const { log, id } = all.table;
  all.answers.to = async (path) => {
    const answer = await log.answer(path);
    const ended = { type: 'aborted', at_ms: 2, match: 1, table: await logNameOf(id) };
    const entry = { ...ended, transcript: '00'.repeat(32) };
    if (answer.entries) answer.entries.push({ ...answer.entries[0], entry });
    return answer;
  };
  all.table.next();
  await reveal(all);
  assert.deepEqual(all.told(0), [1]);
  assert.deepEqual(all.bad(0), ['left_open']);
});

test('the end of another match is no end', async () => {
  const all = world();
  await reveal(all);
  const { log } = all.table;
  const other = createTable({ seats: 2, random: () => 0.5, log });
  await other.begin();
  await other.end();
  const answer = (/** @type {string} */ path) => log.answer(path);
  const name = await logNameOf(other.id);
  all.answers.to = (path) =>
    answer(path.includes('/entries') ? `/api/transparency/entries?table=${name}&match=1` : path);
  all.table.next();
  await reveal(all);
  assert.deepEqual(all.told(0), [1]);
  assert.deepEqual(all.bad(0), ['left_open']);
});

test('who changes the seat is not said to be missing', async () => {
  const all = world();
  const [ana, ben] = all.browsers;
  await begin(all);
  await all.tell();
  await all.tell();
  await all.table.callOff([1]);
  ana.sit(1);
  ben.sit(0);
  for (let times = 0; times < 2; times++) {
    await ana.hear(all.table.shows(1));
    await ben.hear(all.table.shows(0));
  }
  await all.table.begin();
  await ana.hear(all.table.shows(1));
  await ben.hear(all.table.shows(0));
  assert.deepEqual(all.bad(0), []);
  assert.deepEqual(all.bad(1), ['withheld']);
});

test('a match that was dealt on the screen and called off in the log is found', async () => {
  const all = world();
  await begin(all);
  await all.tell();
  await all.table.deal(1);
  await all.tell();
  await all.table.callOff([1]);
  await begin(all);
  await all.tell();
  assert.deepEqual(all.bad(0), ['left_open']);
});

test('no seed is told while a match before has no end, also if it was promised earlier', async () => {
  const all = world();
  const { table } = all;
  table.match = 2;
  await all.tell();
  const { promises } = table;
  Object.assign(table, { match: 1, promises: [null, null] });
  await reveal(all);
  table.next();
  table.promises = promises;
  await table.begin();
  await all.tell();
  assert.deepEqual(all.told(0), [1]);
  assert.deepEqual(all.bad(0), ['left_open']);
});

test('a browser that can store nothing more tells no seed', async () => {
  const all = world();
  await begin(all);
  all.browsers[0].fill();
  await all.tell();
  assert.deepEqual([all.told(0), all.told(1)], [[], [1]]);
});

test('a seed that was not promised is found before the first tile is played', async () => {
  const all = world();
  await reveal(all);
  await all.table.deal(1);
  await all.tell((shown, seat) => {
    shown.room.fairness.seats[1 - seat].seed = '5'.repeat(64);
    return shown;
  });
  assert.deepEqual([all.bad(0), all.bad(1)], [['seeds'], ['seeds']]);
  const without = world();
  await reveal(without);
  await without.table.deal(1);
  await without.tell((shown, seat) => {
    Object.assign(shown.room.fairness.seats[seat], { promise: null, seed: null });
    return shown;
  });
  assert.deepEqual(without.bad(0), ['own']);
});

test('no seed is told for a match before one whose seed was told', async () => {
  const all = world();
  await begin(all);
  const back = copyOf(all.table);
  await all.table.callOff([0, 1]);
  await reveal(all);
  assert.deepEqual(all.told(0), [2]);
  back(false);
  all.table.index = 0;
  await all.tell();
  assert.deepEqual(all.told(0), [2]);
  assert.deepEqual(all.bad(0), ['used']);
});

test('no seed is told to a server that takes another key after the promise', async () => {
  const all = world();
  await reveal(all);
  await play(all, 1);
  await all.table.end();
  await all.tell();
  await all.tell();
  all.table.log = createPublicLog(createKey(), [...all.table.log.entries]);
  await all.table.begin();
  await all.tell();
  assert.deepEqual(all.told(0), [1]);
  assert.deepEqual(all.bad(0), ['key']);
});

test('no seed is told for a promise with another head, or at another table', async () => {
  const rewound = world();
  await reveal(rewound);
  await play(rewound, 1);
  await rewound.table.end();
  await rewound.tell();
  await rewound.tell();
  const [promise] = rewound.table.promises;
  if (promise) promise.head = { size: 0, root: NO_HEAD.root };
  await rewound.table.begin();
  await rewound.tell();
  assert.deepEqual(rewound.told(0), [1]);
  assert.deepEqual(rewound.bad(0), ['own_promise']);
  const all = world();
  await begin(all);
  const { log, promises } = all.table;
  const other = createTable({ seats: 2, random: () => 0.5, log });
  other.promises = promises;
  await other.begin();
  await all.tell((shown) => ({ ...shown, receipt: log.receipt(other.terms) }));
  assert.deepEqual(all.told(0), []);
  assert.deepEqual(all.bad(0), ['receipt']);
});
