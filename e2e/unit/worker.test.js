/** The service worker's part in telling what waits while the page is closed, in a worker that is made up. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';

const CODE = readFileSync(new URL('../../static/sw.js', import.meta.url), 'utf8');
const ORIGIN = 'https://dominoes.example';
const TABLE = '0123456789abcdef0123456789abcdef';

/**
 * A page of the client, by the address at which it was loaded. `place`: what it says of where it is; null: it is frozen,
 * and says nothing.
 * @typedef {{ url: string, place: { isThere: boolean, isFree: boolean } | null }} Page
 */

/**
 * A worker with these pages, and the own tables that a page has seen last.
 * @param {Page[]} pages
 * @param {object} [seen]
 */
function worker(pages = [], seen = undefined) {
  /** @type {Record<string, (event: object) => void>} */
  const listeners = {};
  /** @type {unknown[][]} */
  const calls = [];
  const called =
    (/** @type {string} */ name, /** @type {unknown} */ result = undefined) =>
    async (/** @type {unknown[]} */ ...given) => {
      calls.push([name, ...given]);
      return result;
    };
  const subscription = {
    toJSON: () => ({ endpoint: 'https://push.example/new', keys: { p256dh: 'P', auth: 'A' } }),
  };
  const open = pages.map(({ url, place }) => ({
    url,
    focus: () => called('focus')(url),
    /** @param {{ type: string }} message @param {MessagePort[]} [ports] */
    postMessage(message, [port] = []) {
      if (!port) calls.push(['post', url, message]);
      else if (place) port.postMessage(place);
    },
  }));
  const self = {
    addEventListener: (/** @type {string} */ type, /** @type {never} */ listener) => {
      listeners[type] = listener;
    },
    clients: { matchAll: async () => open, openWindow: called('open') },
    navigator: { language: 'fr', setAppBadge: called('badge') },
    registration: {
      showNotification: called('show'),
      pushManager: { subscribe: called('subscribe', subscription) },
    },
  };
  let kept = seen;
  const cache = {
    match: async () => kept && Response.json(kept),
    put: async (/** @type {string} */ _, /** @type {Response} */ now) => {
      kept = await now.json();
    },
  };
  const caches = {
    match: async () => Response.json({ language: 'pt' }),
    open: async () => cache,
  };
  class MessageChannel {
    port1 = { onmessage: (/** @type {{ data: unknown }} */ _) => {} };
    port2 = { postMessage: (/** @type {unknown} */ data) => this.port1.onmessage({ data }) };
  }
  const globals = { self, caches, location: { origin: ORIGIN }, fetch: called('fetch') };
  // An answer that doesn't come is given up at once.
  const later = (/** @type {() => void} */ run) => setImmediate(run);
  const own = { URL, Intl, Response, MessageChannel, setTimeout: later };
  runInContext(CODE, createContext({ ...globals, ...own }));
  return {
    calls,
    kept: () => kept,
    /** Has an event happen, and waits for what follows. @param {string} type @param {object} event */
    async happen(type, event) {
      /** @type {Promise<unknown>[]} */
      const waits = [];
      listeners[type]({ ...event, waitUntil: (/** @type {never} */ done) => waits.push(done) });
      await Promise.all(waits);
    },
  };
}

const NOTICE = {
  title: 'Your turn.',
  body: 'Draw · Ana',
  table: TABLE,
  path: `/t/${TABLE}`,
  language: 'en',
};
/** They were all loaded at the front page. @type {Page} */
const ELSEWHERE = { url: `${ORIGIN}/`, place: { isThere: false, isFree: true } };
/** @type {Page} */
const THERE = { url: `${ORIGIN}/?there`, place: { isThere: true, isFree: false } };
/** @type {Page} */
const PLAYING = { url: `${ORIGIN}/?playing`, place: { isThere: false, isFree: false } };
/** @type {Page} */
const FROZEN = { url: `${ORIGIN}/?frozen`, place: null };

const pushed = { data: { json: () => NOTICE } };

test('a notice is shown in its language, with a mark for its table and the way there', async () => {
  const { calls, happen } = worker([ELSEWHERE]);
  await happen('push', pushed);
  const options = {
    body: 'Draw · Ana',
    tag: `boneyard ${TABLE}`,
    lang: 'en',
    icon: '/icons/app-192.png',
    data: { path: `/t/${TABLE}`, waits: true },
  };
  assert.deepEqual(JSON.parse(JSON.stringify(calls)), [
    ['badge', 1],
    ['show', 'Your turn.', options],
    ['post', ELSEWHERE.url, { type: 'shown' }],
  ]);
});

test('a turn that is told is counted among the tables that wait, an invitation is not', async () => {
  const other = { table: 'f'.repeat(32), name: 'Block 100', about: 'Bo', waits: true };
  const own = { table: TABLE, name: 'Draw 100', about: 'Ana', waits: false };
  const { calls, kept, happen } = worker([], { title: 'Tables', tables: [other, own] });
  await happen('push', pushed);
  await happen('push', pushed);
  const badges = calls.filter(([name]) => name === 'badge');
  assert.deepEqual(badges, [
    ['badge', 2],
    ['badge', 2],
  ]);
  assert.deepEqual(kept(), { title: 'Tables', tables: [{ ...own, waits: true }, other] });
  const invited = { ...NOTICE, path: `/t/${'e'.repeat(32)}?invite=1`, table: 'e'.repeat(32) };
  await happen('push', { data: { json: () => invited } });
  assert.equal(calls.filter(([name]) => name === 'badge').length, 2);
});

test('a notice is shown to everybody, also to who looks at the table: the page takes it away', async () => {
  const { calls, happen } = worker([THERE, ELSEWHERE]);
  await happen('push', pushed);
  assert.equal(calls.filter(([name]) => name === 'show').length, 1);
  const told = calls.filter(([name]) => name === 'post').map(([, url]) => url);
  assert.deepEqual(told, [THERE.url, ELSEWHERE.url]);
});

test('a click leads to the table: in its window, in one that is free, or in another', async () => {
  const path = `/t/${TABLE}`;
  let closed = 0;
  const notification = { data: { path, waits: true }, close: () => closed++ };
  /** @param {...Page} pages */
  const afterClick = async (...pages) => {
    const { calls, happen } = worker(pages);
    await happen('notificationclick', { notification });
    return JSON.parse(JSON.stringify(calls));
  };
  const open = [['open', path]];
  const lead = [
    ['post', ELSEWHERE.url, { type: 'go', path }],
    ['focus', ELSEWHERE.url],
  ];
  assert.deepEqual(await afterClick(), open);
  assert.deepEqual(await afterClick(PLAYING), open);
  assert.deepEqual(await afterClick(FROZEN), open);
  assert.deepEqual(await afterClick(ELSEWHERE), lead);
  assert.deepEqual(await afterClick(FROZEN, PLAYING, ELSEWHERE), lead);
  assert.deepEqual(await afterClick(ELSEWHERE, THERE), [['focus', THERE.url]]);
  assert.equal(closed, 6);
});

test('a browser with a new address tells it to the server', async () => {
  const { calls, happen } = worker();
  const options = { userVisibleOnly: true };
  await happen('pushsubscriptionchange', { oldSubscription: { options } });
  assert.deepEqual(calls[0], ['subscribe', options]);
  const [, path, request] = /** @type {[string, string, RequestInit]} */ (calls[1]);
  assert.deepEqual([path, request.method], ['/api/push', 'PUT']);
  const { time_zone, ...body } = JSON.parse(String(request.body));
  assert.equal(typeof time_zone, 'string');
  const expected = { endpoint: 'https://push.example/new', p256dh: 'P', auth: 'A', language: 'pt' };
  assert.deepEqual(body, expected);
});
