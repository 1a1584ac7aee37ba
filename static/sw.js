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

// A notification of one's turn leads back to the table, one of the page (`js/notify.js`) too.
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(backTo(String(event.notification.data)));
});

/**
 * A notice of the server: its words, its table, and the page that it leads to.
 * @typedef {{ title: string, body?: string, table: string, path: string, language: string }} Notice
 */

/** @typedef {Event & { oldSubscription?: PushSubscription, newSubscription?: PushSubscription }} SubscriptionChange */

/**
 * Shows a notice, unless its visitor looks at its very table. It replaces another of the same table, also one that
 * the page has shown.
 * @param {Notice} notice
 */
async function tell({ title, body = '', table, path, language }) {
  const address = new URL(path, location.origin).href;
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isSeen = pages.some(
    (page) => page.visibilityState === 'visible' && isSamePage(page.url, address),
  );
  if (isSeen) return;
  // An invitation isn't to an own table.
  if (!path.includes('?')) await countWaiting(table, body).catch(() => {});
  await worker.registration.showNotification(title, {
    body,
    tag: `boneyard ${table}`,
    lang: language,
    icon: '/icons/app-192.png',
    data: address,
  });
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

/** Whether two addresses are of one page: an invitation leads to the same table. @param {string} one @param {string} other */
const isSamePage = (one, other) => new URL(one).pathname === new URL(other).pathname;

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

/**
 * Shows a page that is open, or opens it.
 * @param {string} address
 */
async function backTo(address) {
  const pages = await worker.clients.matchAll({ type: 'window' });
  const open = pages.find(({ url }) => isSamePage(url, address));
  await (open ? open.focus() : worker.clients.openWindow(address));
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
