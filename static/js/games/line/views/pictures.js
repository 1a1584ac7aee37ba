/** A picture for each game of the line, of our own tiles: what its points are made of, at one look. */
import { s } from '../../../dom.js';
import { back, lying, points, standing, turned } from '../../../tiles/views/picture.js';

/** @import { Pictures } from '../../contract.js' */

/** By variant, and for the games of the world by preset. @type {Pictures} */
export const pictures = {
  // A tile comes out of the boneyard.
  draw: () => [
    lying('4-2', 0, 30),
    lying('2-1', 40, 30),
    back(88, 24, -8),
    back(96, 22, 4),
    turned(standing('1-3', 0, 0), 112, 6, 24),
  ],
  // Both ends are closed.
  block: () => [
    bar(6),
    lying('5-3', 14, 26),
    standing('3-3', 54, 16),
    lying('3-5', 74, 26),
    bar(122),
  ],
  // Ends of 4 and 6: ten points.
  all_fives: () => [
    lying('4-5', 14, 40),
    standing('5-5', 54, 30),
    lying('5-6', 74, 40),
    points('+10', 64, 14),
  ],
  // Ends of 3 and 12: fifteen is five threes and three fives.
  fives_and_threes: () => [
    lying('3-1', 14, 40),
    lying('1-6', 54, 40),
    standing('6-6', 94, 30),
    points('+3', 45, 14),
    points('+5', 83, 14),
  ],
  // A spinner with four arms.
  'Five-Up': () => [
    lying('5-1', 14, 26),
    standing('5-5', 54, 16),
    lying('5-3', 74, 26),
    turned(standing('5-0', 0, 0), 59, -4, 0, 0.5),
    turned(standing('5-2', 0, 0), 59, 56, 0, 0.5),
  ],
  // A hand of nine.
  'All Fives': () =>
    ['0-5', '1-4', '2-3', '5-5', '6-4', '5-0', '3-2', '4-1', '6-6'].map((tile, i) =>
      turned(standing(tile, -10, -20), 16 + i * 12, 40 - 8 + Math.abs(i - 4) * 2, i * 7 - 28, 0.8),
    ),
  // What nobody said is taken.
  Muggins: () => [
    lying('4-6', 14, 40),
    lying('6-1', 54, 40),
    points('+1', 34, 18),
    points('!', 74, 18),
  ],
  // A tile before the globe.
  world: () => [
    s('circle.game-line', { cx: 64, cy: 36, r: 29 }),
    s('ellipse.game-line', { cx: 64, cy: 36, rx: 12, ry: 29 }),
    s('path.game-line', { d: 'M35 36h58M40 20h48M40 52h48' }),
    turned(standing('6-4', 0, 0), 76, 18, 24),
  ],
  // The lead 6-6, between the four hands.
  'Spanish Pairs': () => [
    lying('6-6', 44, 26),
    ...[49, 59, 69].flatMap((x) => [back(x, 3, 0, 0.5), back(x, 49, 0, 0.5)]),
    ...[21, 31, 41].flatMap((y) => [back(24, y, 90, 0.5), back(124, y, 90, 0.5)]),
  ],
  // What the losers hold.
  'Latin Pairs': () => [
    turned(standing('5-3', 0, 0), 26, 22, -10),
    standing('4-1', 54, 18),
    turned(standing('6-2', 0, 0), 82, 18, 10),
  ],
  // Lots for the lead, of which one is turned up.
  'Federation Pairs': () => [
    back(8, 24, -6),
    back(36, 20, 3),
    standing('6-5', 60, 12),
    back(90, 22, -3),
  ],
  // The mule of sixes.
  'Mexican Pairs': () => [turned(lying('6-6', -20, -10), 64, 36, -8, 1.7)],
  // The last tile closes both ends.
  Quinientos: () => [
    lying('2-4', 4, 42),
    lying('4-5', 44, 42),
    lying('5-2', 84, 34),
    points('+100', 64, 16),
  ],
  // A double is led, and others pass.
  'Dominican Pairs': () => [standing('6-6', 54, 16), points('+25', 26, 36), points('+50', 102, 36)],
  // The highest tile of the larger set.
  'Cuban Double-Nine': () => [lying('7-9', 14, 26), standing('9-9', 54, 16), lying('9-8', 74, 26)],
  // Six rounds won in a row, and none.
  'Six-Love': () => [...marks(6, 22, true), ...marks(6, 50, false)],
  // Everybody alone, and without the double blank.
  'Cut-Throat': () => [standing('0-0', 54, 16), s('path.game-stroke', { d: 'M44 58L84 14' })],
  // Seven tiles are asleep.
  Cochon: () => Array.from({ length: 7 }, (_, i) => back(4 + i * 16, 16, 0)),
  // A double on both ends.
  'Brazilian Pairs': () => [
    lying('1-4', 14, 40),
    standing('4-4', 54, 30),
    lying('4-2', 74, 40),
    ...[1, 2, 3, 4].map((n, i) => points(String(n), 22 + i * 28, 14)),
  ],
  // The 1-1 begins, and 13 points are the least.
  Kozel: () => [
    lying('4-1', 14, 40),
    standing('1-1', 54, 30),
    lying('1-6', 74, 40),
    points('13', 64, 14),
  ],
};

/** @param {number} x */
const bar = (x) => s('path.game-bar', { d: `M${x} 18v36` });

/** Marks for rounds, in a row. @param {number} n @param {number} y @param {boolean} won */
const marks = (n, y, won) =>
  Array.from({ length: n }, (_, i) =>
    s('circle', { class: won ? 'game-won' : 'game-line', cx: 19 + i * 18, cy: y, r: 6 }),
  );
