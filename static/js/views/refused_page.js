/** The page that stands in for all others while the server refuses this one: why, and what can be done. */
import { h, setText } from '../dom.js';
import { loadTexts, namedKey, t, textOrNull } from '../i18n/index.js';
import { sitePage } from './site.js';
import { button } from './widgets.js';

await loadTexts('later');

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */
/** @import { Reason } from '../socket.js' */

/** What the reasons have in common for the visitor. @type {Record<Reason, string>} */
const KINDS = {
  1003: 'unreadable',
  1007: 'unreadable',
  1009: 'unreadable',
  4400: 'unreadable',
  4401: 'no_cookie',
  foreign_origin: 'foreign_origin',
};

/**
 * What has happened, and what the visitor can do; null for a reason that isn't told so.
 * @param {Reason} reason
 * @param {{ host: string, origin: string }} page where this page is from
 */
export function refusalWords(reason, { host, origin }) {
  const kind = KINDS[reason];
  const title = textOrNull(namedKey(`refused.${kind}`, 'title'), { origin });
  const hint = textOrNull(namedKey(`refused.${kind}`, 'hint'), { host, origin });
  return title !== null && hint !== null ? { title, hint } : null;
}

/** @param {Actions} actions @returns {View} */
export function pageView(actions) {
  const title = h('h1');
  const hint = h('p.lead');
  const again = button(t('app.retry'), {
    kind: 'primary',
    testid: 'try-again',
    press: () => location.reload(),
  });
  const said = h('div.empty.stack', { role: 'alert', testid: 'turned-away' }, title, hint, again);
  return {
    element: sitePage(actions, 'refused-page', said),
    draw({ reason }) {
      const words = refusalWords(reason ?? '', location);
      setText(title, words?.title ?? t('app.failed'));
      setText(hint, words?.hint ?? '');
    },
  };
}
