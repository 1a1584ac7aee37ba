/** Count and boneyard beneath the layout, and the call that takes points nobody announced. */
import { attr, fill, h, setText, show } from '../../dom.js';
import { amount, countSum } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { button } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Table } from '../../state.js' */

/** @param {Actions} actions */
export function statusView(actions) {
  const count = h('p', { class: 'pill count', 'data-testid': 'count' });
  const boneyard = boneyardView();
  const call = button(t('muggins.call'), {
    kind: 'call',
    title: t('muggins.call_hint'),
    press: () => actions.call(),
  });
  const element = h(
    'div',
    { class: 'status', role: 'group', 'aria-label': t('table.status') },
    count,
    call,
    boneyard.element,
  );
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const calling = mayCall(table);
      drawCount(count, table);
      if (calling) show(count, false);
      show(call, calling);
      attr(call, 'data-testid', calling ? 'muggins' : null);
      boneyard.draw(table);
    },
  };
}

/** Whether this visitor may call and has not yet done so about this play. @param {Table} table */
function mayCall({ view, ui: { called } }) {
  return Boolean(view?.own?.may_call) && called !== view?.board.ply;
}

/** @param {HTMLElement} pill @param {Table} table */
function drawCount(pill, { room, view }) {
  const board = view?.board;
  const counts = room.rules.variant === 'all_fives' || room.rules.variant === 'fives_and_threes';
  const hidden = Boolean(board?.claim) && !board?.count;
  show(pill, counts && Boolean(board && (board.count || hidden)));
  if (!board || !counts) return;
  if (!board.count) {
    fill(pill, t('table.count_secret'));
    return;
  }
  const sum =
    board.count.terms.length > 1 || board.count.terms[0]?.double ? countSum(board.count) : '';
  const parts = [
    h('span', { class: 'count-word' }, t('table.count')),
    h('b', {}, board.count.total),
  ];
  if (sum) parts.push(h('span', { class: 'count-sum' }, `= ${sum}`));
  fill(pill, ...parts);
}

/** How many tiles the boneyard has. */
function boneyardView() {
  const number = h('b', {});
  const words = h('span', { class: 'unseen' });
  const element = h(
    'p',
    { class: 'pill', 'data-testid': 'boneyard' },
    h('span', { class: 'pill-tile', 'aria-hidden': 'true' }),
    h('span', { class: 'pill-word' }, t('table.boneyard')),
    number,
    words,
  );
  return {
    element,
    /** @param {Table} table */
    draw({ view, room }) {
      const board = view?.board;
      show(element, Boolean(board) && room.rules.variant !== 'block');
      if (!board) return;
      const reserve = board.reserve > 0 ? t('table.reserve', { n: board.reserve }) : '';
      const label = t('table.boneyard_label', { tiles: amount(board.boneyard, 'tiles') }) + reserve;
      setText(number, String(board.boneyard));
      setText(words, label);
      attr(element, 'title', label);
    },
  };
}
