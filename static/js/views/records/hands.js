/** The hands of all seats, open, each where its player sits. */
import { attr, h, keyed, keyedViews, setText, show } from '../../dom.js';
import { amount } from '../../format/amounts.js';
import { nameAt } from '../../format/names.js';
import { faceDownCount } from '../../format/words.js';
import { joinList, t } from '../../i18n/index.js';
import { otherPlaces, pipSum, sideOf, turnOf } from '../../select.js';
import { bone, ElementPool } from '../../tile.js';
import { setName } from '../name.js';
import { scoreView } from '../table/scores.js';

/** @import { MoveAnalysis } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */
/** @typedef {{ tile: string, held: boolean }[]} Hand what a seat has held in the round */
/** @typedef {{ hands: Hand[], home: number, move: MoveAnalysis | null }} Shown `move`: one that cost something */

export function handsView() {
  const list = h('ul.replay-hands', { role: 'list', 'aria-label': t('record.hands') });
  const boneyard = h('p.replay-boneyard');
  /** @type {ElementPool<HTMLElement>} */
  const spares = new ElementPool();
  return {
    element: list,
    boneyard,
    /** @param {Table} table @param {Shown} shown */
    draw(table, shown) {
      keyedViews(
        list,
        shown.hands.map((hand) => ({ table, hand, shown })),
        (_, seat) => [seat],
        (_, seat) => handView(seat, spares),
      );
      const board = table.view?.board;
      const isDrawn = board && (board.boneyard > 0 || table.room.rules.variant !== 'block');
      show(boneyard, Boolean(isDrawn));
      if (board) setText(boneyard, faceDownCount(board, table.room.rules));
    },
  };
}

/** A seat's hand. @param {number} seat @param {ElementPool<HTMLElement>} spares */
function handView(seat, spares) {
  const name = h('b');
  const pips = h('span.replay-pips', { 'aria-hidden': 'true' });
  const score = scoreView();
  const tiles = h('span.replay-tiles', { 'aria-hidden': 'true' });
  const spoken = h('span.unseen');
  const head = h('span.replay-who', name, score.element, pips);
  const element = h('li.replay-hand', head, tiles, spoken);
  return {
    element,
    /** @param {{ table: Table, hand: Hand, shown: Shown }} drawn */
    draw({ table, hand, shown: { home, move } }) {
      const { room } = table;
      const place = otherPlaces(room, home).find((one) => one.seat === seat)?.place ?? 'bottom';
      attr(element, 'data-place', place);
      attr(element, 'data-turn', turnOf(table) === seat ? 'true' : null);
      setName(name, nameAt(room, seat));
      const side = sideOf(room, seat);
      score.draw(table, side, side === seat);
      const held = hand.filter((one) => one.held).map(({ tile }) => tile);
      setText(pips, amount(pipSum(held), 'pips'));
      setText(spoken, held.length > 0 ? joinList(held) : t('record.no_tiles'));
      const own = move?.seat === seat ? move : null;
      const unused = keyed(
        tiles,
        hand,
        ({ tile }) => [tile],
        ({ tile }) => spares.take(tile, () => drawHeld(tile)),
        (made, { tile, held: isHeld }) => {
          attr(made, 'data-gone', isHeld ? null : 'true');
          const isPlayed = tile === own?.played.tile && 'played';
          attr(made, 'data-mark', tile === own?.best.tile ? 'best' : isPlayed || null);
        },
      );
      spares.keep(unused, ({ dataset }) => dataset.tile ?? '');
    },
  };
}

/** @param {string} tile */
function drawHeld(tile) {
  const made = bone(tile);
  made.dataset.tile = tile;
  return made;
}
