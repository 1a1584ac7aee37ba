/** A sheet: a dialog at the side of the page, or from below on a phone. */
import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { icon } from '../icon.js';

/**
 * @param {string} name
 * @param {string} title
 * @param {HTMLElement} content
 * @param {() => void} close
 */
export function makeSheet(name, title, content, close) {
  const dialog = h(
    'dialog',
    {
      class: 'sheet',
      'aria-labelledby': `sheet-${name}`,
      'data-testid': `sheet-${name}`,
      onclose: close,
    },
    h(
      'div',
      { class: 'sheet-head' },
      h('h2', { id: `sheet-${name}` }, title),
      h(
        'button',
        {
          type: 'button',
          class: 'icon-button',
          'aria-label': t('app.close'),
          'data-testid': 'close-sheet',
          onclick: close,
        },
        icon('close'),
      ),
    ),
    h('div', { class: 'sheet-body', tabindex: 0 }, content),
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) close();
  });
  return dialog;
}

/**
 * Opens or closes a sheet.
 * @param {HTMLDialogElement} dialog
 * @param {boolean} open
 */
export function openSheet(dialog, open) {
  if (open && !dialog.open) dialog.showModal();
  if (!open && dialog.open) dialog.close();
}
