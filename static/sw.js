// @ts-check
/**
 * The service worker: it answers nothing but the loading of a page while the server can't be
 * reached. The client itself is never kept here, so that no old client can meet a newer server.
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

// A phone's notification of one's turn leads back to the table (`js/notify.js`).
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(backTo(String(event.notification.data)));
});

/**
 * Shows a page that is open, or opens it.
 * @param {string} address
 */
async function backTo(address) {
  const pages = await worker.clients.matchAll({ type: 'window' });
  const open = pages.find(({ url }) => url === address);
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
