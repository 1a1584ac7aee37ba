/** How the round stands: the tiles that are left to draw, which round it is, its engine, and who began. */
import { attr, changes, fill, h, setText, show } from '../../../dom.js';
import { amount, roundInWords } from '../../../format/amounts.js';
import { nameAt } from '../../../format/names.js';
import { overPhase } from '../../../format/over.js';
import { t } from '../../../i18n/index.js';
import { standing } from '../../../select.js';
import { bone } from '../../../tiles/tile.js';
import { homeLeft } from '../../../tiles/views/left.js';
import { viewOf } from '../fold.js';

/** @import { Table } from '../../../state.js' */

export function statusView() {
  const round = roundStatus();
  const home = homeLeft();
  const named = {
    class: 'status row trains-status',
    role: 'group',
    'aria-label': t('trains.view.status'),
  };
  return {
    element: h('div', named, ...round.elements, home.element),
    /** @param {Table} table */
    draw(table) {
      round.draw(table);
      home.draw(table);
    },
  };
}

/** What is told of the round: beneath the board or, where that needs the height, beside the hand. */
export function roundStatus() {
  const boneyard = boneyardView();
  const round = roundView();
  return {
    elements: [boneyard.element, round.element],
    /** @param {Table} table */
    draw(table) {
      boneyard.draw(table);
      round.draw(table);
    },
  };
}

/** The tiles that are left to draw. */
function boneyardView() {
  const number = h('b', { 'aria-hidden': 'true' });
  const words = h('span.unseen');
  const tile = h('span.pill-tile', { 'aria-hidden': 'true' });
  const word = h('span.pill-word', { 'aria-hidden': 'true' }, t('table.boneyard'));
  const element = h('p.pill', { testid: 'boneyard' }, tile, word, number, words);
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const left = viewOf(table)?.table.boneyard ?? 0;
      const label = t('trains.play.left', { tiles: amount(left, 'tiles') });
      show(element, viewOf(table) !== null && !overPhase(table));
      setText(number, String(left));
      setText(words, label);
      attr(element, 'title', label);
    },
  };
}

/** The number of the round, its engine, and who began it. */
function roundView() {
  const picture = h('span', { 'aria-hidden': 'true' });
  const round = h('span.trains-round');
  const name = h('span');
  const began = h('span.trains-began');
  const element = h('p.pill', { testid: 'round' }, picture, round, name, began);
  const isNew = changes();
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const { engine, beginner } = viewOf(table)?.table ?? {};
      show(element, engine !== undefined && !overPhase(table));
      if (engine === undefined) return;
      if (isNew(engine)) fill(picture, bone(engine, 'trains-small'));
      setText(round, roundInWords(table.room, standing(table).round));
      setText(name, engine);
      setText(began, beganWords(table, beginner));
    },
  };
}

/** @param {Table} table @param {number | undefined} beginner */
function beganWords({ room, me }, beginner) {
  if (beginner === undefined) return '';
  if (beginner === me.seat) return t('trains.view.you_began');
  return t('trains.view.began', { name: nameAt(room, beginner) });
}
