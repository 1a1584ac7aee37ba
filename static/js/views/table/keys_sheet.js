/** The list of keys, opened by `?`. */
import { h } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { settings } from '../../settings.js';

/** Keys and what they do. @type {readonly (readonly [string, Parameters<typeof t>[0]])[]} */
const KEYS = [
  ['← →', 'keys.arrows'],
  ['Enter', 'keys.enter'],
  ['1 … 9', 'keys.digits'],
  ['Esc', 'keys.escape'],
  ['E', 'keys.ends'],
  ['H', 'keys.hand'],
  ['S', 'keys.scores'],
  ['T', 'keys.turn'],
  ['I', 'keys.hint'],
  ['M', 'keys.muggins'],
  ['N', 'keys.next'],
  ['?', 'keys.help'],
];

export function keysSheet() {
  const close = h(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': t('app.close') },
    icon('close'),
  );
  const single = h('input', { type: 'checkbox', 'data-testid': 'single-keys' });
  single.addEventListener('change', () => settings.set({ single_keys: single.checked }));
  const rows = KEYS.flatMap(([key, what]) => [
    h('dt', {}, h('kbd', {}, key)),
    h('dd', {}, t(what)),
  ]);
  const dialog = h(
    'dialog',
    { class: 'keys-sheet', 'aria-labelledby': 'keys-title', 'data-testid': 'keys' },
    h('div', { class: 'sheet-head' }, h('h2', { id: 'keys-title' }, t('keys.title')), close),
    h('dl', { class: 'keys-list' }, ...rows),
    h('label', { class: 'keys-single' }, single, t('keys.single')),
    h('p', { class: 'hint' }, t('keys.single_hint')),
  );
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  return {
    element: dialog,
    open() {
      single.checked = settings.get().single_keys;
      dialog.showModal();
    },
  };
}
