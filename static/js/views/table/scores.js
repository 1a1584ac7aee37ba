// @ts-check
/** The points of every side on their way to the target. */
import { attr, h, keyed, setText } from '../../dom.js';
import { sideName } from '../../format/words.js';
import { t } from '../../i18n/index.js';
import { sideOf, sides, turnOf } from '../../select.js';

/** @typedef {import('../../state.js').Table} Table */
/** @typedef {{ side: number, name: string, points: number, target: number, mine: boolean, turn: boolean }} Standing */

export function scoresView() {
  const list = h('ul', { class: 'scores-list', role: 'list' });
  const element = h('section', { class: 'scores', 'aria-label': t('table.scores') }, list);
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      keyed(list, standings(table), ({ side }) => `side ${side}`, create, drawScore);
    },
  };
}

/**
 * @param {Table} table
 * @returns {Standing[]}
 */
function standings(table) {
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
  }));
}

function create() {
  return h(
    'li',
    { class: 'score' },
    h('span', { class: 'score-name' }),
    h('span', { class: 'score-points' }),
    h('span', { class: 'score-target' }),
    h('span', { class: 'score-bar', 'aria-hidden': 'true' }, h('span', {})),
  );
}

/**
 * @param {HTMLElement} row
 * @param {Standing} standing
 */
function drawScore(row, { side, name, points, target, mine, turn }) {
  const [label, number, goal, bar] = row.children;
  attr(row, 'data-testid', `score-${side}`);
  attr(row, 'data-mine', mine ? 'true' : null);
  attr(row, 'data-turn', turn ? 'true' : null);
  setText(label, name);
  const before = Number(number.textContent || points);
  setText(number, String(points));
  if (points > before) {
    number.animate?.([{ transform: 'scale(1.5)' }, { transform: 'none' }], {
      duration: 500,
      easing: 'ease-out',
    });
  }
  setText(goal, `/ ${target}`);
  const filled = /** @type {HTMLElement} */ (bar.firstElementChild);
  filled.style.transform = `scaleX(${Math.min(1, points / target).toFixed(3)})`;
}
