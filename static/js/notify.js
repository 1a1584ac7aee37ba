/** What this browser can do to call back a visitor who looks at another page; `notices.js` does it. */

import { turnBegan } from './moments.js';
import { settings } from './settings.js';

/** @import { State } from './state.js' */

/** Two short shakes. */
const SHAKE_MS = [70, 60, 70];

/** Whether this browser can notify at all. */
export function canNotify() {
  return typeof Notification !== 'undefined';
}

/** Whether the visitor allows notifications. */
export const mayNotify = () => canNotify() && Notification.permission === 'granted';

/** Whether this device can shake. */
export function canVibrate() {
  return typeof navigator.vibrate === 'function' && matchMedia('(pointer: coarse)').matches;
}

/** Asks the visitor, if they weren't asked before; whether notifications are allowed now. */
export async function askToNotify() {
  if (!canNotify()) return false;
  if (Notification.permission === 'default') await Notification.requestPermission();
  return mayNotify();
}

/** Shakes the device when the visitor's turn begins. @param {State} state @param {State} before */
export function shake(state, before) {
  const isShaken = settings.get().vibrate && canVibrate() && turnBegan(state, before);
  if (isShaken && navigator.userActivation?.hasBeenActive) navigator.vibrate(SHAKE_MS);
}
