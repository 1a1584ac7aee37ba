/** Downloads: one at a time, of which the last counts, or one that is kept. Pure; `views/fetched.js` shows them. */

/** @import { Store } from './session.js' */
/** @import { State } from './state.js' */

/**
 * How a download stands. `loading`: nothing has come yet; `failed`: it can be tried again.
 * @typedef {'idle' | 'loading' | 'failed'} Phase
 */

/**
 * A download, and the functions that receive its result.
 * @template T
 * @typedef {object} Download
 * @property {(signal: AbortSignal) => Promise<T> | AsyncIterable<T>} fetch everything at once, or part
 *   after part; the signal aborts its requests
 * @property {(part: T) => void} show gets each part, unless something else was asked for meanwhile
 * @property {() => void} [retry] what trying again is, if not the same download once more
 * @property {(error: any) => boolean} [refused] tells the visitor of an error for which trying again is of
 *   no use; whether it was one
 */

/** @param {(phase: Phase) => void} tell hears every change of phase */
export function createLoader(tell) {
  let current = new AbortController();
  /** Starts the last download once more. */
  let again = () => {};

  /** @template T @param {Download<T>} download */
  async function run({ fetch, show, refused }) {
    current.abort();
    current = new AbortController();
    const { signal } = current;
    tell('loading');
    const parts = partsOf(fetch(signal));
    for (;;) {
      const next = await parts.next().catch((error) => {
        if (!signal.aborted) tell(refused?.(error) ? 'idle' : 'failed');
        return null;
      });
      if (signal.aborted || next === null || next.done) return;
      tell('idle');
      show(next.value);
    }
  }

  return {
    /** Starts a download in place of the one that is under way. @template T @param {Download<T>} download */
    load(download) {
      again = download.retry ?? (() => void run(download));
      void run(download);
    },
    retry: () => again(),
    /** Aborts the download that is under way, since its page is left. */
    stop() {
      current.abort();
      tell('idle');
    },
  };
}

/** @template T @param {Promise<T> | AsyncIterable<T>} fetched */
async function* partsOf(fetched) {
  if (fetched instanceof Promise) yield await fetched;
  else yield* fetched;
}

/**
 * Makes something asynchronously when it is first wanted, and keeps it. A failure isn't kept: the
 * next call tries again. So it must be the visitor who calls, and no drawing: for states there is `fetchedListener`.
 * @template T
 * @param {() => Promise<T>} make
 * @returns {() => Promise<T>}
 */
export function once(make) {
  /** @type {Promise<T> | null} */
  let made = null;
  return () => {
    made ??= make().catch((error) => {
      made = null;
      throw error;
    });
    return made;
  };
}

/**
 * Has a program that is fetched hear the states of a store, from the first state on that needs it, which may be that of now. One that doesn't come
 * is fetched again when the connection is back, and not for the next state: it may be the next of thousands. A server
 * that was replaced hasn't got it any more.
 * @param {Pick<Store, 'get' | 'subscribe'>} store
 * @param {(state: State) => boolean} isNeeded
 * @param {() => Promise<(state: State, before: State) => unknown>} fetch
 */
export function fetchedListener(store, isNeeded, fetch) {
  /** @type {ReturnType<typeof fetch> | null} */
  let program = null;
  let isLost = false;
  /** @param {State} state @param {State} before */
  function listen(state, before) {
    const isBack = state.connection === 'open' && before.connection !== 'open';
    if (isLost && isBack && !state.replaced) {
      isLost = false;
      program = null;
    }
    if (!isNeeded(state)) return;
    program ??= fetch();
    // Each state is heard in turn, also those from before the program was there.
    program.then(
      (hear) => hear(state, before),
      () => {
        isLost = true;
      },
    );
  }
  store.subscribe(listen);
  listen(store.get(), store.get());
}
