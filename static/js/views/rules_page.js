/** The rules of every preset, to read before one plays. */
import { presets } from '../api.js';
import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { fetchedDialog, fetchedView } from './fetched.js';
import { sitePage } from './site.js';
import { button } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { View } from '../app.js' */
/** @import { Part } from './rules_article.js' */

/** @param {Actions} actions @returns {View} */
export function rulesPage(actions) {
  const status = fetchedView();
  const tutorial = fetchedDialog(async () =>
    (await import('./tutorial/dialog.js')).tutorialDialog(actions),
  );
  const press = () => tutorial.open();
  const learn = button(t('learn.start'), { icon: 'star', testid: 'learn', press });
  const place = h('div', {}, status.element);
  const element = sitePage(
    actions,
    'rules-page',
    h('h1', {}, t('rules.title')),
    h('p', { class: 'lead' }, t('rules.intro')),
    learn,
    tutorial.element,
    place,
  );
  /** @type {ReturnType<typeof import('./rules_article.js').rulesBody> | null} */
  let body = null;
  /** @type {[preset: string | null, part: Part]} */
  let asked = [null, 'rules'];

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
      made.draw(...asked);
    },
  );

  return {
    element,
    draw({ route }) {
      if (route.page !== 'rules') return;
      const { preset, strategy } = route;
      const part = strategy ? 'strategy' : 'rules';
      if (preset === asked[0] && part === asked[1]) return;
      asked = [preset, part];
      body?.draw(...asked);
    },
    end() {
      status.stop();
      tutorial.end();
    },
  };
}
