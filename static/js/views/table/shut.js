// @ts-check
/** A table that can't be shown, and why. */
import { h, setText } from '../../dom.js';
import { t } from '../../i18n/index.js';

/** @param {import('../../actions.js').Actions} actions */
export function shutView(actions) {
  const title = h('h1', {});
  const hint = h('p', { class: 'hint' });
  const lobby = h(
    'button',
    {
      type: 'button',
      class: 'button primary',
      'data-testid': 'to-lobby',
      onclick: () => actions.go({ page: 'lobby' }),
    },
    t('table.to_lobby'),
  );
  return {
    element: h('main', { class: 'card shut', 'data-testid': 'shut' }, title, hint, lobby),
    /** @param {'removed' | 'gone' | 'not_found'} reason */
    draw(reason) {
      setText(title, t(`table.${reason}`));
      setText(hint, t(`table.${reason}_hint`));
    },
  };
}
