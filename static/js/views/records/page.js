/** What the pages of finished matches have in common: their words, their looks, their frame. */
import { addressOf } from '../../api.js';
import { h } from '../../dom.js';
import '../../i18n/later.js';
import { sitePage } from '../site.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Child } from '../../dom.js' */

// The other pages do without this style sheet. No page of finished matches is shown before it.
await new Promise((resolve) => {
  const link = h('link', { rel: 'stylesheet', href: addressOf('css/records.css') });
  // Without its looks a page can still be read.
  for (const ended of ['load', 'error']) link.addEventListener(ended, resolve);
  document.head.append(link);
});

/**
 * @param {Actions} actions
 * @param {string} name of the page, for its looks
 * @param {...Child} content
 */
export function recordsPage(actions, name, ...content) {
  const page = sitePage(actions, name, ...content);
  page.classList.add('records');
  return page;
}
