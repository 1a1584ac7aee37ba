/** What the pages of finished matches have in common: their words, their looks, their frame. */
import { loadTexts } from '../../i18n/index.js';
import { sitePage } from '../site.js';
import { styleSheet } from '../style_sheet.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Child } from '../../dom.js' */

// The other pages do without this style sheet. No page of finished matches is shown before it.
await Promise.all([loadTexts('later'), styleSheet('css/records.css')]);

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
