/** A position of a replay: the board, all hands, what is left to draw, what is said of it, and what happened before. */
import { attr, h, keyedViews, setText, show } from '../../../dom.js';
import { percent } from '../../../format/accuracy.js';
import { amount } from '../../../format/amounts.js';
import { endingInWords } from '../../../format/clock.js';
import { nameAt } from '../../../format/names.js';
import { joinList, loadTexts, sentencesOf, t } from '../../../i18n/index.js';
import { handsAt, placeOf, tableAt } from '../../../records/timeline.js';
import { otherPlaces, standing, turnOf } from '../../../select.js';
import { scoreView } from '../../../table/views/scores.js';
import { historyView } from '../../../table/views/sheets.js';
import { bone } from '../../../tiles/tile.js';
import { setName } from '../../../views/name.js';
import { moveInWords } from '../advice.js';
import { viewOf } from '../fold.js';
import { sentences } from '../game.js';
import { boardView } from './board.js';

await loadTexts('later');

/** @import { Actions } from '../../../actions.js' */
/** @import { MoveAnalysis } from '../../../protocol.js' */
/** @import { Timeline } from '../../../records/timeline.js' */
/** @import { Table } from '../../../state.js' */
/** @import { PositionView } from '../../contract.js' */
/** @import { View } from '../types.js' */

/** @param {Actions} actions @param {(by: number) => void} step @returns {PositionView} */
export function positionView(actions, step) {
  // A tile flies in only where one step follows the other.
  let isNext = false;
  /** The timeline and the number of the position that is drawn. */
  let drawn = { id: '', at: -1 };
  const board = boardView(actions, () => (isNext ? null : 'there'));
  board.element.addEventListener('click', ({ clientX }) => {
    const { left, width } = board.element.getBoundingClientRect();
    step(clientX < left + width / 2 ? -1 : 1);
  });
  const hands = h('ul.replay-hands.trains-hands', {
    role: 'list',
    'aria-label': t('record.hands'),
    // It scrolls where it has too little room, for those without a mouse as well.
    tabindex: 0,
  });
  const boneyard = h('span.replay-further');
  const history = historyView('replay-');
  const status = h('p.replay-status', { testid: 'replay-status' });
  const more = h('p.loading', { hidden: true, role: 'status' }, t('record.more'));
  return {
    table: h('div.replay-table.trains-replay', { 'data-pips': 'coloured' }, board.element, hands),
    lines: h('div.replay-lines', { tabindex: 0 }, status, ' ', boneyard, more),
    history: history.element,
    /** @param {Timeline} timeline @param {number} at @param {number} home @param {MoveAnalysis | null} move */
    draw(timeline, at, home, move) {
      const place = placeOf(timeline, at);
      const table = tableAt(timeline, place);
      const held = handsAt(timeline, place);
      show(more, table === null);
      if (!table || !held) return '';
      isNext = drawn.id === timeline.id && at === drawn.at + 1;
      drawn = { id: timeline.id, at };
      keyedViews(
        hands,
        held.map((hand, seat) => ({
          table,
          seat,
          home,
          tiles: hand.flatMap((one) => (one.held ? [one.tile] : [])),
        })),
        ({ seat }) => [seat],
        handView,
      );
      const left = viewOf(table)?.table.boneyard ?? 0;
      setText(boneyard, t('trains.play.left', { tiles: amount(left, 'tiles') }));
      history.draw(table);
      board.draw(table, home);
      const text = statusOf(table);
      setText(status, move ? betterInWords(move, table) : text);
      return text;
    },
  };
}

/** What would have been better than a move that cost something. @param {MoveAnalysis} move @param {Table} table */
function betterInWords({ seat, played, best, cost }, table) {
  const { room } = table;
  const view = /** @type {View} */ (viewOf(table));
  const words = (/** @type {{ [game: string]: any }} */ { trains }) =>
    moveInWords(trains, view, room, null);
  return t('analysis.better', {
    name: nameAt(room, seat),
    play: words(played),
    best: words(best),
    cost: percent(cost),
  });
}

/** The hand of a seat. */
function handView() {
  const name = h('b');
  const score = scoreView();
  const tiles = h('span.replay-tiles.row', { 'aria-hidden': 'true' });
  const spoken = h('span.unseen');
  const head = h('span.replay-who', name, score.element);
  const element = h('li.replay-hand.in-line', head, tiles, spoken);
  return {
    element,
    /** @param {{ table: Table, tiles: string[], seat: number, home: number }} drawn */
    draw({ table, tiles: held, seat, home }) {
      const { room } = table;
      const place = otherPlaces(room, home).find((one) => one.seat === seat)?.place ?? 'bottom';
      attr(element, 'data-place', place);
      attr(element, 'data-turn', turnOf(table) === seat ? 'true' : null);
      setName(name, nameAt(room, seat));
      score.draw(table, seat, true);
      setText(spoken, held.length > 0 ? joinList(held) : t('record.no_tiles'));
      keyedViews(
        tiles,
        held,
        (tile) => [tile],
        (tile) => ({ element: bone(tile), draw() {} }),
      );
    },
  };
}

/** What happened, and how the match ended. @param {Table} table */
function statusOf(table) {
  const { room } = table;
  const view = viewOf(table);
  const told = sentences(table.fresh, room, null, view).map(({ text }) => text);
  if (!view || room.status !== 'over') return sentencesOf(told);
  // The last events have told the end.
  if (standing(table).over) return sentencesOf(told);
  const ending = room.ending ? endingInWords(room, room.ending) : [t('record.stops')];
  return sentencesOf([...told, ...ending]);
}
