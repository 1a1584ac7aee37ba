/** The rules of every preset, to read before one plays. */
import { presets } from '../api.js';
import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { fetchedDialog, fetchedView } from './fetched.js';
import { sitePage } from './site.js';
import { button } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */

/** @param {Actions} actions @returns {View} */
export function rulesPage(actions) {
  const status = fetchedView();
  const tutorial = fetchedDialog(async () =>
    (await import('./tutorial/dialog.js')).tutorialDialog(actions),
  );
  const press = () => tutorial.open();
  const learn = button(t('learn.start'), { icon: 'star', testid: 'learn', press });
  const place = h('div', { class: 'rules-place' }, status.element);
  const element = sitePage(
    actions,
    'rules-page',
    h('h1', {}, t('rules.title')),
    h('p', { class: 'lead' }, t('rules.intro')),
    learn,
    tutorial.element,
    place,
  );
  /** @type {{ draw(preset: string | null): void } | null} */
  let body = null;
  /** @type {string | null} */
  let asked = null;

  status.loadProgram(
    async () => {
      const [{ rulesBody }, catalogue] = await Promise.all([
        import('./rules_article.js'),
        presets(),
      ]);
      return rulesBody(actions, catalogue);
    },
    (made) => {
      body = made;
      place.append(made.element);
      made.draw(asked);
    },
  );

  return {
    element,
    draw({ route }) {
      const preset = route.page === 'rules' ? route.preset : null;
      if (preset === asked) return;
      asked = preset;
      body?.draw(asked);
    },
    end() {
      status.stop();
      tutorial.end();
    },
  };
}
