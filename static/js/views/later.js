/** A page that is fetched when it is first wanted. */
import { fill, h } from '../dom.js';
import { t } from '../i18n/index.js';

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */
/** @import { State } from '../state.js' */

/**
 * @param {Actions} actions
 * @param {() => Promise<View>} make
 * @returns {View}
 */
export function laterView(actions, make) {
  const loading = h('p', { class: 'loading', role: 'status' }, t('app.loading'));
  const element = h('div', { class: 'later' }, loading);
  /** @type {View | null} */
  let view = null;
  /** @type {State | null} */
  let latest = null;
  let left = false;
  make().then((made) => {
    // Whoever has gone on meanwhile wants none of it.
    if (left) {
      made.end?.();
      return;
    }
    view = made;
    fill(element, made.element);
    if (latest) made.draw(latest);
  }, actions.sorry);
  return {
    element,
    draw(state) {
      latest = state;
      view?.draw(state);
    },
    end() {
      left = true;
      view?.end?.();
    },
  };
}
