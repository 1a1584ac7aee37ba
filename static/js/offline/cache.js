/**
 * Keeps the page for the time when the server can't be reached, and has the service worker show
 * it then. It is fetched anew at every visit, so it is never older than the client that was last
 * used.
 */
import { isFromServer } from '../api.js';
import { addressOf } from '../build.js';
import { language, t } from '../i18n/index.js';
import { settings } from '../settings.js';

const CACHE = 'offline';

/**
 * Where the parts of the page lie in the cache, and where they come from. Their addresses stay, so
 * that what was kept of one build replaces what was kept of another.
 */
const PARTS = Object.freeze({
  '/offline/page': '/offline.html',
  '/offline/look.css': addressOf('css/all.css'),
  '/offline/retry.js': addressOf('js/offline/retry.js'),
  '/offline/icon.svg': '/icon.svg',
});

/** Registers the service worker, where there are any: they need TLS, or this very machine. */
export async function storeOfflinePage() {
  if (!('serviceWorker' in navigator)) return;
  await store();
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  settings.subscribe(() => void storeWords());
}

/** Puts all parts into the cache. */
async function store() {
  const cache = await caches.open(CACHE);
  await storeWords();
  for (const [address, path] of Object.entries(PARTS)) {
    const response = await fetch(path);
    // A network's sign-in page is never kept, and a proxy that takes the server's mark away has no worker.
    if (!isFromServer(response)) throw new Error(`something else answered for ${path}`);
    if (response.ok) await cache.put(address, response);
  }
}

/** The page's words and look, which only the client knows. */
async function storeWords() {
  const cache = await caches.open(CACHE);
  const { theme } = settings.get();
  const words = {
    language,
    theme,
    title: t('offline.title'),
    hint: t('offline.hint'),
    retry: t('app.retry'),
    page: t('join.page_title', { page: t('offline.title'), app: t('app.name') }),
  };
  await cache.put('/offline/words.json', Response.json(words));
}
