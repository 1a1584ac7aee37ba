/** The picture of Ringway: a corner of the board, with its track. */
import { s } from '../../../dom.js';
import { lying, standing } from '../../../tiles/views/picture.js';

/** @import { Pictures } from '../../contract.js' */

/** A diamond with its points. @param {number} points @param {number} x @param {number} y its middle */
const diamond = (points, x, y) =>
  s(
    'g.game-points',
    { transform: `translate(${x} ${y})` },
    s('rect', { x: -8, y: -8, width: 16, height: 16, rx: 1, transform: 'rotate(45)' }),
    s('text', { y: 5 }, points),
  );

/** @type {Pictures} */
export const pictures = {
  ringway: () => [
    s('path.game-line', { d: 'M0 52h110V0M0 70h127V0' }),
    s('path.game-line', {
      d: 'M20 52v18M38 52v18M56 52v18M74 52v18M92 52v18M110 52v18M110 34h17',
    }),
    s('path.game-line', { d: 'M110 52h17M110 16h17' }),
    diamond(4, 16, 34),
    diamond(3, 36, 14),
    diamond(5, 99, 34),
    lying('2-6', 28, 26),
    standing('6-5', 68, 6),
    s('circle.game-won', { cx: 83, cy: 61, r: 6 }),
    s('circle.game-line', { cx: 119, cy: 25, r: 5 }),
  ],
};
