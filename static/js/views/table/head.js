// @ts-check
/** The line above the table: where one is, and the ways out of it. */
import { h, setText, show } from '../../dom.js';
import { t } from '../../i18n/index.js';
import { icon } from '../../icon.js';

/** @typedef {import('../../state.js').Table} Table */

/** @param {import('../../actions.js').Actions} actions */
export function tableHead(actions) {
  const title = h('h1', { class: 'table-title' });
  const round = h('p', { class: 'table-round' });
  const invite = button('invite', t('table.invite'), 'open-invite', () => actions.sheet('invite'));
  const history = button('clock', t('table.history'), 'open-history', () =>
    actions.sheet('history'),
  );
  history.classList.add('narrow-only');
  const rules = button('book', t('table.rules'), 'open-rules', () => actions.sheet('rules'));
  const theme = button('theme', t('app.theme'), 'theme', () => actions.switchTheme());
  theme.classList.add('wide-only');
  const leave = button('leave', t('table.leave'), 'leave', () => {
    actions.leave();
    actions.go({ page: 'lobby' });
  });
  const back = button('back', t('table.lobby'), 'back', () => actions.go({ page: 'lobby' }));
  const element = h(
    'header',
    { class: 'table-head' },
    back,
    h('div', { class: 'table-names' }, title, round),
    h(
      'nav',
      { class: 'table-tools', 'aria-label': t('app.name') },
      invite,
      history,
      rules,
      theme,
      leave,
    ),
  );
  return {
    element,
    /** @param {Table} table */
    draw({ room, view, me, presence }) {
      setText(title, room.notation);
      const n = view?.board.round ?? 0;
      const access = t(room.access === 'link' ? 'waiting.access_link' : 'waiting.access_public');
      const words = [room.status === 'open' || n === 0 ? access : t('table.round', { n })];
      if (presence.watchers > 0) words.push(t('table.watchers', { n: presence.watchers }));
      setText(round, words.join(' · '));
      show(invite, me.invite !== null || room.access === 'public');
      // A running match keeps its players: one leaves it by closing the page, and may come back.
      show(leave, me.seat !== null && room.status !== 'playing');
    },
  };
}

/**
 * @param {import('../../icon.js').IconName} picture
 * @param {string} name
 * @param {string} id
 * @param {() => void} onclick
 */
function button(picture, name, id, onclick) {
  return h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': name,
      title: name,
      'data-testid': id,
      onclick,
    },
    icon(picture),
  );
}
