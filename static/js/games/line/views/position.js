/** A position of a replay: the table with all hands, what is said of it, and what happened before. */
import { attr, h, keyed, keyedViews, setText, show } from '../../../dom.js';
import { amount } from '../../../format/amounts.js';
import { endingInWords } from '../../../format/clock.js';
import { nameAt } from '../../../format/names.js';
import { joinList, sentencesOf, t } from '../../../i18n/index.js';
import { handsAt, placeOf, tableAt } from '../../../records/timeline.js';
import { otherPlaces, sideOf, standing, turnOf } from '../../../select.js';
import { scoreView } from '../../../table/views/scores.js';
import { historyView } from '../../../table/views/sheets.js';
import { pipSum } from '../../../tiles/pips.js';
import { playOf } from '../../../tiles/plays.js';
import { ElementPool } from '../../../tiles/pool.js';
import { bone, drawTile } from '../../../tiles/tile.js';
import { setName } from '../../../views/name.js';
import { betterInWords } from '../better.js';
import { countSum } from '../count.js';
import { viewOf } from '../fold.js';
import { hasOwnWorth } from '../options.js';
import { faceDownCount, outcomeInWords, sentences } from '../words.js';
import { worthInWords } from '../worth.js';
import { boardView } from './board.js';

/** @import { Actions } from '../../../actions.js' */
/** @import { Position } from '../layout/layout.js' */
/** @import { End, MoveAnalysis, Outcome } from '../../../protocol.js' */
/** @import { Placement } from './board.js' */
/** @import { Timeline } from '../../../records/timeline.js' */
/** @import { Table } from '../types.js' */

/** @typedef {{ tile: string, held: boolean }[]} Hand what a seat has held in the round */
/** @typedef {{ hands: Hand[], home: number, move: MoveAnalysis | null }} Shown `move`: one that cost something */

function handsView() {
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
      const isDrawn = board && (board.boneyard > 0 || table.room.rules.line.variant !== 'block');
      show(boneyard, Boolean(isDrawn));
      if (board) setText(boneyard, faceDownCount(board, table.room.rules.line));
    },
  };
}

/** A seat's hand. @param {number} seat @param {ElementPool<HTMLElement>} spares */
function handView(seat, spares) {
  const name = h('b');
  const pips = h('span.replay-pips', { 'aria-hidden': 'true' });
  const score = scoreView();
  const tiles = h('span.replay-tiles.row', { 'aria-hidden': 'true' });
  const spoken = h('span.unseen');
  const head = h('span.replay-who', name, score.element, pips);
  const element = h('li.replay-hand.in-line', head, tiles, spoken);
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
          const isPlayed = tile === (own && playOf(own.played)?.tile) && 'played';
          attr(
            made,
            'data-mark',
            tile === (own && playOf(own.best)?.tile) ? 'best' : isPlayed || null,
          );
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

/** @param {Actions} actions @param {(by: number) => void} step */
export function positionView(actions, step) {
  // Tiles fly in only where one step follows the other.
  let isNext = false;
  /** The timeline and the number of the position that is drawn. */
  let drawn = { id: '', at: -1 };
  const ghost = ghostView();
  const board = boardView(actions, () => (isNext ? null : 'there'), ghost.place);
  board.element.append(ghost.element);
  const hands = handsView();
  const history = historyView('replay-');
  const lines = linesView();
  // For thumbs: the table itself is easier to hit than a button.
  board.element.addEventListener('click', ({ clientX }) => {
    const { left, width } = board.element.getBoundingClientRect();
    step(clientX < left + width / 2 ? -1 : 1);
  });
  return {
    table: h('div.replay-table', hands.boneyard, board.element, hands.element),
    lines: lines.element,
    history: history.element,
    /**
     * @param {Timeline} timeline
     * @param {number} at
     * @param {number} home the seat at the lower side
     * @param {MoveAnalysis | null} move the move that led here, if it cost something
     * @returns {string} the position in words
     */
    draw(timeline, at, home, move) {
      const place = placeOf(timeline, at);
      const table = /** @type {Table | null} */ (tableAt(timeline, place));
      const held = handsAt(timeline, place);
      const status = table ? statusOf(table) : '';
      const before = /** @type {Table | null} */ (
        tableAt(timeline, { ...place, step: place.step - 1 })
      );
      lines.draw(table, status, move, before?.view?.board.ends ?? []);
      if (!table || !held) return status;
      isNext = drawn.id === timeline.id && at === drawn.at + 1;
      drawn = { id: timeline.id, at };
      hands.draw(table, { hands: held, home, move });
      history.draw(table);
      // A better tile for the end that the played one has taken is shown on the table as it was before.
      const best = move && playOf(move.best);
      const isTaken = move && best?.arm === playOf(move.played)?.arm;
      const shown = (isTaken && before) || table;
      ghost.show(best && { tile: best.tile, arm: best.arm ?? null });
      board.draw({ ...shown, me: { ...shown.me, seat: home } });
      return status;
    },
  };
}

/** The tile that would have been better, where it would lie. */
function ghostView() {
  const element = h('div.replay-ghost', { 'aria-hidden': 'true', hidden: true });
  /** @type {Placement | null} */
  let offer = null;
  return {
    element,
    /** @param {Placement | null} better */
    show(better) {
      offer = better;
    },
    /** @param {(placement: Placement) => Position | null} lies */
    place(lies) {
      const found = offer && lies(offer);
      show(element, found !== null);
      if (!found) return;
      const { x, y, width, height, tile, angle } = found;
      element.replaceChildren(drawTile(tile, angle));
      Object.assign(element.style, {
        left: `${x - width / 2}px`,
        top: `${y - height / 2}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
    },
  };
}

/** What is said beneath the table: what happened, what was better or what the ends count, and that more is coming. */
function linesView() {
  const status = h('p.replay-status', { testid: 'replay-status' });
  const more = h('p.loading', { hidden: true, role: 'status' }, t('record.more'));
  const further = h('p.replay-further', { testid: 'replay-further' });
  return {
    // A long text scrolls, also by keys.
    element: h('div.replay-lines', { tabindex: 0 }, status, further, more),
    /**
     * @param {Table | null} table null while its round hasn't come
     * @param {string} text
     * @param {MoveAnalysis | null} move
     * @param {readonly End[]} ends the open ends before the move
     */
    draw(table, text, move, ends) {
      show(more, table === null);
      if (!table) return;
      // What was better says what was played, too.
      setText(status, move ? '' : text);
      const sum = table.view?.board.count;
      const count = sum ? t('board.count', { n: sum.total, sum: countSum(sum) }) : '';
      setText(further, move ? betterInWords(move, table.room, ends) : count);
      attr(further, 'data-better', move && 'true');
    },
  };
}

/** How a round ended. @param {Outcome} outcome @param {string[][]} hands @param {Table} table */
function roundInWords(outcome, hands, { room, view }) {
  const history = view?.history ?? [];
  const worth = hasOwnWorth(room.rules.line) ? worthInWords({ outcome, hands, room, history }) : [];
  return [...outcomeInWords(outcome, hands, room, history), ...worth];
}

/** What happened, and how the round or the match ended. @param {Table} table */
function statusOf(table) {
  const { room } = table;
  const view = viewOf(table);
  const phase = view?.board.phase;
  const ended = phase?.type === 'round_over' || phase?.type === 'match_over';
  const words = ended && phase.outcome ? roundInWords(phase.outcome, phase.hands, table) : [];
  if (phase?.type === 'match_over') {
    const ending = endingInWords(room, { type: 'played', winner: standing(table).winner });
    return sentencesOf([...words, ...ending]);
  }
  if (room.status === 'over') {
    const why = room.ending ? endingInWords(room, room.ending) : [t('record.stops')];
    return sentencesOf([...words, ...why]);
  }
  if (ended) return sentencesOf(words);
  return sentencesOf(sentences(table.fresh, room).map(({ text }) => text));
}
