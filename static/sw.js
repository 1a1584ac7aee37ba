// @ts-check
/**
 * The service worker: it answers nothing but the loading of a page while the server can't be
 * reached, and shows what the server tells while the page is closed. The client itself is never kept
 * here, so that no old client can meet a newer server.
 *
 * What it answers with lies in a cache that the page fills (`js/offline/cache.js`), under addresses
 * that exist nowhere else.
 */

/** Addresses of what is kept for the time without a server. */
const KEPT = '/offline/';

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

// Nothing is carried over from an older worker: the newest takes over at once.
worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (pathname.startsWith(KEPT)) event.respondWith(kept(pathname));
  else if (request.mode === 'navigate') event.respondWith(page(request));
});

// What the server tells while the page is closed (`js/push.js`).
worker.addEventListener('push', (event) => {
  event.waitUntil(tell(event.data?.json()));
});

// The browser has another address at its push service from now on.
worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(subscribeAgain(/** @type {SubscriptionChange} */ (event)));
});

// A notification leads to its table, one of the page (`js/notices.js`) too.
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(leadTo(event.notification.data.path));
});

/**
 * A notice of the server: its words, its table, and the page that it leads to.
 * @typedef {{ title: string, body?: string, table: string, path: string, language: string }} Notice
 */

/** @typedef {Event & { oldSubscription?: PushSubscription, newSubscription?: PushSubscription }} SubscriptionChange */

/**
 * Shows a notice, always: browsers end the subscription of a worker that is told something and shows nothing. A page
 * that has its table takes it away. It replaces another of the same table, also one that the page has shown.
 * @param {Notice} notice
 */
async function tell({ title, body = '', table, path, language }) {
  // An invitation isn't to an own table.
  const waits = !path.includes('?');
  if (waits) await countWaiting(table, body).catch(() => {});
  await worker.registration.showNotification(title, {
    body,
    tag: `boneyard ${table}`,
    lang: language,
    icon: '/icons/app-192.png',
    data: { path, waits },
  });
  for (const page of await openPages()) page.postMessage({ type: 'shown' });
}

/**
 * Says on the icon of the installed page how many own tables wait, this one among them. The tables are those that a page
 * has seen last (`js/offline/tables.js`), which the page without a server shows too.
 * @param {string} table
 * @param {string} about what the notice says of it
 */
async function countWaiting(table, about) {
  const cache = await caches.open('offline');
  const seen = await (await cache.match(`${KEPT}tables.json`))?.json();
  const known = seen?.tables ?? [];
  const others = known.filter((/** @type {{ table: string }} */ one) => one.table !== table);
  const own = known.find((/** @type {{ table: string }} */ one) => one.table === table);
  const waiting = { name: about, about: '', ...own, table, waits: true };
  const tables = [waiting, ...others];
  if (seen) await cache.put(`${KEPT}tables.json`, Response.json({ ...seen, tables }));
  const count = tables.filter((one) => one.waits).length;
  if ('setAppBadge' in worker.navigator) await worker.navigator.setAppBadge(count);
}

/** Tells the server how this browser is reached now. @param {SubscriptionChange} change */
async function subscribeAgain({ oldSubscription, newSubscription }) {
  const { pushManager } = worker.registration;
  const subscription = newSubscription ?? (await pushManager.subscribe(oldSubscription?.options));
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON();
  const words = await (await caches.match(`${KEPT}words.json`))?.json();
  const language = words?.language ?? worker.navigator.language;
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await fetch('/api/push', {
    method: 'PUT',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, p256dh, auth, language, time_zone }),
  });
}

/** The windows of the client, the one that was looked at last first. */
const openPages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** How long a page may take to answer. A page that is frozen never does. */
const ANSWER_MS = 500;

/**
 * Where a page is, which its client's URL doesn't tell: that is the one that was loaded.
 * @param {WindowClient} page
 * @param {string} path
 * @returns {Promise<{ page: WindowClient, isThere?: boolean, isFree?: boolean }>}
 */
const whereIs = (page, path) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve({ page, ...data });
    setTimeout(() => resolve({ page }), ANSWER_MS);
    page.postMessage({ type: 'where', path }, [port2]);
  });

/**
 * Shows the window that is at a path already, or leads one there that may be led away, or opens another.
 * @param {string} path
 */
async function leadTo(path) {
  const places = await Promise.all((await openPages()).map((page) => whereIs(page, path)));
  const there = places.find(({ isThere }) => isThere);
  const free = there ?? places.find(({ isFree }) => isFree);
  if (!free) return worker.clients.openWindow(path);
  if (!there) free.page.postMessage({ type: 'go', path });
  return free.page.focus();
}

/**
 * The page as the server has it, or else the one for the time without it.
 * @param {Request} request
 */
async function page(request) {
  try {
    const response = await fetch(request);
    return isAway(response) ? ((await caches.match(`${KEPT}page`)) ?? response) : response;
  } catch {
    return kept(`${KEPT}page`);
  }
}

/**
 * Whether something else answers in the place of a server that is away: a proxy, a content delivery network,
 * the sign-in page of a network. They are told by the header that every answer of the server has. A
 * redirection is left to the browser, since a worker can't look into it, and so is a request for a password or
 * a proof (401, 403): only the visitor can answer that.
 * @param {Response} response
 */
function isAway({ type, status, headers }) {
  if (type === 'opaqueredirect') return false;
  if (headers.has('x-boneyard')) return status >= 500;
  return status !== 401 && status !== 403;
}

/** @param {string} address */
async function kept(address) {
  return (await caches.match(address)) ?? Response.error();
}
