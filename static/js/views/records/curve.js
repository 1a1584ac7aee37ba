/**
 * The scrubber of a replay: a slider over the positions of a match, in which the rounds are parted and, once the
 * match is analysed, a seat's chance to win is drawn and its mistakes are marked.
 */
import { attr, fill, h, s, setText } from '../../dom.js';
import { percent } from '../../format/accuracy.js';
import { nameAt } from '../../format/names.js';
import { factsOf, t } from '../../i18n/index.js';
import { lastRoom, positionCount, positionNumber } from '../../records/timeline.js';

/** @import { Point } from '../../format/analysed.js' */
/** @import { Timeline } from '../../records/timeline.js' */

/** The drawing's height, in its own units; it is as wide as there are steps. */
const HEIGHT = 100;

/** @param {(number: number) => void} go */
export function curveView(go) {
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
  const name = h('span.curve-name', { 'aria-hidden': 'true' });
  /** Whose chance is drawn. */
  let of = '';
  const element = h('div.curve', name, drawing, scrubber, marks);
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
     * @param {Point[]} curve empty without an analysis
     * @param {number[]} mistakes positions
     */
    plot(timeline, seat, curve, mistakes) {
      const last = positionCount(timeline) - 1;
      attr(scrubber, 'max', last);
      attr(drawing, 'viewBox', `0 0 ${Math.max(1, last)} ${HEIGHT}`);
      attr(element, 'data-analysed', curve.length > 0 ? 'true' : null);
      of = t('analysis.chance_of', { name: nameAt(lastRoom(timeline), seat) });
      fill(drawing, ...roundLines(timeline), ...(curve.length > 0 ? chanceLines(curve, last) : []));
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
