/** Keeps the screen from going dark while the visitor only looks. Pages that need it import this. */
import { eachTimeVisible } from './lifecycle.js';

/**
 * Keeps a device awake by the browser's wake lock, which needs TLS; without it the screen goes dark as ever.
 * @param {Pick<Navigator, 'wakeLock'>} [browser]
 * @param {(run: () => void) => void} [eachTime] runs something each time the page is seen again: a browser takes the
 *   lock from a page that is hidden
 */
export function createAwake(browser = navigator, eachTime = eachTimeVisible) {
  let isWanted = false;
  /** @type {Promise<WakeLockSentinel | null> | null} */
  let lock = null;

  async function take() {
    // What the device refuses, as with an empty battery, is asked for when the page is seen again.
    const taken = await browser.wakeLock?.request('screen').catch(() => null);
    return taken ?? null;
  }

  async function renew() {
    if (!isWanted) return;
    await release();
    if (isWanted) lock ??= take();
  }

  async function release() {
    const before = lock;
    lock = null;
    await (await before)?.release();
  }

  eachTime(() => void renew());
  return (/** @type {boolean} */ wanted) => {
    if (wanted === isWanted) return;
    isWanted = wanted;
    if (wanted) lock ??= take();
    else void release();
  };
}

/** What keeps this page's screen bright. @type {ReturnType<typeof createAwake> | null} */
let awake = null;

/** Keeps the screen bright from now on, or no more. @param {boolean} wanted */
export function keepAwake(wanted) {
  awake ??= createAwake();
  awake(wanted);
}
