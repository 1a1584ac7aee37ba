/** The tiles that a hand still had when the round ended: they lie open on the felt, beside their player. */
import { attr, changes, fill, h, setText, show } from '../../dom.js';
import { amount } from '../../format/amounts.js';
import { nameFor, overPhase } from '../../format/over.js';
import { joinList, t } from '../../i18n/index.js';
import { setName } from '../../views/name.js';
import { pipSum } from '../pips.js';
import { bone } from '../tile.js';

/** @import { Table } from '../../state.js' */

/** The hand of a seat, with its pips, and whether the player is ready for what comes next. */
export function leftHand() {
  const pips = h('span.left-pips');
  const ready = h('span.left-ready', { 'aria-hidden': 'true' }, '✓');
  const told = h('span.unseen');
  const tiles = h('span.left-tiles');
  const words = h('span.left-words.in-line', pips, ready, told);
  const element = h('span.left.row', { hidden: true }, tiles, words);
  const isNew = changes();
  return {
    element,
    /** @param {Table} table @param {number} seat */
    draw(table, seat) {
      const over = overPhase(table);
      const hand = over?.hands[seat];
      show(element, hand !== undefined);
      if (!hand) return;
      const isReady = Boolean(table.room.seats[seat]?.ready);
      attr(element, 'data-ready', isReady ? 'true' : null);
      setText(told, isReady ? t('summary.ready') : '');
      const count = over?.uncounted ? '' : countOf(hand, over?.counts?.[seat]);
      setText(pips, hand.length > 0 ? count : t('summary.hand_empty'));
      if (!isNew(hand)) return;
      const read = h('span.unseen', joinList(hand));
      fill(tiles, ...hand.map((tile) => bone(tile, 'bone left-bone')), read);
    },
  };
}

/** What a hand counts: its pips, unless the game tells other points. @param {readonly string[]} hand @param {number} [points] */
const countOf = (hand, points) =>
  points === undefined ? amount(pipSum(hand), 'pips') : amount(points, 'points');

/** The hand of the seat at the bottom, whose card isn't shown at the end of a round. Without a tile it is not there. */
export function homeLeft() {
  const name = h('span.left-name.one-line');
  const left = leftHand();
  const element = h('div.left-home.row', { hidden: true }, name, left.element);
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const seat = table.me.seat ?? 0;
      left.draw(table, seat);
      show(element, (overPhase(table)?.hands[seat]?.length ?? 0) > 0);
      setName(name, nameFor(table.room, seat, table.me.seat));
    },
  };
}
