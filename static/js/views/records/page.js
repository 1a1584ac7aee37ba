/** What the pages of finished matches have in common: their words, their looks, their frame. */
import '../../i18n/later.js';
import { h } from '../../dom.js';
import { siteFoot } from '../site_foot.js';
import { siteHead } from '../site_head.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Child } from '../../dom.js' */

/** Where their style sheet is; the other pages do without. */
const STYLES = '/css/records.css';

/**
 * @param {Actions} actions
 * @param {string} name of the page, for its looks
 * @param {...Child} content
 */
export function recordsPage(actions, name, ...content) {
  const main = h('main', { class: name }, ...content);
  return h('div', { class: 'site records' }, siteHead(actions).element, main, siteFoot());
}

/** Fetches the style sheet, once. */
export function styles() {
  const known = document.querySelector(`link[href="${STYLES}"]`);
  if (known) return Promise.resolve();
  return new Promise((resolve) => {
    const link = h('link', { rel: 'stylesheet', href: STYLES });
    // Without its looks a page can still be read.
    for (const ended of ['load', 'error']) link.addEventListener(ended, () => resolve(undefined));
    document.head.append(link);
  });
}
