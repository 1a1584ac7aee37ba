/**
 * Web Push: while the page is closed, the server tells this browser what waits for its visitor. `sw.js` shows it.
 * The visitor asks for it; nothing is asked when a page opens. What only few visits need is in `push_browser.js`.
 */
import { canNotify } from './notify.js';
import { settings, storedPush } from './settings.js';

/** The server's key; null while it isn't known, and where the server tells closed pages nothing. @type {string | null} */
let serverKey = null;

/**
 * What this browser can do: `ready`; `install`: only for a page that is on the home screen, as on an iPhone;
 * `denied`: the visitor has refused notifications; `none`: nothing.
 * @returns {'ready' | 'install' | 'denied' | 'none'}
 */
export function pushMeans() {
  if (serverKey === null) return 'none';
  const canPush = 'serviceWorker' in navigator && typeof PushManager !== 'undefined';
  if (!canPush || !canNotify()) {
    return 'standalone' in navigator && navigator.standalone === false ? 'install' : 'none';
  }
  return Notification.permission === 'denied' ? 'denied' : 'ready';
}

/** Whether the visitor may be asked if this browser tells them of their turns: once, and not where it does so already. */
export const mayOfferPush = () =>
  pushMeans() === 'ready' && !settings.get().push_offered && storedPush.read() === null;

/** The server's key, if there is one. */
export const pushKey = () => serverKey;

/** Whether the server tells closed pages anything: what other browsers and mails tell can be chosen in any browser. */
export const isPushOffered = () => serverKey !== null;

/**
 * Takes the server's key. A browser that is told something says so again: who its visitor is, its language or its
 * address may have changed.
 * @param {string | null} key
 * @param {string | null} person the visitor's account
 */
export async function offerPush(key, person) {
  serverKey = key;
  if (pushMeans() !== 'ready' || Notification.permission !== 'granted') return;
  await (await import('./push_browser.js')).sayAgain(person);
}
