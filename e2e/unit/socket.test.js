import assert from 'node:assert/strict';
import { test } from 'node:test';
import { following, unfollowing } from '../../static/js/session.js';
import {
  CLOSE_OUTDATED,
  createSocket,
  RETRY_FIRST_MS,
  RETRY_LAST_MS,
  retryDelay,
} from '../../static/js/socket.js';
import { TABLE } from './samples.js';

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

function setUp() {
  /** @type {FakeSocket[]} */
  const made = [];
  /** @type {{ run: () => void, ms: number }[]} */
  const timers = [];
  /** @type {unknown[]} */
  const heard = [];
  const socket = createSocket({
    make: () => {
      const fake = new FakeSocket();
      made.push(fake);
      return /** @type {WebSocket} */ (/** @type {unknown} */ (fake));
    },
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
  assert.deepEqual(heard, [1006, 1006, 1006]);
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

test('a newer server is not tried again', async () => {
  const { made, timers, settle } = setUp();
  await settle();
  made[0].close(CLOSE_OUTDATED);
  assert.equal(timers.length, 0);
});

test('waits grow to a bound, with jitter of a half', () => {
  assert.equal(
    retryDelay(0, () => 0),
    RETRY_FIRST_MS / 2,
  );
  assert.equal(
    retryDelay(0, () => 1),
    RETRY_FIRST_MS,
  );
  assert.equal(
    retryDelay(50, () => 1),
    RETRY_LAST_MS,
  );
});

test('each page follows what it shows', () => {
  assert.deepEqual(following({ page: 'lobby' }), { type: 'lobby', follow: true });
  assert.deepEqual(unfollowing({ page: 'lobby' }), { type: 'lobby', follow: false });
  assert.equal(following({ page: 'rules', preset: null }), null);
  const invite = 'e'.repeat(32);
  assert.deepEqual(following({ page: 'table', table: TABLE, invite }), {
    type: 'open',
    table: TABLE,
    invite,
  });
  assert.deepEqual(following({ page: 'table', table: TABLE, invite: null }), {
    type: 'open',
    table: TABLE,
  });
});
