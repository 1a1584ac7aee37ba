/** The points of a side. */
import { attr, h, prefersLessMotion, setText, show } from '../../dom.js';
import { pointsInMatch } from '../../format/amounts.js';
import { sideName } from '../../format/sides.js';
import { aimOf } from '../../games/index.js';
import { t, written } from '../../i18n/index.js';
import { standing } from '../../select.js';
import { settings } from '../../settings.js';
import { fetchedPart } from '../../views/fetched.js';
import { FLY_MS } from '../effects.js';

/** @import { Aim } from '../../games/contract.js' */
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
    draw(table, side, first) {
      const { id, room, me } = table;
      const points = standing(table).scores[side] ?? 0;
      attr(seen, 'data-side', first ? side : null);
      attr(seen, 'data-testid', first ? `score-${side}` : null);
      // Where boards end a match, no target does.
      const aim = room.boards === undefined ? aimOf(room) : null;
      show(goal, aim !== null);
      show(bar, aim !== null);
      setText(goal, aim ? `/${aim.target}` : '');
      drawMarks(bar, aim);
      const said = {
        side: sideName(room, side, me.seat),
        points: pointsInMatch(points, room),
      };
      const aloud = aim ? t('seat.score', { ...said, target: aim.target }) : t('seat.points', said);
      setText(spoken, first ? aloud : '');
      const before = shown;
      shown = { id, points };
      if (before.id === id && before.points === points) return;
      // What counts up ends where another number has come.
      attr(number, 'data-points', points);
      const part = aim ? Math.min(1, points / aim.target) : 0;
      filled.style.transform = `scaleX(${part.toFixed(3)})`;
      const isWon = before.id === id && points > before.points;
      if (isWon && !prefersLessMotion() && !document.hidden) countUp(number, before.points, points);
      else setText(number, written(points));
    },
  };
}

/** The most marks that stand in a bar. */
const MARKS_MAX = 20;

/** Where each won round counts one, the bar has a mark for each. @param {HTMLElement} bar @param {Aim | null} aim */
function drawMarks(bar, aim) {
  const marks = aim?.unit === 'wins' && aim.target <= MARKS_MAX ? aim.target : null;
  attr(bar, 'data-marks', marks);
  bar.style.setProperty('--marks', String(marks ?? 1));
}

/**
 * Counts from one number to another, until a later number replaces it.
 * @param {HTMLElement} number whose `data-points` is the number that it goes to
 * @param {number} from
 * @param {number} to
 * @param {number} [ms] how long that takes
 */
export function countUp(number, from, to, ms = COUNT_MS) {
  const begin = performance.now() + COUNT_AFTER_MS;
  let landed = false;
  /** @param {number} now */
  function step(now) {
    if (number.dataset.points !== String(to)) return;
    const part = Math.max(0, Math.min(1, (now - begin) / ms));
    setText(number, written(Math.round(from + (to - from) * part)));
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

/** The scores as a cribbage board, for visitors who want it; without it, the numbers tell all. */
export function pegsView() {
  const { element, draw } = fetchedPart(
    'pegs',
    async () => (await import('./pegs.js')).pegBoard(),
    { isExtra: true },
  );
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const { room } = table;
      const isPegged = room.boards === undefined && PEGGED.includes(aimOf(room)?.target ?? 0);
      const wanted = settings.get().peg_board && isPegged;
      show(element, wanted);
      if (wanted) draw(table);
    },
  };
}
