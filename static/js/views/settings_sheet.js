/** The sheet with the settings. What stands in it is fetched when it is first opened. */
import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { once } from '../once.js';
import { makeSheet, openSheet } from './sheet.js';

/** @import { Actions } from '../actions.js' */
/** @import { State } from '../state.js' */

/**
 * @param {Actions} actions
 * @param {{ test(): void }} sound
 */
export function settingsSheet(actions, sound) {
  const content = h('div', {});
  const element = makeSheet('settings', t('settings.title'), content, () =>
    actions.closeSheet('settings'),
  );
  const form = once(async () => {
    const { settingsForm } = await import('./settings.js');
    content.append(settingsForm(sound));
  });
  return {
    element,
    /** @param {State} state */
    draw({ sheet }) {
      if (sheet === 'settings') form().catch(actions.sorry);
      openSheet(element, sheet === 'settings');
    },
  };
}
