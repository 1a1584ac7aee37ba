/** What is kept of one's matches: to be taken along, or taken out. */
import { h, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { deleteName } from '../../records/api.js';
import { follow } from '../follow.js';

/** @import { Actions } from '../../actions.js' */

/**
 * @param {Actions} actions
 * @param {() => void} changed
 */
export function dataView(actions, changed) {
  const take = h(
    'a',
    { class: 'button', href: '/api/me/records', download: '', 'data-testid': 'export' },
    t('me.export'),
  );
  const bring = h(
    'a',
    { class: 'button', href: '/import', 'data-testid': 'to-import' },
    t('me.import'),
  );
  follow(bring, () => actions.go({ page: 'import' }));
  const ask = press('delete-name', 'button', t('me.delete'));
  const sure = press('delete-name-sure', 'button primary', t('me.delete_sure'));
  const done = h('p', { class: 'hint', role: 'status', 'data-testid': 'name-deleted' });
  const no = press('delete-name-not', 'button', t('app.cancel'));
  const question = h(
    'div',
    { class: 'data-question', hidden: true },
    h('p', {}, t('me.delete_hint')),
    h('div', { class: 'data-row' }, sure, no),
  );
  /** @param {boolean} open */
  const doubt = (open) => {
    show(question, open);
    show(ask, !open);
    (open ? sure : ask).focus();
  };
  ask.addEventListener('click', () => doubt(true));
  no.addEventListener('click', () => doubt(false));
  sure.addEventListener('click', async () => {
    try {
      const { records } = await deleteName();
      setText(done, t('me.deleted', { n: records }));
      doubt(false);
      changed();
    } catch {
      actions.sorry();
    }
  });
  const element = h(
    'section',
    { class: 'data', 'aria-labelledby': 'data-title' },
    h('h2', { id: 'data-title' }, t('me.data')),
    h('div', { class: 'data-row' }, take, bring, ask),
    h('p', { class: 'hint' }, t('me.export_hint')),
    question,
    done,
  );
  return { element };
}

/** @param {string} id @param {string} looks @param {string} name */
function press(id, looks, name) {
  return h('button', { type: 'button', class: looks, 'data-testid': id }, name);
}
