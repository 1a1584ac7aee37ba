/** How a rating came about: a line, and the same as a table. */
import { h, s } from '../../dom.js';
import { boardInWords } from '../../format/ratings.js';
import { locale, t } from '../../i18n/index.js';

/** @import { CurvePoint, PersonRating } from '../../protocol.js' */

/** The drawing's size, in its own units. */
const [WIDTH, HEIGHT, LEFT, MARGIN] = [320, 110, 38, 10];

/** A curve is drawn over at least so many points of rating: a flat one looks flat. */
const SPAN_MIN = 60;

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

/**
 * The least and the most that the drawing shows, to full tens.
 * @param {CurvePoint[]} curve
 */
export function rangeOf(curve) {
  const ratings = curve.map(({ rating }) => rating);
  const [least, most] = [Math.min(...ratings), Math.max(...ratings)];
  const wider = Math.max(0, SPAN_MIN - (most - least)) / 2;
  return { low: Math.floor((least - wider) / 10) * 10, high: Math.ceil((most + wider) / 10) * 10 };
}

/** @param {PersonRating} rating */
export function curveView({ board, curve }) {
  const { low, high } = rangeOf(curve);
  const step = (WIDTH - LEFT - MARGIN) / Math.max(1, curve.length - 1);
  const x = (/** @type {number} */ i) => LEFT + i * step;
  const y = (/** @type {number} */ rating) =>
    HEIGHT - MARGIN - ((rating - low) / (high - low)) * (HEIGHT - 2 * MARGIN);
  const lines = [low, (low + high) / 2, high].flatMap((value) => [
    s('line', { class: 'curve-line', x1: LEFT, x2: WIDTH, y1: y(value), y2: y(value) }),
    s('text', { class: 'curve-text', x: LEFT - 5, y: y(value) + 4 }, Math.round(value)),
  ]);
  const points = curve.map(({ rating }, i) => `${x(i)},${y(rating)}`).join(' ');
  const last = curve.length - 1;
  const dot = { class: 'curve-dot', cx: x(last), cy: y(curve[last].rating), r: 4 };
  const ratings = curve.map(({ rating }) => rating);
  const label = t('person.curve', {
    board: boardInWords(board),
    first: ratings[0],
    last: ratings[last],
    least: Math.min(...ratings),
    most: Math.max(...ratings),
  });
  const props = { class: 'curve', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' };
  const path = s('polyline', { class: 'curve-path', points });
  const drawing = s('svg', { ...props, 'aria-label': label }, ...lines, path, s('circle', dot));
  return h('div', {}, drawing, asTable(curve));
}

/** @param {CurvePoint[]} curve */
function asTable(curve) {
  const head = [t('person.when'), t('leaderboard.rating')];
  const rows = curve.map(({ at_ms, rating }) =>
    h('tr', {}, h('th', { scope: 'row' }, day.format(at_ms)), h('td', {}, rating)),
  );
  const table = h(
    'table',
    {},
    h('thead', {}, h('tr', {}, ...head.map((one) => h('th', { scope: 'col' }, one)))),
    h('tbody', {}, ...rows.reverse()),
  );
  const props = { class: 'curve-scroll', tabindex: 0, role: 'region' };
  return h(
    'details',
    { class: 'curve-table' },
    h('summary', {}, t('person.as_table')),
    h('div', { ...props, 'aria-label': t('person.as_table') }, table),
  );
}
