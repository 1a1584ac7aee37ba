/** Loading and failure of downloads, as pages show them. */
import { checkReplaced } from '../api.js';
import { fill, h, show } from '../dom.js';
import { t } from '../i18n/index.js';
import { createLoader, once } from '../loader.js';
import { sitePage } from './site.js';
import { button } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */
/** @import { State } from '../state.js' */

/** A download that takes less shows no line, in milliseconds: the page would only move. */
const SOON_MS = 250;

/**
 * The line that stands for a download until it comes, and the functions that fetch it.
 * @param {'p' | 'h1'} [tag] of what says that it failed: a page needs a heading
 */
export function fetchedView(tag = 'p') {
  const loading = h('p', { class: 'loading', role: 'status' }, t('app.loading'));
  const message = h(tag, { class: 'empty-title' }, t('app.failed'));
  const again = button(t('app.retry'), { testid: 'retry', press: retry });
  const props = { class: 'empty', role: 'alert', 'data-testid': 'failed' };
  const failed = h('div', props, message, again);
  const element = h('div', { tabindex: -1 });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  const loader = createLoader((phase) => {
    clearTimeout(soon);
    show(element, phase !== 'idle');
    fill(element, phase === 'failed' && failed);
    if (phase === 'loading') soon = setTimeout(() => fill(element, loading), SOON_MS);
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
     * Fetches a program. A browser keeps that a module failed for as long as the page is there, so
     * trying again is to load the page anew.
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
 * A page whose program is fetched when the page is first wanted.
 * @param {Actions} actions
 * @param {() => Promise<(actions: Actions) => View>} fetch
 * @returns {View}
 */
export function fetchedPage(actions, fetch) {
  const status = fetchedView('h1');
  const element = h('div', {}, sitePage(actions, 'fetched-page', status.element));
  /** @type {View | null} */
  let page = null;
  /** @type {State | null} */
  let latest = null;
  status.loadProgram(fetch, (make) => {
    page = make(actions);
    element.replaceChildren(page.element);
    if (latest) page.draw(latest);
  });
  return {
    element,
    draw(state) {
      latest = state;
      page?.draw(state);
    },
    end() {
      status.stop();
      page?.end?.();
    },
  };
}

/**
 * A part of a page that is fetched when it is first drawn.
 * @template T
 * @param {string} look
 * @param {() => unknown} fail is called when it doesn't come; the next drawing tries again
 * @param {() => Promise<{ element: Element, draw(shown: T): void }>} load
 */
export function fetchedPart(look, fail, load) {
  const element = h('div', { class: look || null });
  const part = once(async () => {
    const made = await load();
    element.append(made.element);
    return made;
  });
  return {
    element,
    /** @param {T} shown */
    draw: (shown) => part().then((made) => made.draw(shown), fail),
  };
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
