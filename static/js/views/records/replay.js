/** A timeline that can be stepped through: board, hands, scores, commentary and controls. */
import { fill, h, setText, show } from '../../dom.js';
import { endingInWords } from '../../format/clock.js';
import { countSum, nameAt, outcomeInWords } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { lengthOf, numberOf, placeOf, stepAt, tableAt, written } from '../../records/timeline.js';
import { turnOf } from '../../select.js';
import { boardView } from '../table/board.js';
import { historyView } from '../table/history.js';
import { scoresView } from '../table/scores.js';
import { controlsView } from './controls.js';
import { handsView } from './hands.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Place, Timeline } from '../../records/timeline.js' */
/** @import { Table } from '../../state.js' */

/** Between two steps of a replay that goes on by itself, in milliseconds. */
const PLAY_MS = 1100;

/**
 * @param {Actions} actions
 * @param {(place: Place) => void} [moved] another position is shown
 */
export function replayView(actions, moved = () => {}) {
  /** @type {Timeline | null} */
  let timeline = null;
  let at = 0;
  /** The number of the position that is drawn. */
  let drawn = -1;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let playing;
  // Tiles fly in only where one step follows the other.
  let near = false;
  const board = boardView(actions, () => (near ? null : 'there'));
  const parts = {
    board,
    hands: handsView(),
    scores: scoresView(),
    history: historyView('replay-'),
    controls: controlsView({ go, step, toggle }),
  };
  const status = h('p', { class: 'replay-status', 'data-testid': 'replay-status' });
  const count = h('p', { class: 'replay-count', 'data-testid': 'replay-count' });
  const more = h('p', { class: 'loading', hidden: true, role: 'status' }, t('record.more'));
  const element = frame(parts, [status, count, more]);
  // For thumbs: the table itself is easier to hit than a button.
  board.element.addEventListener('click', ({ clientX }) => {
    const { left, width } = board.element.getBoundingClientRect();
    step(clientX < left + width / 2 ? -1 : 1);
  });
  document.addEventListener('keydown', keys);

  /** Goes to a position. @param {number} number */
  function go(number) {
    if (!timeline) return;
    at = Math.max(0, Math.min(number, lengthOf(timeline) - 1));
    if (at === lengthOf(timeline) - 1) pause();
    redraw();
    moved(placeOf(timeline, at));
  }

  /** @param {number} by */
  function step(by) {
    go(at + by);
  }

  function pause() {
    clearInterval(playing);
    playing = undefined;
  }

  function toggle() {
    if (playing) pause();
    else if (timeline) {
      if (at === lengthOf(timeline) - 1) go(0);
      playing = setInterval(() => step(1), PLAY_MS);
    }
    redraw();
  }

  /** @param {KeyboardEvent} event */
  function keys(event) {
    const { target, key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || !timeline) return;
    // A field or a list uses these keys itself, and the space bar presses a button.
    const own = 'input:not([type="range"]), textarea, select, dialog, .history';
    if (target instanceof Element && target.closest(own)) return;
    if (key === ' ' && target instanceof Element && target.closest('button, a, summary')) return;
    const end = lengthOf(timeline) - 1;
    /** @type {Record<string, () => void>} */
    const does = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      Home: () => go(0),
      End: () => go(end),
      ' ': toggle,
    };
    if (!does[key]) return;
    event.preventDefault();
    does[key]();
  }

  function redraw() {
    if (!timeline) return;
    const place = placeOf(timeline, at);
    parts.controls.draw(timeline, at, Boolean(playing));
    const table = tableAt(timeline, place);
    show(more, table === null);
    const shown = stepAt(timeline, place);
    if (!table || !shown) return;
    near = at === drawn + 1;
    drawn = at;
    parts.board.draw(table);
    parts.hands.draw(table, shown.hands);
    parts.scores.draw(table);
    parts.history.draw(table);
    setText(status, statusOf(table));
    const { count: sum } = shown.board;
    setText(count, sum ? t('board.count', { n: sum.total, sum: countSum(sum) }) : ' ');
  }

  return {
    element,
    /** Where it is. */
    place: () => (timeline ? written(placeOf(timeline, at)) : null),
    /**
     * Shows a timeline, or more of it; from a position on if it is another than before.
     * @param {Timeline} next
     * @param {Place | null} place
     */
    show(next, place) {
      const other = timeline?.id !== next.id;
      timeline = next;
      if (other) {
        drawn = -1;
        at = place ? numberOf(next, place) : 0;
      }
      redraw();
    },
    /** @param {Place} place */
    goTo(place) {
      if (timeline) go(numberOf(timeline, place));
    },
    end() {
      pause();
      document.removeEventListener('keydown', keys);
    },
  };
}

/**
 * Whose turn it is, or how the round or the match ended.
 * @param {Table} table
 */
function statusOf(table) {
  const { view, room } = table;
  const phase = view?.board.phase;
  const ended = phase?.type === 'round_over' || phase?.type === 'match_over';
  const words =
    ended && phase.outcome
      ? outcomeInWords(phase.outcome, phase.hands, room, view?.history ?? [])
      : [];
  if (phase?.type === 'match_over') {
    return [...words, ...endingInWords(room, { type: 'played', winner: phase.winner })].join(' ');
  }
  if (room.status === 'over') {
    const why = room.ending ? endingInWords(room, room.ending) : [t('record.stops')];
    return [...words, ...why].join(' ');
  }
  if (ended) return words.join(' ');
  const turn = turnOf(table);
  return turn === null ? '' : t('title.other', { name: nameAt(room, turn) });
}

/**
 * @param {Record<'board' | 'hands' | 'scores' | 'history' | 'controls', { element: HTMLElement }>} parts
 * @param {HTMLElement[]} lines what is said beneath the board
 */
function frame({ board, hands, scores, history, controls }, lines) {
  const title = t('table.history');
  const element = h('div', { class: 'replay' });
  fill(
    element,
    h('div', { class: 'replay-felt' }, board.element),
    controls.element,
    h('div', { class: 'replay-lines' }, ...lines),
    hands.element,
    h(
      'aside',
      { class: 'replay-side', 'aria-label': title },
      scores.element,
      h('section', { 'aria-label': title }, h('h2', {}, title), history.element),
    ),
  );
  return element;
}
