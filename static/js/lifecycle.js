/**
 * The life of a page: the browser hides it, freezes it, keeps it for the way back and shows it again. What
 * the client does at each of these changes is written here, and as a table in ARCHITECTURE.md. No other
 * module listens to these events.
 */

/**
 * What the client does when the page's life changes.
 * @typedef {object} Client
 * @property {() => void} suspend the page goes away or stops: ends the connection
 * @property {() => void} restore the page is back after `suspend`: connects again
 * @property {() => void} look the page is seen again and was never suspended: looks at the connection
 * @property {() => void} online there is a network again
 * @property {() => void} offline there is no network any more
 */

/** @typedef {{ isHidden: boolean, isKept: boolean, isSuspended: boolean }} Moment */

/**
 * What each event asks of the client, if anything. `isKept`: the browser kept the page as it was
 * (`persisted`).
 * @type {Record<string, (moment: Moment) => keyof Client | null>}
 */
const ACTS = {
  // Kept for the way back or not, this page plays no more; the connection would make its player look present.
  pagehide: () => 'suspend',
  pageshow: ({ isKept, isSuspended }) => (isKept && isSuspended ? 'restore' : null),
  freeze: () => 'suspend',
  resume: ({ isSuspended }) => (isSuspended ? 'restore' : null),
  // A page in the background goes on: the others wait for its player, who may only have looked elsewhere.
  visibilitychange: ({ isHidden, isSuspended }) => {
    if (isHidden) return null;
    return isSuspended ? 'restore' : 'look';
  },
  online: ({ isSuspended }) => (isSuspended ? null : 'online'),
  offline: ({ isSuspended }) => (isSuspended ? null : 'offline'),
};

/**
 * Has the client follow the life of its page.
 * @param {Client} client
 * @param {Pick<Window, 'addEventListener' | 'document'>} [page]
 */
export function followLifecycle(client, page = window) {
  let isSuspended = false;
  /** @param {Event} event */
  function hear(event) {
    const isKept = 'persisted' in event && event.persisted === true;
    const act = ACTS[event.type]({ isHidden: page.document.hidden, isKept, isSuspended });
    if (!act) return;
    if (act === 'suspend') isSuspended = true;
    if (act === 'restore') isSuspended = false;
    client[act]();
  }
  // Some of these events go to the document and don't rise to the window.
  for (const type of Object.keys(ACTS)) page.addEventListener(type, hear, { capture: true });
}

/** Runs something each time the page is seen after it was hidden. @param {() => void} run */
export function eachTimeVisible(run) {
  addEventListener('visibilitychange', () => document.hidden || run(), { capture: true });
}

/** Runs something as soon as the page is seen, which may be now. @param {() => void} run */
export function whenVisible(run) {
  if (document.hidden) addEventListener('visibilitychange', () => whenVisible(run), { once: true });
  else run();
}
