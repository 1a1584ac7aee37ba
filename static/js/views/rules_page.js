/** The rules of every preset, to read before one plays. */
import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { icon } from '../icon.js';
import { once } from '../once.js';
import { siteFoot } from './site_foot.js';
import { siteHead } from './site_head.js';
import { tutorialOpener } from './tutorial_offer.js';

/** @import { Actions } from '../actions.js' */
/** @import { State } from '../state.js' */

/** @param {Actions} actions */
export function rulesPage(actions) {
  const place = h('div', { class: 'rules-place' }, h('p', { class: 'loading' }, t('app.loading')));
  const learn = h(
    'button',
    { type: 'button', class: 'button', 'data-testid': 'learn', onclick: () => tutorial() },
    icon('star'),
    t('learn.start'),
  );
  const main = h(
    'main',
    { class: 'rules-page' },
    h('h1', {}, t('rules.title')),
    h('p', { class: 'lead' }, t('rules.intro')),
    learn,
    place,
  );
  const element = h('div', { class: 'site' }, siteHead(actions).element, main, siteFoot());
  const tutorial = tutorialOpener(element, actions);
  const body = once(async () => {
    const { rulesBody } = await import('./rules_body.js');
    const made = rulesBody(actions);
    place.replaceChildren(made.element);
    return made;
  });
  /** @type {string | null | undefined} */
  let shown;

  return {
    element,
    /** @param {State} state */
    draw({ route }) {
      const asked = route.page === 'rules' ? route.preset : null;
      if (asked === shown) return;
      shown = asked;
      body().then((made) => made.draw(asked), actions.sorry);
    },
  };
}
