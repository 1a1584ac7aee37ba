/** A timeline that can be stepped through: board, hands, scores, commentary and controls. */
import { attr, h, keyed, keyedViews, setText, show } from '../../dom.js';
import { endingInWords } from '../../format/clock.js';
import { nameAt } from '../../format/names.js';
import { hasOwnWorth } from '../../format/options.js';
import { amount, countSum, faceDownCount, outcomeInWords, sideName } from '../../format/words.js';
import { worthInWords } from '../../format/worth.js';
import { joinList, sentencesOf, t } from '../../i18n/index.js';
import {
  placeOf,
  placeText,
  positionCount,
  positionNumber,
  stepAt,
  tableAt,
} from '../../records/timeline.js';
import { pipSum, sides, turnOf } from '../../select.js';
import { bone, ElementPool } from '../../tile.js';
import { boardView } from '../table/board.js';
import { scoreView } from '../table/scores.js';
import { historyView } from '../table/sheets.js';
import { controlsView } from './controls.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Place, Timeline } from '../../records/timeline.js' */
/** @import { Outcome } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */

/** Between two steps of a replay that goes on by itself, in milliseconds. */
const PLAY_MS = 1100;

/** @param {Actions} actions @param {(place: Place) => void} [moved] another position is shown */
export function replayView(actions, moved = () => {}) {
  const player = createPlayer(redraw, moved);
  // Tiles fly in only where one step follows the other.
  let near = false;
  /** The number of the position that is drawn. */
  let drawn = -1;
  const board = boardView(actions, () => (near ? null : 'there'));
  const hands = handsView();
  const scores = scoresView();
  const history = historyView('replay-');
  const controls = controlsView(player);
  const lines = linesView();
  // For thumbs: the table itself is easier to hit than a button.
  board.element.addEventListener('click', ({ clientX }) => {
    const { left, width } = board.element.getBoundingClientRect();
    player.step(clientX < left + width / 2 ? -1 : 1);
  });
  const keys = (/** @type {KeyboardEvent} */ event) => moveByKey(event, player);
  document.addEventListener('keydown', keys);

  /** @param {Timeline} timeline @param {number} at @param {boolean} playing */
  function redraw(timeline, at, playing) {
    const place = placeOf(timeline, at);
    const table = tableAt(timeline, place);
    const shown = stepAt(timeline, place);
    controls.draw(timeline, at, playing);
    lines.draw(table);
    if (!table || !shown) return;
    near = at === drawn + 1;
    drawn = at;
    hands.draw(table, shown.hands);
    for (const part of [board, scores, history]) part.draw(table);
  }

  return {
    element: frame(board, controls, lines, hands, scores, history),
    place: player.place,
    /**
     * Shows a timeline, or more of it; from a position on if it is another than before.
     * @param {Timeline} timeline
     * @param {Place | null} place
     */
    show(timeline, place) {
      if (!player.has(timeline.id)) drawn = -1;
      player.show(timeline, place);
    },
    goTo: player.goTo,
    end() {
      player.pause();
      document.removeEventListener('keydown', keys);
    },
  };
}

/** @param {...{ element: HTMLElement }} parts */
function frame(...parts) {
  const [board, controls, lines, hands, scores, history] = parts.map(({ element }) => element);
  const title = t('table.history');
  const said = h('section', { 'aria-label': title }, h('h2', {}, title), history);
  return h(
    'div',
    { class: 'replay' },
    h('div', { class: 'replay-felt' }, board),
    controls,
    lines,
    hands,
    h('aside', { class: 'replay-side', 'aria-label': title }, scores, said),
  );
}

/**
 * Where a replay is, and how it moves on, also by itself.
 * @param {(timeline: Timeline, at: number, playing: boolean) => void} redraw
 * @param {(place: Place) => void} moved
 */
function createPlayer(redraw, moved) {
  /** @type {Timeline | null} */
  let timeline = null;
  let at = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let playing;

  const end = () => (timeline ? positionCount(timeline) - 1 : 0);
  const draw = () => {
    if (timeline) redraw(timeline, at, playing !== undefined);
  };

  function pause() {
    clearInterval(playing);
    playing = undefined;
  }

  /** Goes to a position. @param {number} number */
  function go(number) {
    if (!timeline) return;
    at = Math.max(0, Math.min(number, end()));
    if (at === end()) pause();
    draw();
    moved(placeOf(timeline, at));
  }

  /** @param {number} by */
  const step = (by) => go(at + by);

  return {
    go,
    step,
    pause,
    end,
    toggle() {
      if (playing) pause();
      else if (timeline) {
        if (at === end()) go(0);
        playing = setInterval(() => step(1), PLAY_MS);
      }
      draw();
    },
    place: () => (timeline ? placeText(placeOf(timeline, at)) : null),
    /** @param {Place} place */
    goTo(place) {
      if (timeline) go(positionNumber(timeline, place));
    },
    /** Whether this timeline is shown, perhaps in part. @param {string} id */
    has: (id) => timeline?.id === id,
    /** @param {Timeline} next @param {Place | null} place */
    show(next, place) {
      if (timeline?.id !== next.id) at = place ? positionNumber(next, place) : 0;
      timeline = next;
      draw();
    },
  };
}

/** @param {KeyboardEvent} event @param {ReturnType<typeof createPlayer>} player */
function moveByKey(event, { go, step, toggle, end, place }) {
  const { target, key } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || place() === null) return;
  // A field or a list uses these keys itself, and the space bar presses a button.
  const own = 'input:not([type="range"]), textarea, select, dialog, .history';
  if (target instanceof Element && target.closest(own)) return;
  if (key === ' ' && target instanceof Element && target.closest('button, a, summary')) return;
  /** @type {Record<string, () => void>} */
  const moves = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => go(0),
    End: () => go(end()),
    ' ': toggle,
  };
  if (!moves[key]) return;
  event.preventDefault();
  moves[key]();
}

/** The points of every side. */
function scoresView() {
  const element = h('ul', { class: 'replay-scores', role: 'list' });
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const all = sides(table.room).map((_, side) => ({ table, side }));
      keyedViews(element, all, ({ side }) => [side], sideRow);
    },
  };
}

function sideRow() {
  const name = h('span', { 'aria-hidden': 'true' });
  const score = scoreView();
  return {
    element: h('li', {}, name, score.element),
    /** @param {{ table: Table, side: number }} shown */
    draw({ table, side }) {
      setText(name, sideName(table.room, side));
      score.draw(table, side, true);
    },
  };
}

/** All hands, open. */
function handsView() {
  const list = h('ul', { class: 'replay-hands', role: 'list' });
  const boneyard = h('p', { class: 'hint' });
  const element = h('section', { 'aria-label': t('record.hands') }, list, boneyard);
  /** @type {ElementPool<HTMLElement>} */
  const spares = new ElementPool();
  return {
    element,
    /** @param {Table} table @param {string[][]} hands by seat */
    draw(table, hands) {
      const held = hands.map((tiles) => ({ table, tiles }));
      keyedViews(
        list,
        held,
        (_, seat) => [seat],
        (_, seat) => handRow(seat, spares),
      );
      const board = table.view?.board;
      show(
        boneyard,
        board !== undefined && (board.boneyard > 0 || table.room.rules.variant !== 'block'),
      );
      if (board) setText(boneyard, faceDownCount(board, table.room.rules));
    },
  };
}

/** A seat's hand. @param {number} seat @param {ElementPool<HTMLElement>} spares */
function handRow(seat, spares) {
  const who = h('b', {});
  const pips = h('span', {});
  const tiles = h('span', { class: 'replay-tiles' });
  const told = h('span', { class: 'unseen' });
  const head = h('span', { class: 'replay-who', 'aria-hidden': 'true' }, who, pips);
  const element = h('li', { class: 'replay-hand' }, head, tiles, told);
  let drawn = '';
  return {
    element,
    /** @param {{ table: Table, tiles: string[] }} held */
    draw({ table, tiles: hand }) {
      attr(element, 'data-turn', turnOf(table) === seat ? 'true' : null);
      const name = nameAt(table.room, seat);
      const now = `${name} ${hand}`;
      if (drawn === now) return;
      drawn = now;
      setText(who, name);
      setText(pips, amount(pipSum(hand), 'pips'));
      const unused = keyed(
        tiles,
        hand,
        (tile) => [tile],
        (tile) => spares.take(tile, () => drawHeld(tile)),
      );
      spares.keep(unused, ({ dataset }) => dataset.tile ?? '');
      const said = hand.length > 0 ? joinList(hand) : t('record.no_tiles');
      setText(told, t('record.hand', { name, tiles: said }));
    },
  };
}

/** @param {string} tile */
function drawHeld(tile) {
  const made = bone(tile);
  made.dataset.tile = tile;
  return made;
}

/** What is said beneath the board: whose turn it is, what the ends count, and that more is coming. */
function linesView() {
  const status = h('p', { class: 'replay-status', 'data-testid': 'replay-status' });
  const count = h('p', { class: 'replay-count', 'data-testid': 'replay-count' });
  const more = h('p', { class: 'loading', hidden: true, role: 'status' }, t('record.more'));
  return {
    element: h('div', { class: 'replay-lines' }, status, count, more),
    /** @param {Table | null} table null while its round hasn't come */
    draw(table) {
      show(more, table === null);
      if (!table) return;
      setText(status, statusOf(table));
      const sum = table.view?.board.count;
      setText(count, sum ? t('board.count', { n: sum.total, sum: countSum(sum) }) : ' ');
    },
  };
}

/** How a round ended. @param {Outcome} outcome @param {string[][]} hands @param {Table} table */
function roundInWords(outcome, hands, { room, view }) {
  const history = view?.history ?? [];
  const worth = hasOwnWorth(room.rules) ? worthInWords({ outcome, hands, room, history }) : [];
  return [...outcomeInWords(outcome, hands, room, history), ...worth];
}

/** Whose turn it is, or how the round or the match ended. @param {Table} table */
function statusOf(table) {
  const { view, room } = table;
  const phase = view?.board.phase;
  const ended = phase?.type === 'round_over' || phase?.type === 'match_over';
  const words = ended && phase.outcome ? roundInWords(phase.outcome, phase.hands, table) : [];
  if (phase?.type === 'match_over') {
    const ending = endingInWords(room, { type: 'played', winner: phase.winner });
    return sentencesOf([...words, ...ending]);
  }
  if (room.status === 'over') {
    const why = room.ending ? endingInWords(room, room.ending) : [t('record.stops')];
    return sentencesOf([...words, ...why]);
  }
  if (ended) return sentencesOf(words);
  const turn = turnOf(table);
  return turn === null ? '' : t('turn.other', { name: nameAt(room, turn) });
}
