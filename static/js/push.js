/**
 * Web Push: while the page is closed, the server tells this browser what waits for its visitor. `sw.js` shows it.
 * The visitor asks for it; nothing is asked when a page opens.
 */
import { request, withBody } from './api.js';
import { language } from './i18n/index.js';
import { askToNotify, canNotify } from './notify.js';
import { storedPush } from './settings.js';

/** @import { PushBrowsersBody, PushWishes, PutTurnMail, TurnMailBody } from './protocol.js' */

/** A known browser says again after this time that it is there, in milliseconds. */
const SAID_MS = 24 * 60 * 60 * 1000;

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
  const subscription = await ownSubscription();
  if (!subscription) return;
  const said = JSON.stringify([subscription.endpoint, person, language, zone()]);
  const { what = '', at_ms = 0 } = parsed(storedPush.read());
  if (what === said && Date.now() - at_ms < SAID_MS) return;
  await tellServer(subscription);
  storedPush.write(JSON.stringify({ what: said, at_ms: Date.now() }));
}

/** @param {string | null} text @returns {{ what?: string, at_ms?: number }} */
function parsed(text) {
  try {
    return Object(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

/** How this browser is reached; null while it is told nothing. */
export async function ownSubscription() {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/**
 * Has this browser told. The browser asks its visitor first.
 * @returns {Promise<PushBrowsersBody | null>} null if the visitor refuses
 */
export async function turnPushOn() {
  if (!(await askToNotify())) return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: serverKey };
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // The server may have another key than when this browser subscribed.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  return tellServer(subscription);
}

/** Has this browser told nothing more. @param {string} id this browser's */
export async function turnPushOff(id) {
  await removePushBrowser(id);
  await (await ownSubscription())?.unsubscribe();
}

/** @param {PushSubscription} subscription @returns {Promise<PushBrowsersBody>} */
function tellServer(subscription) {
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON();
  const body = { endpoint, p256dh, auth, language, time_zone: zone() };
  return request('/api/push', withBody('PUT', body));
}

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The visitor's browsers; `own` says which one this is. @returns {Promise<PushBrowsersBody>} */
export async function fetchPushBrowsers() {
  const isOn = pushMeans() === 'ready' && Notification.permission === 'granted';
  const subscription = isOn ? await ownSubscription() : null;
  return subscription ? tellServer(subscription) : request('/api/push');
}

/** @param {string} id @param {PushWishes} wishes @returns {Promise<PushBrowsersBody>} */
export const choosePushes = (id, wishes) =>
  request(`/api/push/${encodeURIComponent(id)}`, withBody('PUT', wishes));

/** @param {string} id */
export const removePushBrowser = (id) =>
  request(`/api/push/${encodeURIComponent(id)}`, { method: 'DELETE' });

/** How this visitor is told of turns by mail. @returns {Promise<TurnMailBody>} */
export const fetchTurnMail = () => request('/api/push/mail');

/** @param {PutTurnMail} wanted @returns {Promise<TurnMailBody>} */
export const putTurnMail = (wanted) => request('/api/push/mail', withBody('PUT', wanted));

/** Has this visitor told of turns by mail no more. */
export const removeTurnMail = () => request('/api/push/mail', { method: 'DELETE' });
