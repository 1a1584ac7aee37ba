/** Where a round stands: the count and the boneyard, and the call of "Muggins!". */
import { attr, fill, h, setText, show } from '../../../dom.js';
import { overPhase } from '../../../format/over.js';
import { t } from '../../../i18n/index.js';
import { offersOf } from '../../../select.js';
import { pegsView } from '../../../table/views/scores.js';
import { homeLeft } from '../../../tiles/views/left.js';
import { button } from '../../../views/widgets.js';
import { countSum } from '../count.js';
import { faceDownCount } from '../words.js';

/** @import { Actions } from '../../../actions.js' */
/** @import { Offer } from '../../contract.js' */
/** @import { Table } from '../types.js' */

/** @param {Actions} actions */
export function statusView(actions) {
  const count = h('p.pill.count', { testid: 'count' });
  const boneyard = boneyardView();
  /** The call that may be made. @type {Offer | undefined} */
  let calling;
  const call = button(t('muggins.call'), {
    kind: 'call',
    title: t('muggins.call_hint'),
    press: () => calling && actions.put(calling.steps),
  });
  const attributes = { class: 'status row', role: 'group', 'aria-label': t('round.status') };
  const pegs = pegsView();
  const left = homeLeft();
  const parts = [pegs.element, count, call, boneyard.element, left.element];
  const element = h('div', attributes, ...parts);
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      calling = offersOf(table).find(({ steps }) => steps[0].kind === 'call');
      drawCount(count, table);
      if (calling || overPhase(table)) show(count, false);
      show(call, calling !== undefined);
      attr(call, 'data-testid', calling ? 'muggins' : null);
      boneyard.draw(table);
      pegs.draw(table);
      left.draw(table);
    },
  };
}

/** @param {HTMLElement} pill @param {Table} table */
function drawCount(pill, { room, view }) {
  const { count, claim } = view?.board ?? {};
  const counts =
    room.rules.line.variant === 'all_fives' || room.rules.line.variant === 'fives_and_threes';
  show(pill, counts && Boolean(count || claim));
  if (!view || !counts) return;
  if (!count) {
    fill(pill, t('round.count_secret'));
    return;
  }
  const isSum = count.terms.length > 1 || count.terms[0]?.double;
  fill(
    pill,
    h('span.count-word', t('round.count')),
    h('b', count.total),
    isSum && h('span.count-sum', `= ${countSum(count)}`),
  );
}

/** How many tiles the boneyard has, or how many are asleep. */
function boneyardView() {
  const word = h('span.pill-word');
  const number = h('b');
  const words = h('span.unseen');
  const element = h(
    'p.pill',
    { testid: 'boneyard' },
    h('span.pill-tile', { 'aria-hidden': 'true' }),
    word,
    number,
    words,
  );
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const { view, room } = table;
      const board = view?.board;
      const asleep = room.rules.line.variant === 'block';
      show(element, board !== undefined && (board.boneyard > 0 || !asleep) && !overPhase(table));
      if (!board) return;
      const label = faceDownCount(board, room.rules.line);
      attr(element, 'data-asleep', asleep ? 'true' : null);
      setText(word, t(asleep ? 'round.asleep' : 'table.boneyard'));
      setText(number, String(board.boneyard));
      setText(words, label);
      attr(element, 'title', label);
    },
  };
}
