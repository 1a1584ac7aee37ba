/** The sheet with the settings. What stands in it is fetched when it is first opened. */
import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { fetchedView } from './fetched.js';
import { openDialog, sheet } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { State } from '../state.js' */

/** @param {Actions} actions @param {{ test(): void }} sound */
export function settingsSheet(actions, sound) {
  const status = fetchedView();
  const content = h('div', {}, status.element);
  const element = sheet('settings', t('settings.title'), content, () =>
    actions.closeSheet('settings'),
  );
  let asked = false;
  return {
    element,
    /** @param {State} state */
    draw(state) {
      const open = state.sheet === 'settings';
      if (open && !asked) {
        asked = true;
        status.loadProgram(
          () => import('./settings.js'),
          ({ settingsForm }) => content.append(settingsForm(sound)),
        );
      }
      openDialog(element, open);
    },
  };
}
