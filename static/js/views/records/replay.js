/** A match that can be stepped through: the table with all hands, what happened, the scrubber, and its analysis. */
import { attr, h, setText, show } from '../../dom.js';
import { betterInWords, percent } from '../../format/analysed.js';
import { endingInWords, endingWinner } from '../../format/clock.js';
import { hasOwnWorth } from '../../format/options.js';
import { countSum, outcomeInWords, sentences } from '../../format/words.js';
import { worthInWords } from '../../format/worth.js';
import { sentencesOf, t } from '../../i18n/index.js';
import { chanceAt, curveOf, mistakesOf, movesByPosition } from '../../records/study.js';
import * as timelines from '../../records/timeline.js';
import { sideOf } from '../../select.js';
import { drawTile } from '../../tile.js';
import { boardView } from '../table/board.js';
import { historyView } from '../table/sheets.js';
import { controlsView, placeInWords } from './controls.js';
import { curveView } from './curve.js';
import { handsView } from './hands.js';
import { studyView } from './study.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Position } from '../../layout/layout.js' */
/** @import { MoveAnalysis, Offer, Outcome } from '../../protocol.js' */
/** @import { Analysed, Point } from '../../records/study.js' */
/** @import { Place, Timeline } from '../../records/timeline.js' */
/** @import { Table } from '../../state.js' */

/** Between two steps of a replay that goes on by itself, in milliseconds. */
const PLAY_MS = 1100;

/**
 * @param {Actions} actions
 * @param {object} [asked]
 * @param {(place: Place) => void} [asked.moved] another position is shown
 * @param {(seat: number) => void} [asked.chosen] another seat is looked at
 * @param {() => void} [asked.analyse] the visitor wants the analysis; without it there is none
 */
export function replayView(actions, { moved, chosen, analyse } = {}) {
  const player = createPlayer(redraw, moved);
  const study = createStudy();
  // Tiles fly in only where one step follows the other.
  let near = false;
  /** The number of the position that is drawn. */
  let drawn = -1;
  let home = 0;
  const ghost = ghostView();
  const board = boardView(actions, () => (near ? null : 'there'), ghost.place);
  board.element.append(ghost.element);
  const hands = handsView();
  const history = historyView('replay-');
  const curve = curveView(player.go);
  const controls = controlsView(player);
  const lines = linesView();
  const seats = studyView(analyse ?? (() => {}), (seat) => {
    home = seat;
    plot();
    chosen?.(seat);
  });
  show(seats.element, analyse !== undefined);
  // For thumbs: the table itself is easier to hit than a button.
  board.element.addEventListener('click', ({ clientX }) => {
    const { left, width } = board.element.getBoundingClientRect();
    player.step(clientX < left + width / 2 ? -1 : 1);
  });
  const keys = (/** @type {KeyboardEvent} */ event) => moveByKey(event, player);
  document.addEventListener('keydown', keys);

  /** Draws what the analysis says of the match, and the position. */
  function plot() {
    const timeline = player.timeline();
    if (!timeline) return;
    study.follow(timeline, home);
    curve.plot(timeline, home, study.curve(), study.mistakes());
    seats.draw(timelines.lastRoom(timeline), home, study.analysed());
    player.draw();
  }

  /** @param {Timeline} timeline @param {number} at @param {boolean} playing */
  function redraw(timeline, at, playing) {
    const place = timelines.placeOf(timeline, at);
    const table = timelines.tableAt(timeline, place);
    const held = timelines.handsAt(timeline, place);
    const move = study.costly(at);
    controls.draw(timeline, at, playing);
    lines.draw(table, move);
    curve.draw(at, spoken(timeline, place, table, study.chance(at)));
    if (!table || !held) return;
    near = at === drawn + 1;
    drawn = at;
    hands.draw(table, { hands: held, home, move });
    history.draw(table);
    // A better tile for the end that the played one has taken is shown on the table as it was before.
    const isTaken = move !== null && move.best.arm === move.played.arm;
    const before = isTaken ? { ...place, step: place.step - 1 } : place;
    const shown = timelines.tableAt(timeline, before) ?? table;
    ghost.show(move?.best ?? null);
    board.draw({ ...shown, me: { ...shown.me, seat: home } });
  }

  return {
    element: frame(
      h('div', { class: 'replay-table' }, board.element, hands.element, hands.boneyard),
      lines.element,
      seats.element,
      curve.element,
      controls.element,
      history.element,
    ),
    place: player.place,
    /**
     * Shows a timeline, or more of it. If it is another than before, from a position on, or else at its end.
     * @param {Timeline} timeline
     * @param {Place | null} place
     * @param {number} [seat] at the lower side
     */
    show(timeline, place, seat = 0) {
      if (!player.has(timeline.id)) {
        drawn = -1;
        home = Math.min(seat, timeline.seats.length - 1);
        study.take(null);
      }
      player.take(timeline, place);
      plot();
    },
    /** Shows as much of an analysis as has come. @param {Analysed | null} analysed */
    study(analysed) {
      study.take(analysed);
      plot();
    },
    /** Goes to the first mistake of the seat that is looked at; whether one is known. */
    goToMistake() {
      const first = study.mistakes().at(0);
      if (first !== undefined) player.go(first);
      return first !== undefined;
    },
    goTo: player.goTo,
    end() {
      player.pause();
      document.removeEventListener('keydown', keys);
    },
  };
}

/** @param {HTMLElement[]} parts */
function frame(...parts) {
  const said = parts.pop();
  const title = t('table.history');
  return h(
    'div',
    { class: 'replay' },
    h('div', { class: 'replay-main' }, ...parts),
    h('aside', { class: 'replay-side', 'aria-label': title }, h('h2', {}, title), said),
  );
}

/** What is known of an analysis, for the seat that is looked at. */
function createStudy() {
  /** @type {Analysed | null} */
  let analysed = null;
  /** @type {Map<number, MoveAnalysis>} */
  let moves = new Map();
  /** @type {Point[]} */
  let curve = [];
  /** @type {number[]} */
  let mistakes = [];
  return {
    analysed: () => analysed,
    curve: () => curve,
    mistakes: () => mistakes,
    /** The move that led to a position, if it cost something. @param {number} at */
    costly(at) {
      const move = moves.get(at);
      return move && move.cost > 0 ? move : null;
    },
    /** @param {number} at */
    chance: (at) => chanceAt(curve, at),
    /** @param {Analysed | null} further */
    take(further) {
      analysed = further;
    },
    /** @param {Timeline} timeline @param {number} seat */
    follow(timeline, seat) {
      const { moves: found, all } = analysed ?? { moves: [], all: 1 };
      const room = timelines.lastRoom(timeline);
      const winner = room.ending ? endingWinner(room.ending) : null;
      const isKnown = winner !== null && found.length === all;
      moves = movesByPosition(timeline, found);
      curve = curveOf(timeline, moves, seat, isKnown ? winner === sideOf(room, seat) : null);
      mistakes = mistakesOf(moves, seat);
    },
  };
}

/** The tile that would have been better, where it would lie. */
function ghostView() {
  const element = h('div', { class: 'replay-ghost', 'aria-hidden': 'true', hidden: true });
  /** @type {Pick<Offer, 'tile' | 'arm'> | null} */
  let offer = null;
  return {
    element,
    /** @param {Pick<Offer, 'tile' | 'arm'> | null} better */
    show(better) {
      offer = better;
    },
    /** @param {(offer: Offer) => Position | null} lies */
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

/**
 * A position in words: where it is, what happened, and a chance to win.
 * @param {Timeline} timeline
 * @param {Place} place
 * @param {Table | null} table
 * @param {number | null} chance
 */
function spoken(timeline, place, table, chance) {
  const where = placeInWords(timeline, place);
  const now = chance === null ? [] : [t('analysis.now', { chance: percent(chance) })];
  return sentencesOf([t('record.spoken', { where }), table ? statusOf(table) : '', ...now]);
}

/**
 * Where a replay is, and how it moves on, also by itself.
 * @param {(timeline: Timeline, at: number, playing: boolean) => void} redraw
 * @param {(place: Place) => void} [moved]
 */
function createPlayer(redraw, moved) {
  /** @type {Timeline | null} */
  let timeline = null;
  let at = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let playing;

  const end = () => (timeline ? timelines.positionCount(timeline) - 1 : 0);
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
    moved?.(timelines.placeOf(timeline, at));
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
    draw,
    timeline: () => timeline,
    place: () => (timeline ? timelines.placeText(timelines.placeOf(timeline, at)) : null),
    /** @param {Place} place */
    goTo(place) {
      if (timeline) go(timelines.positionNumber(timeline, place));
    },
    /** Whether this timeline is shown, perhaps in part. @param {string} id */
    has: (id) => timeline?.id === id,
    /** @param {Timeline} next @param {Place | null} place */
    take(next, place) {
      const isOther = timeline?.id !== next.id;
      timeline = next;
      if (isOther) at = place ? timelines.positionNumber(next, place) : end();
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

/** What is said beneath the table: what happened, what was better or what the ends count, and that more is coming. */
function linesView() {
  const status = h('p', { class: 'replay-status', 'data-testid': 'replay-status' });
  const more = h('p', { class: 'loading', hidden: true, role: 'status' }, t('record.more'));
  const further = h('p', { class: 'replay-further', 'data-testid': 'replay-further' });
  return {
    element: h('div', { class: 'replay-lines' }, status, further, more),
    /** @param {Table | null} table null while its round hasn't come @param {MoveAnalysis | null} move */
    draw(table, move) {
      show(more, table === null);
      if (!table) return;
      setText(status, statusOf(table));
      const sum = table.view?.board.count;
      const count = sum ? t('board.count', { n: sum.total, sum: countSum(sum) }) : '';
      setText(further, move ? betterInWords(move, table.room) : count);
      attr(further, 'data-better', move && 'true');
    },
  };
}

/** How a round ended. @param {Outcome} outcome @param {string[][]} hands @param {Table} table */
function roundInWords(outcome, hands, { room, view }) {
  const history = view?.history ?? [];
  const worth = hasOwnWorth(room.rules) ? worthInWords({ outcome, hands, room, history }) : [];
  return [...outcomeInWords(outcome, hands, room, history), ...worth];
}

/** What happened, and how the round or the match ended. @param {Table} table */
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
  return sentencesOf(sentences(table.fresh, room).map(({ text }) => text));
}
