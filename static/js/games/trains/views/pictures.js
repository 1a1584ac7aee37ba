/** The pictures of Mexican Train and Chickenfoot: a hub with its trains, and a chicken's foot. */
import { s } from '../../../dom.js';
import { lying, standing, turned } from '../../../tiles/views/picture.js';

/** @import { Pictures } from '../../contract.js' */

/** A train of one tile that goes away from a place, with its line. @param {string} tile its outer end first @param {number} x @param {number} y @param {number} angle */
const train = (tile, x, y, angle) => turned(standing(tile, -10, -40), x, y, angle);

/** @type {Pictures} */
export const pictures = {
  mexican_train: () => [
    s('path.game-line', { d: 'M44 12V2M44 60v10' }),
    standing('6-6', 34, 16),
    lying('4-6', -7, 26),
    lying('6-3', 55, 14),
    lying('3-5', 96, 14),
    lying('6-1', 55, 38),
    // The marker of the train that is open.
    s('circle.game-won', { cx: 108, cy: 48, r: 7 }),
  ],
  chickenfoot: () => [
    lying('2-6', 0, 26),
    standing('6-6', 41, 16),
    train('5-6', 62, 24, 55),
    lying('6-1', 62, 26),
    train('6-3', 62, 48, 125),
    s('path.game-line', { d: 'M106 36h20' }),
  ],
};
