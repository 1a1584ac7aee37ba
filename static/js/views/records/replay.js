/** A match that can be stepped through: the table with all hands, what happened, the scrubber, and its analysis. */
import { attr, fill, h, keyedViews, s, setText, show } from '../../dom.js';
import { accuracyInWords, accuracyOf, percent } from '../../format/accuracy.js';
import { chanceAt, curveOf, mistakesOf, movesByPosition } from '../../format/analysed.js';
import { endingWinner } from '../../format/clock.js';
import { nameAt } from '../../format/names.js';
import { fetchViews, hasExpert, kindOf, LINE } from '../../games/index.js';
import { factsOf, loadTexts, sentencesOf, t } from '../../i18n/index.js';
import {
  lastRoom,
  placeOf,
  placeText,
  positionCount,
  positionNumber,
} from '../../records/timeline.js';
import { sideOf } from '../../select.js';
import { setName } from '../name.js';
import { button } from '../widgets.js';
import { controlsView, placeInWords } from './controls.js';

// How well a seat chose is told in the words of a match. What draws the likeliest game comes along.
await Promise.all([fetchViews(LINE), loadTexts('match')]);

/** @import { Actions } from '../../actions.js' */
/** @import { Analysed, Point } from '../../format/analysed.js' */
/** @import { GameViews, PositionView } from '../../games/contract.js' */
/** @import { MoveAnalysis, Options, Room } from '../../protocol.js' */
/** @import { Place, Timeline } from '../../records/timeline.js' */

/** What draws each game of which a match was replayed. @type {Map<string, GameViews>} */
const drawing = new Map();

/** Fetches what draws a match by these rules, before it is shown. @param {{ rules: Options }} replay */
export async function fetchDrawing(replay) {
  const kind = kindOf(replay);
  if (!drawing.has(kind)) drawing.set(kind, await fetchViews(kind));
}

/** The drawing's height, in its own units; it is as wide as there are steps. */
const HEIGHT = 100;

/** @param {(number: number) => void} go */
function curveView(go) {
  const scrubber = h('input', {
    type: 'range',
    class: 'curve-scrubber',
    min: 0,
    step: 1,
    'aria-label': t('record.scrubber'),
    testid: 'scrubber',
    oninput: () => go(Number(scrubber.value)),
  });
  const drawing = s('svg', { preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  const marks = h('div.curve-marks', { 'aria-hidden': 'true' });
  const name = h('p.curve-name.one-line', { 'aria-hidden': 'true', hidden: true });
  /** Whose chance is drawn. */
  let of = '';
  const curve = h('div.curve', drawing, scrubber, marks);
  const element = h('div', name, curve);
  return {
    element,
    /** @param {number} at @param {number | null} chance in thousandths @param {string} spoken the position in words */
    draw(at, chance, spoken) {
      setText(name, factsOf([of, chance !== null && percent(chance)]));
      scrubber.value = String(at);
      attr(scrubber, 'aria-valuetext', spoken);
    },
    /**
     * @param {Timeline} timeline
     * @param {number} seat
     * @param {Point[]} points empty without an analysis
     * @param {number[]} mistakes positions
     */
    plot(timeline, seat, points, mistakes) {
      const last = positionCount(timeline) - 1;
      attr(scrubber, 'max', last);
      attr(drawing, 'viewBox', `0 0 ${Math.max(1, last)} ${HEIGHT}`);
      attr(curve, 'data-analysed', points.length > 0 ? 'true' : null);
      show(name, points.length > 0);
      of = t('analysis.chance_of', { name: nameAt(lastRoom(timeline), seat) });
      fill(
        drawing,
        ...roundLines(timeline),
        ...(points.length > 0 ? chanceLines(points, last) : []),
      );
      fill(marks, ...mistakes.map((at) => markAt(at, last)));
    },
  };
}

/** Where each round but the first begins. @param {Timeline} timeline */
const roundLines = (timeline) =>
  timeline.lengths.slice(1).map((_, i) => {
    const x = positionNumber(timeline, { round: i + 1, step: 0 }) - 0.5;
    return s('line.curve-round', { x1: x, x2: x, y1: 0, y2: HEIGHT });
  });

/** @param {Point[]} curve @param {number} last */
function chanceLines(curve, last) {
  const points = curve.map(({ at, chance }) => `${at},${HEIGHT - chance / 10}`);
  const end = curve.at(-1)?.at ?? 0;
  const area = [`${curve[0].at},${HEIGHT}`, ...points, `${end},${HEIGHT}`];
  return [
    s('polygon.curve-area', { points: area.join(' ') }),
    s('line.curve-half', { x1: 0, x2: last, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    s('polyline.curve-line', { points: points.join(' ') }),
  ];
}

/** A dot, too near to the next one to be a button. @param {number} at @param {number} last */
function markAt(at, last) {
  const mark = h('span.curve-mark', { testid: 'mistake' });
  mark.style.setProperty('--at', String(at / Math.max(1, last)));
  return mark;
}

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
  /** The seat at the lower side, whose play is looked at. */
  let home = 0;
  const curve = curveView(player.go);
  const controls = controlsView({ ...player, mistake: goToMistake });
  const seats = studyView(analyse, (seat) => {
    home = seat;
    plot();
    chosen?.(seat);
  });
  const beneath = [seats.element, curve.element, controls.element];
  const position = positionFrame(actions, player.step, beneath);
  const keys = (/** @type {KeyboardEvent} */ event) => moveByKey(event, player);
  document.addEventListener('keydown', keys);

  /** Draws what the analysis says of the match, and the position. */
  function plot() {
    const timeline = player.timeline();
    if (!timeline) return;
    study.follow(timeline, home);
    curve.plot(timeline, home, study.curve(), study.mistakes());
    seats.draw(lastRoom(timeline), home, study.analysed());
    player.draw();
  }

  /** Goes to the next mistake of the seat that is looked at, or to its first; whether one is known. */
  function goToMistake() {
    const next = study.mistakes().find((at) => at > player.at()) ?? study.mistakes().at(0);
    if (next !== undefined) player.go(next);
    return next !== undefined;
  }

  /** @param {Timeline} timeline @param {number} at @param {boolean} playing */
  function redraw(timeline, at, playing) {
    const status = position.draw(timeline, at, home, study.costly(at));
    const where = placeInWords(timeline, placeOf(timeline, at));
    controls.draw(timeline, at, playing, study.mistakes().length > 0);
    const chance = study.chance(at);
    curve.draw(at, chance, spoken(where, status, chance));
  }

  return {
    element: position.element,
    place: player.place,
    goTo: player.goTo,
    /**
     * Shows a timeline, or more of it. If it is another than before, from a position on, or else at its end.
     * @param {Timeline} timeline
     * @param {Place | null} place
     * @param {number} [seat] at the lower side
     */
    show(timeline, place, seat = 0) {
      if (!player.has(timeline.id)) {
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
    goToMistake,
    end() {
      player.pause();
      document.removeEventListener('keydown', keys);
    },
  };
}

/**
 * A position, drawn by its game, and what is beneath it.
 * @param {Actions} actions
 * @param {(by: number) => void} step
 * @param {HTMLElement[]} beneath
 */
function positionFrame(actions, step, beneath) {
  const main = h('div.replay-main');
  const title = t('table.history');
  const side = h('aside.replay-side.column', { 'aria-label': title });
  let kind = '';
  /** @type {PositionView['draw']} */
  let draw = () => '';
  return {
    element: h('div.replay', main, side),
    /** @type {PositionView['draw']} */
    draw(timeline, ...rest) {
      const views = kindOf(timeline) === kind ? undefined : drawing.get(kindOf(timeline));
      if (views) {
        const position = views.positionView(actions, step);
        kind = kindOf(timeline);
        draw = position.draw;
        fill(main, position.table, position.lines, ...beneath);
        fill(side, h('h2', title), position.history);
      }
      return draw(timeline, ...rest);
    },
  };
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
      const { moves: found, all } = analysed ?? { moves: [], all: null };
      const room = lastRoom(timeline);
      const winner = room.ending ? endingWinner(room.ending) : null;
      const isKnown = winner !== null && found.length === all;
      moves = movesByPosition(timeline, found);
      curve = curveOf(timeline, moves, seat, isKnown ? winner === sideOf(room, seat) : null);
      mistakes = mistakesOf(moves, seat);
    },
  };
}

/** A position in words: where it is, what happened, and a chance to win. @param {string} where @param {string} status @param {number | null} chance */
function spoken(where, status, chance) {
  const now = chance === null ? [] : [t('analysis.now', { chance: percent(chance) })];
  return sentencesOf([t('record.spoken', { where }), status, ...now]);
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
    moved?.(placeOf(timeline, at));
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
    at: () => at,
    place: () => (timeline ? placeText(placeOf(timeline, at)) : null),
    /** @param {Place} place */
    goTo(place) {
      if (timeline) go(positionNumber(timeline, place));
    },
    /** Whether this timeline is shown, perhaps in part. @param {string} id */
    has: (id) => timeline?.id === id,
    /** @param {Timeline} next @param {Place | null} place */
    take(next, place) {
      const isOther = timeline?.id !== next.id;
      timeline = next;
      if (isOther) at = place ? positionNumber(next, place) : end();
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

/** @param {(() => void) | undefined} analyse without it there is nothing to see @param {(seat: number) => void} choose */
function studyView(analyse, choose) {
  const start = button(t('analysis.start'), { testid: 'analyse', press: analyse });
  const bar = h('progress', { 'aria-label': t('analysis.waiting') });
  const count = h('span.hint');
  const wait = h('div.study-wait.in-line', { role: 'status', hidden: true }, bar, count);
  const label = h('span.study-label', { 'aria-hidden': 'true' }, t('analysis.accuracy'));
  const group = { role: 'group', 'aria-label': t('analysis.accuracy'), title: t('analysis.hint') };
  const seats = h('div.study-seats', { hidden: true, testid: 'study', ...group });
  const element = h('div.study.in-line', start, wait, label, seats);
  return {
    element,
    /** @param {Room} room @param {number} home the seat that is looked at @param {Analysed | null} analysed */
    draw(room, home, analysed) {
      const { moves, all } = analysed ?? { moves: [], all: null };
      const isDone = moves.length === all;
      show(element, analyse !== undefined && hasExpert(room));
      show(start, analysed === null);
      show(wait, analysed !== null && !isDone);
      for (const one of [label, seats]) show(one, isDone);
      attr(bar, 'max', all);
      attr(bar, 'value', all && moves.length);
      setText(count, all === null ? '' : t('analysis.progress', { n: moves.length, moves: all }));
      const shown = room.seats.map((_, seat) => ({
        name: nameAt(room, seat),
        accuracy: accuracyInWords(accuracyOf(moves, seat)),
        pressed: seat === home,
      }));
      keyedViews(
        seats,
        shown,
        (_, seat) => [seat],
        (_, seat) => seatView(() => choose(seat)),
      );
    },
  };
}

/** @param {() => void} press */
function seatView(press) {
  const name = h('span.study-name.one-line');
  const figure = h('b');
  const element = button([name, figure], { class: 'study-seat', press });
  return {
    element,
    /** @param {{ name: string, accuracy: string, pressed: boolean }} seat */
    draw({ name: of, accuracy, pressed }) {
      setName(name, of);
      setText(figure, accuracy);
      attr(element, 'aria-pressed', String(pressed));
    },
  };
}
