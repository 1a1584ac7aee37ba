/** How a play has scored: for a moment the counted ends and their sum stand at the tiles. */
import { changes, fill, h } from '../../../dom.js';
import { countInTerms, termWorth } from '../count.js';

/** @import { CountSeen } from '../../../protocol.js' */
/** @import { Positions } from '../layout/layout.js' */

/** How long the sum stands, in milliseconds. */
const STANDS_MS = 1400;

/** How far the sum is from the tile that was played, and from the board's edge at least, in pixels. */
const DISTANCE = 22;

/** About how large it is. */
const SUM = { width: 170, height: 32 };

/** A play that has scored. @typedef {{ count: CountSeen, points: number }} Scored */

export function countedView() {
  const element = h('div.board-counted', { 'aria-hidden': 'true' });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const isElsewhere = changes();
  /** @type {Scored | null} */
  let latest = null;
  let stands = false;
  return {
    element,
    /** @param {{ scored: Scored, positions: Positions }} now the last play, and where its tile lies now */
    draw({ scored, positions }) {
      const isNews = scored !== latest;
      if (isNews) {
        latest = scored;
        stands = true;
        clearTimeout(timer);
        timer = setTimeout(() => {
          stands = false;
          fill(element);
        }, STANDS_MS);
      }
      const last = positions.tiles[positions.tiles.length - 1];
      if (!(isElsewhere(last.x, last.y, positions.unit) || isNews) || !stands) return;
      const { count, points } = scored;
      const marks = count.terms.flatMap((term) => {
        const end = positions.ends.find(({ arm }) => arm === term.arm);
        return end ? [placed(h('b.counted-end', termWorth(term)), end.x, end.y)] : [];
      });
      const { x, y } = sumPlace(positions);
      const sum = h('span.counted-sum', countInTerms(count), h('b', `+${points}`));
      fill(element, ...marks, placed(sum, x, y));
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
