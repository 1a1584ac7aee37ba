/** The dialog for one's display name. */
import { h } from '../dom.js';
import { t } from '../i18n/index.js';

/** @import { Actions } from '../actions.js' */
/** @import { State } from '../state.js' */

/** The longest name that the field takes, in characters; the server has the last word. */
const NAME_MAX = 24;

/** @param {Actions} actions */
export function nameDialog(actions) {
  const input = h('input', {
    id: 'name-input',
    name: 'name',
    class: 'field',
    maxlength: NAME_MAX,
    required: true,
    autocomplete: 'nickname',
    spellcheck: 'false',
    'data-testid': 'name-input',
  });
  const form = h(
    'form',
    { method: 'dialog', class: 'dialog-body' },
    h('h2', { id: 'name-title' }, t('name.title')),
    h('label', { for: 'name-input', class: 'hint' }, t('name.hint')),
    input,
    h(
      'div',
      { class: 'dialog-actions' },
      h(
        'button',
        { type: 'button', class: 'button quiet', onclick: () => element.close() },
        t('app.cancel'),
      ),
      h(
        'button',
        { type: 'submit', class: 'button primary', 'data-testid': 'name-save' },
        t('name.save'),
      ),
    ),
  );
  const element = h('dialog', { class: 'dialog small', 'aria-labelledby': 'name-title' }, form);
  form.addEventListener('submit', () => {
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
      input.value = current;
      element.showModal();
      input.select();
    },
  };
}
