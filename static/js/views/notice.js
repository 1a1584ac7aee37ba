/** A short notice from the server or the page, which goes away by itself. */
import { h, setText, show } from '../dom.js';
import { word } from '../i18n/index.js';

/** @import { Actions } from '../actions.js' */
/** @import { State } from '../state.js' */

/** How long a notice stays. */
const NOTICE_MS = 5000;

/** @param {Actions} actions */
export function noticeBar(actions) {
  const element = h('div', {
    class: 'notice',
    role: 'alert',
    'data-testid': 'notice',
    hidden: true,
  });
  let shown = 0;
  return {
    element,
    /** @param {State} state */
    draw({ notice }) {
      show(element, notice !== null);
      if (!notice || notice.serial === shown) return;
      shown = notice.serial;
      setText(element, word(`error.${notice.code}`) ?? notice.text);
      setTimeout(() => actions.forget(notice.serial), NOTICE_MS);
    },
  };
}
