/** Whom this visitor doesn't want to hear. */
import { mutable } from '../../chat.js';
import { attr, h, keyed, setText, show } from '../../dom.js';
import { nameOf } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { icon } from '../../icon.js';
import { settings } from '../../settings.js';

/** @import { Table } from '../../state.js' */

/** A button, and the list that it opens. */
export function muteView() {
  const everybody = choice(t('chat.mute_all'), (on) => settings.set({ mute_all: on }));
  attr(everybody.firstElementChild ?? everybody, 'data-testid', 'mute-all');
  const people = h('div', { class: 'mute-people' });
  const element = h(
    'div',
    { class: 'mute', id: 'chat-mute', role: 'group', 'aria-label': t('chat.mute'), hidden: true },
    h('p', { class: 'mute-hint' }, t('chat.mute_hint')),
    everybody,
    people,
  );
  const button = h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': t('chat.mute'),
      title: t('chat.mute'),
      'aria-expanded': 'false',
      'aria-controls': 'chat-mute',
      'data-testid': 'mute',
      onclick() {
        show(element, Boolean(element.hidden));
        attr(button, 'aria-expanded', String(!element.hidden));
      },
    },
    icon('mute'),
  );
  return {
    button,
    element,
    /** @param {Table} table @param {string} name this visitor's */
    draw(table, name) {
      const { mute_all, muted } = settings.get();
      attr(button, 'data-on', mute_all || muted.length > 0);
      check(everybody, mute_all);
      keyed(
        people,
        mutable(table, name, muted),
        (who) => who,
        (who) => choice(who, (on) => settings.mute(who, on)),
        (row, who) => {
          setText(row.children[1], nameOf({ name: who }));
          check(row, mute_all || muted.includes(who));
          attr(row.children[0], 'disabled', mute_all);
          attr(row.children[0], 'data-testid', `mute-${who}`);
        },
      );
    },
  };
}

/**
 * @param {string} label
 * @param {(on: boolean) => void} change
 */
function choice(label, change) {
  const box = h('input', { type: 'checkbox', onchange: () => change(box.checked) });
  return h('label', { class: 'mute-choice' }, box, h('span', {}, label));
}

/** @param {HTMLElement} row @param {boolean} on */
function check(row, on) {
  const box = /** @type {HTMLInputElement} */ (row.firstElementChild);
  if (box.checked !== on) box.checked = on;
}
