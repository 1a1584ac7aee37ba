/** Where the game stands: the points of every side, the count and the boneyard. */
import { attr, calm, fill, h, keyedViews, setText, show } from '../../dom.js';
import { amount, countSum, sideName } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { FLY_MS } from '../../play/effects.js';
import { sideOf, sides, turnOf } from '../../select.js';
import { button } from '../widgets.js';

/** @import { Actions } from '../../actions.js' */
/** @import { Table } from '../../state.js' */
/** @typedef {{ side: number, name: string, points: number, target: number, mine: boolean, turn: boolean, same: boolean }} Standing `same`: the row showed this table before */

/** How long a score counts up, in milliseconds. */
const COUNT_MS = 450;
/** The points are told as they fly: by now they have nearly arrived. */
const COUNT_AFTER_MS = FLY_MS * 0.9;

export function scoresView() {
  const list = h('ul', { class: 'scores-list', role: 'list' });
  const element = h('section', { class: 'scores', 'aria-label': t('table.scores') }, list);
  /** The table whose scores are shown: from one table to another, scores don't count up. */
  let shown = '';
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const same = shown === table.id;
      shown = table.id;
      keyedViews(list, standings(table, same), ({ side }) => `side ${side}`, scoreView);
    },
  };
}

/** @param {Table} table @param {boolean} same @returns {Standing[]} */
function standings(table, same) {
  const { room, me, view } = table;
  const turn = turnOf(table);
  const own = me.seat === null ? null : sideOf(room, me.seat);
  return sides(room).map((seats, side) => ({
    side,
    name: sideName(room, side),
    points: view?.board.scores[side] ?? 0,
    target: room.rules.target,
    mine: side === own,
    turn: turn !== null && seats.includes(turn),
    same,
  }));
}

function scoreView() {
  const label = h('span', { class: 'score-name' });
  const number = h('span', { class: 'score-points' });
  const goal = h('span', { class: 'score-target' });
  const filled = h('span', {});
  const bar = h('span', { class: 'score-bar', 'aria-hidden': 'true' }, filled);
  const element = h('li', { class: 'score' }, label, number, goal, bar);
  return {
    element,
    /** @param {Standing} standing */
    draw({ side, name, points, target, mine, turn, same }) {
      attr(element, 'data-testid', `score-${side}`);
      attr(element, 'data-mine', mine ? 'true' : null);
      attr(element, 'data-turn', turn ? 'true' : null);
      setText(label, name);
      setText(goal, `/ ${target}`);
      const before = number.dataset.points;
      if (before === String(points)) return;
      number.dataset.points = String(points);
      filled.style.transform = `scaleX(${Math.min(1, points / target).toFixed(3)})`;
      if (!same || before === undefined || points <= Number(before) || calm() || document.hidden) {
        setText(number, String(points));
      } else {
        countUp(number, Number(number.textContent), points);
      }
    },
  };
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
  const count = h('p', { class: 'pill count', 'data-testid': 'count' });
  const boneyard = boneyardView();
  const call = button(t('muggins.call'), {
    kind: 'call',
    title: t('muggins.call_hint'),
    press: () => actions.call(),
  });
  const attributes = { class: 'status', role: 'group', 'aria-label': t('table.status') };
  const element = h('div', attributes, count, call, boneyard.element);
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const calling = mayCall(table);
      drawCount(count, table);
      if (calling) show(count, false);
      show(call, calling);
      attr(call, 'data-testid', calling ? 'muggins' : null);
      boneyard.draw(table);
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
    h('span', { class: 'count-word' }, t('table.count')),
    h('b', {}, count.total),
    isSum && h('span', { class: 'count-sum' }, `= ${countSum(count)}`),
  );
}

/** How many tiles the boneyard has. */
function boneyardView() {
  const number = h('b', {});
  const words = h('span', { class: 'unseen' });
  const element = h(
    'p',
    { class: 'pill', 'data-testid': 'boneyard' },
    h('span', { class: 'pill-tile', 'aria-hidden': 'true' }),
    h('span', { class: 'pill-word' }, t('table.boneyard')),
    number,
    words,
  );
  return {
    element,
    /** @param {Table} table */
    draw({ view, room }) {
      const board = view?.board;
      show(element, Boolean(board) && room.rules.variant !== 'block');
      if (!board) return;
      const reserve = board.reserve > 0 ? t('table.reserve', { n: board.reserve }) : '';
      const label = t('table.boneyard_label', { tiles: amount(board.boneyard, 'tiles') }) + reserve;
      setText(number, String(board.boneyard));
      setText(words, label);
      attr(element, 'title', label);
    },
  };
}
