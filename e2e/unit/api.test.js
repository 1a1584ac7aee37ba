/** Requests that the server takes too long to answer: what only reads is asked again. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { request, withBody } from '../../static/js/api.js';

const tooSlow = () => new Response('{"code":"slow","text":"too slow"}', { status: 408 });

/** The times at which requests were sent, in milliseconds. @type {number[]} */
let sent = [];

/** Has the server answer each request in turn. @param {(() => Response)[]} answers */
function serve(...answers) {
  mock.method(globalThis, 'fetch', async (/** @type {unknown} */ _, /** @type {any} */ init) => {
    init.signal?.throwIfAborted();
    sent.push(Date.now());
    return (answers.shift() ?? tooSlow)();
  });
}

/** Lets a minute pass, second by second. */
async function minute() {
  for (let second = 0; second < 60; second += 1) {
    await new Promise(setImmediate);
    mock.timers.tick(1000);
  }
  await new Promise(setImmediate);
}

beforeEach(() => {
  sent = [];
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
});
afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

test('a record that the server was too slow for is asked for again, after longer and longer', async () => {
  serve(tooSlow, tooSlow, () => Response.json({ id: 'record' }));
  const answer = request('/api/m/record');
  await minute();
  assert.deepEqual([await answer, sent], [{ id: 'record' }, [0, 1000, 5000]]);
});

test('a server that stays too slow is asked no more in the end', async () => {
  serve();
  const answer = assert.rejects(request('/api/m/record'), { code: 'slow' });
  await minute();
  await answer;
  assert.deepEqual(sent, [0, 1000, 5000, 21_000]);
});

test('what changes something is sent once', async () => {
  serve();
  await assert.rejects(request('/api/tables', withBody('POST', {})), { code: 'slow' });
  assert.deepEqual(sent, [0]);
});

test('a page that is left asks no more', async () => {
  serve();
  const left = new AbortController();
  const answer = assert.rejects(request('/api/m/record', { signal: left.signal }), {
    name: 'AbortError',
  });
  await new Promise(setImmediate);
  left.abort();
  await minute();
  await answer;
  assert.deepEqual(sent, [0]);
});
