import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followMessage, socketPath, unfollowMessage } from '../../static/js/session.js';
import {
  CLOSE_NO_IDENTITY,
  FINAL_REASONS,
  RETRY_FIRST_MS,
  RETRY_LAST_MS,
  RETRY_LEAST_MS,
  ReconnectingSocket,
  RefusedConnection,
  retryDelay,
  UNOPENED_MAX,
} from '../../static/js/socket.js';
import { tableFromSnapshot } from '../../static/js/table/fold.js';
import { snapshot, TABLE } from './line.js';

/** A WebSocket without a network. */
class FakeSocket {
  readyState = 0;
  /** @type {string[]} */
  sent = [];
  /** @type {() => void} */
  onopen = () => {};
  /** @type {(event: { data: string }) => void} */
  onmessage = () => {};
  /** @type {(event: { code: number }) => void} */
  onclose = () => {};

  open() {
    this.readyState = 1;
    this.onopen();
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(text);
  }

  close(code = 1000) {
    this.readyState = 3;
    this.onclose({ code });
  }
}

/** @param {() => Promise<void>} [prepare] */
function setUp(prepare) {
  /** @type {FakeSocket[]} */
  const made = [];
  /** @type {{ run: () => void, ms: number }[]} */
  const timers = [];
  /** @type {unknown[]} */
  const heard = [];
  const socket = new ReconnectingSocket({
    make: () => {
      const fake = new FakeSocket();
      made.push(fake);
      return /** @type {WebSocket} */ (/** @type {unknown} */ (fake));
    },
    prepare,
    onOpen: () => heard.push('open'),
    onMessage: (message) => heard.push(message),
    onLost: (code) => heard.push(code),
    later: (run, ms) => timers.push({ run, ms }),
    random: () => 1,
  });
  /** Lets the steps of a connection attempt pass. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { socket, made, timers, heard, settle };
}

test('messages go both ways while the socket is open', async () => {
  const { socket, made, heard, settle } = setUp();
  await settle();
  assert.equal(socket.send({ type: 'hello' }), false);
  made[0].open();
  assert.equal(socket.send({ type: 'hello' }), true);
  assert.deepEqual(made[0].sent, ['{"type":"hello"}']);
  made[0].onmessage({ data: '{"type":"welcome"}' });
  assert.deepEqual(heard, ['open', { type: 'welcome' }]);
});

test('a lost connection is tried again, later each time, until it is settled', async () => {
  const { socket, made, timers, heard, settle } = setUp();
  await settle();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    made[attempt].close(1006);
    assert.equal(timers[attempt].ms, RETRY_FIRST_MS * 2 ** attempt);
    timers[attempt].run();
    await settle();
  }
  assert.equal(heard.length, 3);
  made[3].open();
  socket.settled();
  made[3].close(1012);
  assert.equal(timers[3].ms, RETRY_FIRST_MS);
});

test('when the network is back nobody waits, and only one socket is made', async () => {
  const { socket, made, timers, settle } = setUp();
  await settle();
  made[0].open();
  socket.drop();
  assert.equal(timers.length, 1);
  socket.hurry();
  socket.hurry();
  await settle();
  timers[0].run();
  await settle();
  assert.equal(made.length, 2);
});

test('an attempt that a later one has overtaken reports no loss', async () => {
  /** @type {{ resolve: () => void, reject: (why: Error) => void }[]} */
  const prepared = [];
  const { socket, made, timers, heard, settle } = setUp(
    () => new Promise((resolve, reject) => prepared.push({ resolve, reject })),
  );
  socket.hurry();
  prepared[1].resolve();
  await settle();
  made[0].open();
  prepared[0].reject(new Error('timeout'));
  await settle();
  assert.deepEqual(heard, ['open']);
  assert.deepEqual([made.length, timers.length], [1, 0]);
});

test('an attempt that fails while nothing overtook it is tried again', async () => {
  const { made, timers, heard, settle } = setUp(() => Promise.reject(new Error('refused')));
  await settle();
  assert.deepEqual(heard, [1006]);
  assert.deepEqual([made.length, timers.length], [0, 1]);
});

test('a server that would refuse the next connection too is not tried again', async () => {
  for (const code of FINAL_REASONS) {
    if (typeof code !== 'number') continue;
    const { socket, made, timers, heard, settle } = setUp();
    await settle();
    made[0].open();
    made[0].close(code);
    socket.hurry();
    await settle();
    assert.deepEqual([heard, socket.stopped], [['open', code], true]);
    assert.deepEqual([made.length, timers.length], [1, 0]);
  }
});

test('a request that the server refuses is tried again unless its page is a stranger’s', async () => {
  const refused = (/** @type {string} */ reason) => () =>
    Promise.reject(new RefusedConnection(reason));
  const foreign = setUp(refused('foreign_origin'));
  await foreign.settle();
  assert.deepEqual([foreign.heard, foreign.timers.length], [['foreign_origin'], 0]);
  const busy = setUp(refused('rate'));
  await busy.settle();
  assert.deepEqual([busy.heard, busy.timers.length], [['rate'], 1]);
});

test('a cookie that was good is asked for anew, once', async () => {
  const { socket, made, timers, heard, settle } = setUp();
  await settle();
  made[0].open();
  socket.settled();
  made[0].close(CLOSE_NO_IDENTITY);
  timers[0].run();
  await settle();
  made[1].open();
  made[1].close(CLOSE_NO_IDENTITY);
  assert.deepEqual(heard, ['open', CLOSE_NO_IDENTITY, 'open', CLOSE_NO_IDENTITY]);
  assert.equal(timers.length, 1);
});

test('a WebSocket that never opens, while requests are answered, is told of', async () => {
  const { made, timers, heard, settle } = setUp();
  for (let attempt = 0; attempt < UNOPENED_MAX; attempt += 1) {
    await settle();
    made[attempt].close(1006);
    timers[attempt].run();
  }
  await settle();
  assert.deepEqual(heard, [...Array(UNOPENED_MAX - 1).fill(1006), 'no_socket']);
  made[UNOPENED_MAX].open();
  made[UNOPENED_MAX].close(1006);
  assert.equal(heard.at(-1), 1006);
});

test('a suspended connection is neither lost nor tried again, until the page is back', async () => {
  const { socket, made, timers, heard, settle } = setUp();
  await settle();
  made[0].open();
  assert.equal(socket.suspend(), true);
  assert.equal(made[0].readyState, 3);
  assert.deepEqual([heard, timers.length], [['open'], 0]);
  socket.hurry();
  await settle();
  assert.equal(made.length, 2);
});

test('a move uses the open connection until the server has greeted on the other one', async () => {
  const { socket, made, heard, settle } = setUp();
  await settle();
  made[0].open();
  socket.move();
  made[1].open();
  socket.send({ type: 'lobby' });
  assert.deepEqual([made[0].sent.length, made[1].sent.length], [1, 0]);
  made[1].onmessage({ data: '{"type":"welcome"}' });
  assert.deepEqual(heard, ['open', 'open', { type: 'welcome' }]);
  assert.equal(made[0].readyState, 3);
  socket.send({ type: 'lobby' });
  assert.equal(made[1].sent.length, 1);
  made[1].close(1006);
  assert.equal(heard.at(-1), 1006, 'the other one is the one that can be lost now');
});

test('a move to where no server greets changes nothing, nor does one while the page sleeps', async () => {
  const { socket, made, heard, timers, settle } = setUp();
  await settle();
  made[0].open();
  socket.move();
  made[1].close(1006);
  assert.deepEqual([heard, timers.length], [['open'], 0]);
  assert.equal(socket.send({ type: 'lobby' }), true);
  socket.move();
  socket.suspend();
  made[2].onmessage({ data: '{"type":"welcome"}' });
  assert.equal(socket.send({ type: 'lobby' }), false);
});

test('an attempt that is suspended, or waits for its time, makes no socket', async () => {
  const { socket, made, timers, settle } = setUp();
  socket.suspend();
  await settle();
  assert.equal(made.length, 0);
  socket.hurry();
  await settle();
  made[0].close(1006);
  socket.suspend();
  timers[0].run();
  await settle();
  assert.equal(made.length, 1);
});

test('where the server refuses this client there is nothing to suspend', async () => {
  const { socket, made, settle } = setUp();
  await settle();
  made[0].close(4426);
  assert.equal(socket.suspend(), false);
});

test('waits grow to a bound, and how long they are within it is chance', () => {
  for (const attempt of [0, 50]) {
    assert.equal(
      retryDelay(attempt, () => 0),
      RETRY_LEAST_MS,
    );
  }
  assert.equal(
    retryDelay(0, () => 1),
    RETRY_FIRST_MS,
  );
  assert.equal(
    retryDelay(50, () => 1),
    RETRY_LAST_MS,
  );
});

/** Chance that is the same in every run. @param {number} seed */
function dice(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('thousands who lose one server at once do not come back at once', () => {
  const CLIENTS = 5000;
  const WINDOW_MS = 100;
  for (const down_ms of [0, 1500, 8000, 60_000]) {
    const random = dice(7);
    /** @type {Map<number, number>} */
    const windows = new Map();
    let latest = 0;
    for (let client = 0; client < CLIENTS; client += 1) {
      let at = 0;
      for (let attempt = 0; ; attempt += 1) {
        at += retryDelay(attempt, random);
        const window = Math.floor(at / WINDOW_MS);
        windows.set(window, (windows.get(window) ?? 0) + 1);
        if (at >= down_ms) break;
      }
      latest = Math.max(latest, at);
    }
    const busiest = Math.max(...windows.values());
    assert.ok(busiest < CLIENTS * 0.1, `${busiest} within ${WINDOW_MS} ms, ${down_ms} ms down`);
    assert.ok(latest <= down_ms + RETRY_LAST_MS, 'nobody is left out');
  }
});

test('each page follows what it shows', () => {
  assert.deepEqual(followMessage({ page: 'lobby' }), { type: 'lobby', follow: true });
  assert.deepEqual(unfollowMessage({ page: 'lobby' }), { type: 'lobby', follow: false });
  assert.equal(followMessage({ page: 'rules', preset: null }), null);
  const invite = 'e'.repeat(32);
  assert.deepEqual(followMessage({ page: 'table', table: TABLE, invite }), {
    type: 'open',
    table: TABLE,
    invite,
  });
  const alone = { type: 'open', table: TABLE };
  /** @type {import('../../static/js/state.js').Route} */
  const route = { page: 'table', table: TABLE, invite: null };
  assert.deepEqual(followMessage(route), alone);
  // Only what is missing is asked for.
  assert.deepEqual(followMessage(route, tableFromSnapshot(null, snapshot({ v: 7 }))), {
    ...alone,
    since: 7,
  });
  const other = tableFromSnapshot(null, snapshot({ table: 'f'.repeat(32) }));
  assert.deepEqual(followMessage(route, other), alone);
});

test('the address of the WebSocket names the table of the page, and no invitation', () => {
  assert.equal(socketPath({ page: 'lobby' }), '/ws');
  const invite = 'e'.repeat(32);
  assert.equal(socketPath({ page: 'table', table: TABLE, invite }), `/ws?t=${TABLE}`);
});
