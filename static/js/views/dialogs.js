/** The dialogs of every page: the visitor's name, and the settings. */

import { h } from '../dom.js';
import { chosenName } from '../format/names.js';
import { t } from '../i18n/index.js';
import { fetchedView } from './fetched.js';
import { nameInput } from './name.js';
import { button, cancelButton, dialog, dialogActions, openDialog, sheet } from './widgets.js';

/** @import { Actions } from '../actions.js' */
/** @import { State } from '../state.js' */

/** @param {Actions} actions */
export function nameDialog(actions) {
  const input = nameInput({ id: 'name-input', required: true, testid: 'name-input' });
  const save = button(t('name.save'), { kind: 'primary', type: 'submit', testid: 'name-save' });
  const { element, body, open } = dialog(
    { name: 'name', title: t('name.title'), kind: 'small', body: 'form' },
    h('label', { for: 'name-input', class: 'hint' }, t('name.hint')),
    input,
    dialogActions(cancelButton(), save),
  );
  body.method = 'dialog';
  body.addEventListener('submit', () => {
    const name = input.value.trim();
    if (name) actions.rename(name);
  });
  let current = '';
  return {
    element,
    /** @param {State} state */
    draw({ name }) {
      current = name;
    },
    open() {
      input.value = chosenName(current);
      open(input);
      input.select();
    },
  };
}

/**
 * What stands in the sheet is fetched when it is first opened.
 * @param {Actions} actions
 * @param {{ test(): void }} sound
 */
export function settingsSheet(actions, sound) {
  const status = fetchedView();
  const content = h('div', status.element);
  const close = () => actions.closeSheet('settings');
  const element = sheet('settings', t('settings.title'), content, close);
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
