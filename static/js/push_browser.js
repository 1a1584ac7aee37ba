/**
 * How the server reaches this browser while the page is closed, and what visitors choose to be told. It is fetched only
 * where the visitor is told something, or is about to choose it.
 */
import { request, withBody } from './api.js';
import { language } from './i18n/index.js';
import { askToNotify } from './notify.js';
import { pushKey, pushMeans } from './push.js';
import { settings, storedPush } from './settings.js';

/** @import { PushBrowsersBody, PushWishes, PutTurnMail, PutWebhook, TableWebhook, TurnMailBody } from './protocol.js' */

/** A known browser says again after this time that it is there, in milliseconds. */
const SAID_MS = 24 * 60 * 60 * 1000;

/** Tells the server again that this browser is there, unless it has done so lately. @param {string | null} person the visitor's account */
export async function sayAgain(person) {
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
async function ownSubscription() {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/**
 * Has this browser told. The browser asks its visitor first.
 * @returns {Promise<PushBrowsersBody | null>} null if the visitor refuses
 */
export async function turnPushOn() {
  settings.set({ push_offered: true });
  if (!(await askToNotify())) return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: pushKey() };
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

/** The webhook of a table, for its host. @param {string} table @returns {Promise<TableWebhook>} */
export const fetchWebhook = (table) => request(`/api/tables/${table}/webhook`);

/** @param {string} table @param {PutWebhook} wanted @returns {Promise<TableWebhook>} */
export const putWebhook = (table, wanted) =>
  request(`/api/tables/${table}/webhook`, withBody('PUT', wanted));

/** @param {string} table */
export const removeWebhook = (table) =>
  request(`/api/tables/${table}/webhook`, { method: 'DELETE' });

/** Has this visitor told of turns by mail no more. */
export const removeTurnMail = () => request('/api/push/mail', { method: 'DELETE' });
