/** Loading and failure of downloads, as pages show them. */
import { checkReplaced } from '../api.js';
import { fill, h, show } from '../dom.js';
import { t } from '../i18n/index.js';
import { createLoader } from '../loader.js';
import { sitePage } from './site.js';
import { button } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */

/** A download that takes less shows no line, in milliseconds: the page would only move. */
const SOON_MS = 250;

/**
 * The line that stands for a download until it comes, and the functions that fetch it.
 * @param {'p' | 'h1'} [tag] of what says that it failed: a page needs a heading
 * @param {boolean} [isAwaited] whether it is said that it is coming, and not only that it didn't come
 */
export function fetchedView(tag = 'p', isAwaited = true) {
  const loading = h('p.loading', { role: 'status' }, t('app.loading'));
  const message = h(tag, { class: 'empty-title' }, t('app.failed'));
  const again = button(t('app.retry'), { testid: 'retry', press: retry });
  const props = { class: 'empty stack', role: 'alert', testid: 'failed' };
  const failed = h('div', props, message, again);
  const element = h('div', { tabindex: -1 });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  const loader = createLoader((phase) => {
    clearTimeout(soon);
    show(element, phase !== 'idle');
    fill(element, phase === 'failed' && failed);
    if (phase === 'loading' && isAwaited) soon = setTimeout(() => fill(element, loading), SOON_MS);
  });

  function retry() {
    loader.retry();
    // The button is gone, and must not take the focus along.
    element.focus();
  }

  loader.stop();
  return {
    element,
    load: loader.load,
    /**
     * Fetches a program. Browsers keep that a module failed for as long as the page is there, or that what the module
     * itself fetches did, so trying again is to load the page anew.
     * @template T
     * @param {() => Promise<T>} fetch
     * @param {(program: T) => void} show
     */
    loadProgram: (fetch, show) =>
      loader.load({
        fetch: () =>
          fetch().catch((error) => {
            void checkReplaced();
            throw error;
          }),
        show,
        retry: () => location.reload(),
      }),
    stop: loader.stop,
  };
}

/**
 * Draws what is fetched for it, once that is there: as it was last to be drawn. It is fetched once, whatever comes of it;
 * trying again is the visitor's.
 * @template P, S
 * @param {ReturnType<typeof fetchedView>} status
 * @param {HTMLElement} place where it takes the place of all else
 * @param {() => Promise<P>} fetch
 * @param {(program: P) => { element: Element, draw(shown: S): void, end?(): void }} make
 */
function drawnWhenThere(status, place, fetch, make) {
  /** @type {ReturnType<typeof make> | null} */
  let made = null;
  let isAsked = false;
  /** @type {S} */
  let latest;
  return {
    /** @param {S} shown */
    draw(shown) {
      latest = shown;
      if (made) return made.draw(shown);
      if (isAsked) return;
      isAsked = true;
      status.loadProgram(fetch, (program) => {
        made = make(program);
        place.replaceChildren(made.element);
        made.draw(latest);
      });
    },
    end() {
      status.stop();
      made?.end?.();
    },
  };
}

/**
 * A page whose program is fetched when the page is first wanted.
 * @param {Actions} actions
 * @param {() => Promise<{ pageView(actions: Actions): View }>} fetch
 * @returns {View}
 */
export function fetchedPage(actions, fetch) {
  const status = fetchedView('h1');
  const element = h('div', sitePage(actions, 'fetched-page', status.element));
  return {
    element,
    ...drawnWhenThere(status, element, fetch, ({ pageView }) => pageView(actions)),
  };
}

/**
 * A part of a page that is fetched when it is first drawn. If it doesn't come, its place says so.
 * @template S
 * @param {string} look
 * @param {() => Promise<{ element: Element, draw(shown: S): void }>} fetch
 * @param {{ isExtra?: boolean }} [manner] `isExtra`: the page is whole without it, and says nothing
 */
export function fetchedPart(look, fetch, { isExtra = false } = {}) {
  const status = fetchedView('p', false);
  const element = h('div', { class: look || null }, !isExtra && status.element);
  const { draw } = drawnWhenThere(status, element, fetch, (part) => part);
  return { element, draw };
}

/**
 * A dialog whose program is fetched when the dialog is first wanted. It is on the page while it is open.
 * @template {unknown[]} A
 * @param {() => Promise<{ element: HTMLDialogElement, open(...args: A): unknown }>} fetch
 * @param {() => void} [opening] is called before it opens
 */
export function fetchedDialog(fetch, opening = () => {}) {
  const status = fetchedView();
  /** @type {Awaited<ReturnType<typeof fetch>> | null} */
  let dialog = null;

  /** @param {A} args */
  function show(...args) {
    if (!dialog) return;
    opening();
    document.body.append(dialog.element);
    void dialog.open(...args);
  }

  return {
    /** Where it is said that the dialog is coming. */
    element: status.element,
    /** @param {A} args */
    open(...args) {
      if (dialog) return show(...args);
      return status.loadProgram(fetch, (made) => {
        dialog = made;
        made.element.addEventListener('close', () => made.element.remove());
        show(...args);
      });
    },
    /** Cancels the download: a dialog that isn't open yet stays closed. */
    cancel: status.stop,
    /** The page where it was wanted is left. */
    end() {
      status.stop();
      dialog?.element.remove();
    },
  };
}
