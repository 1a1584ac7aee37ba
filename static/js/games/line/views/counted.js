/** How a play has scored: for a moment the counted ends and their sum stand at the tiles. */
import { fill, h } from '../../../dom.js';
import { countInTerms, termWorth } from '../count.js';

/** @import { CountSeen } from '../../../protocol.js' */
/** @import { Positions } from '../layout/layout.js' */

/** How long the sum stands, in milliseconds. */
const STANDS_MS = 1400;

/** How far the sum is from the tile that was played, and from the board's edge at least, in pixels. */
const DISTANCE = 22;

/** About how large it is. */
const SUM = { width: 170, height: 32 };

/**
 * A play that has scored. `positions` are those of the tiles as they lie after it.
 * @typedef {{ count: CountSeen, points: number, positions: Positions }} Scored
 */

export function countedView() {
  const element = h('div.board-counted', { 'aria-hidden': 'true' });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return {
    element,
    /** @param {Scored} scored */
    draw({ count, points, positions }) {
      const marks = count.terms.flatMap((term) => {
        const end = positions.ends.find(({ arm }) => arm === term.arm);
        return end ? [placed(h('b.counted-end', termWorth(term)), end.x, end.y)] : [];
      });
      const { x, y } = sumPlace(positions);
      const sum = h('span.counted-sum', countInTerms(count), h('b', `+${points}`));
      clearTimeout(timer);
      fill(element, ...marks, placed(sum, x, y));
      timer = setTimeout(() => fill(element), STANDS_MS);
    },
  };
}

/** The place of the sum: above the tile that was played or below it, where it hides less. @param {Positions} positions */
function sumPlace({ tiles, ends }) {
  const { x, y, height } = tiles[tiles.length - 1];
  const hides = (/** @type {number} */ at) =>
    [...tiles, ...ends].filter(
      (box) =>
        Math.abs(box.y - at) < (box.height + SUM.height) / 2 &&
        Math.abs(box.x - x) < (box.width + SUM.width) / 2,
    ).length;
  const [above, below] = [y - height / 2 - DISTANCE, y + height / 2 + DISTANCE];
  const isBelow = above < DISTANCE || hides(below) < hides(above);
  return { x, y: isBelow ? below : above };
}

/** Puts the middle of an element to a place on the board. @param {HTMLElement} element @param {number} x @param {number} y */
function placed(element, x, y) {
  element.style.setProperty('--x', `${x}px`);
  element.style.top = `${y}px`;
  return element;
}
