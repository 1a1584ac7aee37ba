/** Where the game stands: the points of a side, the count and the boneyard. */
import { attr, fill, h, prefersLessMotion, setText, show } from '../../dom.js';
import { pointsInMatch } from '../../format/amounts.js';
import { countsRounds } from '../../format/options.js';
import { overPhase } from '../../format/over.js';
import { countSum, faceDownCount, sideName } from '../../games/line/words.js';
import { t } from '../../i18n/index.js';
import { settings } from '../../settings.js';
import { homeLeft } from '../../tiles/views/left.js';
import { fetchedPart } from '../../views/fetched.js';
import { button } from '../../views/widgets.js';
import { FLY_MS } from '../effects.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Options } from '../../protocol.js' */
/** @import { Table } from '../../state.js' */

/** How long a score counts up, in milliseconds. */
const COUNT_MS = 450;
/** The targets that a cribbage board is made for: its holes once or twice round, and one. */
const PEGGED = [61, 121];
/** The points are told as they fly: by now they have nearly arrived. */
const COUNT_AFTER_MS = FLY_MS * 0.9;

/** The points of a side, of how many that win, and a bar of them. */
export function scoreView() {
  const number = h('span.score-points');
  const goal = h('span.score-target');
  const filled = h('span');
  const bar = h('span.score-bar', filled);
  const seen = h('span.score', { 'aria-hidden': 'true' }, number, goal, bar);
  const spoken = h('span.unseen');
  /** The table whose score is shown, and the points: from one table to another, it doesn't count up. */
  let shown = { id: '', points: 0 };
  return {
    element: h('span.seat-score', seen, spoken),
    /** @param {Table} table @param {number} side @param {boolean} first another card says it already if not */
    draw({ id, room, me, view }, side, first) {
      const points = view?.board.scores[side] ?? 0;
      const { target } = room.rules;
      attr(seen, 'data-side', first ? side : null);
      attr(seen, 'data-testid', first ? `score-${side}` : null);
      // Boards end a match, and no target.
      const hasTarget = room.boards === undefined;
      show(goal, hasTarget);
      show(bar, hasTarget);
      setText(goal, `/${target}`);
      drawMarks(bar, room.rules);
      const said = {
        side: sideName(room, side, me.seat),
        points: pointsInMatch(points, room.rules),
        target,
      };
      const aloud = t(hasTarget ? 'seat.score' : 'seat.points', said);
      setText(spoken, first ? aloud : '');
      const before = shown;
      shown = { id, points };
      if (before.id === id && before.points === points) return;
      // What counts up ends where another number has come.
      attr(number, 'data-points', points);
      filled.style.transform = `scaleX(${Math.min(1, points / target).toFixed(3)})`;
      const isWon = before.id === id && points > before.points;
      if (isWon && !prefersLessMotion() && !document.hidden) countUp(number, before.points, points);
      else setText(number, String(points));
    },
  };
}

/** The most marks that stand in a bar. */
const MARKS_MAX = 20;

/** Where each won round counts one, the bar has a mark for each. @param {HTMLElement} bar @param {Options} rules */
function drawMarks(bar, rules) {
  const marks = countsRounds(rules) && rules.target <= MARKS_MAX;
  attr(bar, 'data-marks', marks ? rules.target : null);
  bar.style.setProperty('--marks', String(rules.target));
}

/**
 * Counts from one number to another, until a later number replaces it.
 * @param {HTMLElement} number
 * @param {number} from
 * @param {number} to
 */
function countUp(number, from, to) {
  const begin = performance.now() + COUNT_AFTER_MS;
  let landed = false;
  /** @param {number} now */
  function step(now) {
    if (number.dataset.points !== String(to)) return;
    const part = Math.max(0, Math.min(1, (now - begin) / COUNT_MS));
    setText(number, String(Math.round(from + (to - from) * part)));
    if (part > 0 && !landed) {
      landed = true;
      number.animate(LANDING, { duration: COUNT_MS, easing: 'ease-out' });
    }
    if (part < 1) requestAnimationFrame(step);
  }
  requestAnimationFrame(step);
}

/** How a score takes its points. */
const LANDING = [{ transform: 'scale(1.45)' }, { transform: 'none' }];

/** @param {Actions} actions */
export function statusView(actions) {
  const count = h('p.pill.count', { testid: 'count' });
  const boneyard = boneyardView();
  const call = button(t('muggins.call'), {
    kind: 'call',
    title: t('muggins.call_hint'),
    press: () => actions.call(),
  });
  const attributes = { class: 'status row', role: 'group', 'aria-label': t('table.status') };
  const pegs = pegsView();
  const left = homeLeft();
  const parts = [pegs.element, count, call, boneyard.element, left.element];
  const element = h('div', attributes, ...parts);
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const calling = mayCall(table);
      drawCount(count, table);
      if (calling || overPhase(table)) show(count, false);
      show(call, calling);
      attr(call, 'data-testid', calling ? 'muggins' : null);
      boneyard.draw(table);
      pegs.draw(table);
      left.draw(table);
    },
  };
}

/** The scores as a cribbage board, for visitors who want it; without it, the numbers tell all. */
function pegsView() {
  const { element, draw } = fetchedPart(
    'pegs',
    async () => (await import('./pegs.js')).pegBoard(),
    { isExtra: true },
  );
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const { boards, rules } = table.room;
      const isPegged = boards === undefined && PEGGED.includes(rules.target);
      const wanted = settings.get().peg_board && isPegged;
      show(element, wanted);
      if (wanted) draw(table);
    },
  };
}

/** Whether this visitor may call and has not yet done so about this play. @param {Table} table */
function mayCall({ view, ui: { called } }) {
  return Boolean(view?.own?.may_call) && called !== view?.board.ply;
}

/** @param {HTMLElement} pill @param {Table} table */
function drawCount(pill, { room, view }) {
  const { count, claim } = view?.board ?? {};
  const counts = room.rules.variant === 'all_fives' || room.rules.variant === 'fives_and_threes';
  show(pill, counts && Boolean(count || claim));
  if (!view || !counts) return;
  if (!count) {
    fill(pill, t('table.count_secret'));
    return;
  }
  const isSum = count.terms.length > 1 || count.terms[0]?.double;
  fill(
    pill,
    h('span.count-word', t('table.count')),
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
      const asleep = room.rules.variant === 'block';
      show(element, board !== undefined && (board.boneyard > 0 || !asleep) && !overPhase(table));
      if (!board) return;
      const label = faceDownCount(board, room.rules);
      attr(element, 'data-asleep', asleep ? 'true' : null);
      setText(word, t(asleep ? 'table.asleep' : 'table.boneyard'));
      setText(number, String(board.boneyard));
      setText(words, label);
      attr(element, 'title', label);
    },
  };
}
