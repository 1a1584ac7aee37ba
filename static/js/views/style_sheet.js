/** Style sheets that only some pages need. */
import { addressOf } from '../build.js';
import { h } from '../dom.js';

/** The style sheets that were added, by their paths. @type {Map<string, Promise<unknown>>} */
const added = new Map();

/**
 * Adds a style sheet to the page, which is shown with it: wait for it before anything is drawn.
 * @param {string} path such as `css/records.css`
 */
export function styleSheet(path) {
  const known = added.get(path) ?? add(path);
  added.set(path, known);
  return known;
}

/** @param {string} path */
function add(path) {
  return new Promise((resolve) => {
    const link = h('link', { rel: 'stylesheet', href: addressOf(path) });
    // Without its looks a page can still be read.
    for (const ended of ['load', 'error']) link.addEventListener(ended, resolve);
    document.head.append(link);
  });
}
