/** The service worker's part in telling what waits while the page is closed, in a worker that is made up. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';

const CODE = readFileSync(new URL('../../static/sw.js', import.meta.url), 'utf8');
const ORIGIN = 'https://dominoes.example';
const TABLE = '0123456789abcdef0123456789abcdef';

/** @typedef {{ url: string, visibilityState?: string }} Page */

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
  const open = pages.map((page) => ({ ...page, focus: called('focus', page.url) }));
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
  const globals = { self, caches, location: { origin: ORIGIN }, fetch: called('fetch') };
  runInContext(CODE, createContext({ ...globals, URL, Intl, Response }));
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
const pushed = { data: { json: () => NOTICE } };

test('a notice is shown in its language, with a mark for its table and the way there', async () => {
  const { calls, happen } = worker([{ url: `${ORIGIN}/`, visibilityState: 'visible' }]);
  await happen('push', pushed);
  const options = {
    body: 'Draw · Ana',
    tag: `boneyard ${TABLE}`,
    lang: 'en',
    icon: '/icons/app-192.png',
    data: `${ORIGIN}/t/${TABLE}`,
  };
  assert.deepEqual(JSON.parse(JSON.stringify(calls)), [
    ['badge', 1],
    ['show', 'Your turn.', options],
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

test('nobody who looks at the table is told, and who has it in the background is', async () => {
  for (const [state, shown] of /** @type {const} */ ([
    ['visible', 0],
    ['hidden', 1],
  ])) {
    const page = { url: `${ORIGIN}/t/${TABLE}?invite=1`, visibilityState: state };
    const { calls, happen } = worker([page]);
    await happen('push', pushed);
    assert.equal(calls.filter(([name]) => name === 'show').length, shown, state);
  }
});

test('a click comes back to the page of the table, or opens it', async () => {
  const address = `${ORIGIN}/t/${TABLE}`;
  let closed = 0;
  const notification = { data: address, close: () => closed++ };
  const elsewhere = worker([{ url: `${ORIGIN}/me` }]);
  await elsewhere.happen('notificationclick', { notification });
  assert.deepEqual(elsewhere.calls, [['open', address]]);
  const there = worker([{ url: `${ORIGIN}/me` }, { url: `${address}?invite=1` }]);
  await there.happen('notificationclick', { notification });
  assert.deepEqual(there.calls, [['focus']]);
  assert.equal(closed, 2);
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
