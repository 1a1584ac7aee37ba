/** What is printed: the squares with their diamonds and the star, and round them the track with its numbers. */
import { attr, keyed, s } from '../../../dom.js';
import { diamondAt, numberOn, STAR } from '../board.js';
import { DEPTH, SIDE, SPACES, SQUARE, SQUARES, spaceBox, squareBox } from './geometry.js';

/** @import { Box } from '../../contract.js' */

/** All numbers up to one, without it. @param {number} count */
export const upTo = (count) => Array.from({ length: count }, (_, at) => at);

const SQUARES_ALL = upTo(SQUARES).flatMap((row) =>
  upTo(SQUARES).map((column) => ({ row, column })),
);

/** Every how many spaces the track has a mark. */
const MARKED = 5;
const CORNER = 25;

/** @param {number} x @param {number} y @param {number} radius @param {number} points */
function starPath(x, y, radius, points) {
  const corners = upTo(2 * points).map((at) => {
    const angle = (at * Math.PI) / points - Math.PI / 2;
    const far = at % 2 === 0 ? radius : radius * 0.45;
    return `${(x + far * Math.cos(angle)).toFixed(2)} ${(y + far * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join('L')}Z`;
}

/** The squares: lines between them, and what is on some. */
export function squaresDrawing() {
  const far = SIDE - DEPTH;
  const lines = upTo(SQUARES - 1).map((at) => {
    const on = DEPTH + (at + 1) * SQUARE;
    return `M${DEPTH} ${on}H${far}M${on} ${DEPTH}V${far}`;
  });
  const size = SQUARES * SQUARE;
  const ground = { x: DEPTH, y: DEPTH, width: size, height: size, rx: 1.5 };
  const star = squareBox(STAR);
  return [
    s('rect.race-ground', ground),
    s('path.race-lines', { d: lines.join('') }),
    ...SQUARES_ALL.flatMap((square) => diamond(squareBox(square), diamondAt(square))),
    s('path.race-star', { d: starPath(star.x, star.y, 4.4, 5) }),
  ];
}

/** @param {Box} box @param {number} points 0: it is none */
function diamond({ x, y }, points) {
  if (points === 0) return [];
  const far = 4.7;
  return [
    s('path.race-diamond', {
      d: `M${x} ${y - far}L${x + far} ${y}L${x} ${y + far}L${x - far} ${y}Z`,
      'data-points': points,
    }),
    s('text.race-points', { x, y, 'font-size': 5.2 }, points),
  ];
}

/** The track: its spaces with their numbers, and the marks of its corners. */
export function trackView() {
  const spaces = upTo(SPACES).map((at) => spaceView(at + 1));
  return {
    elements: spaces.map(({ element }) => element),
    /** @param {number | null} target the space that ends the game */
    draw(target) {
      for (const { draw } of spaces) draw(target);
    },
  };
}

/** @param {number} space */
function spaceView(space) {
  const { x, y, width, height } = spaceBox(space);
  const isCorner = space % CORNER === 0;
  const rect = s('rect.race-space', {
    x: x - width / 2 + 0.35,
    y: y - height / 2 + 0.35,
    width: width - 0.7,
    height: height - 0.7,
    rx: 1.4,
    'data-mark': isCorner ? 'corner' : space % MARKED === 0 ? 'five' : null,
  });
  const at = { x, y: isCorner ? y - 1.4 : y, 'font-size': 5 };
  const number = s('text', at, numberOn(space));
  const mark = isCorner && s('text', { x, y: y + 2.5, 'font-size': 3.1 }, space);
  return {
    element: s('g', { 'data-space': space }, rect, number, mark),
    /** @param {number | null} target */
    draw(target) {
      attr(rect, 'data-target', target === space ? 'true' : null);
    },
  };
}

/** Spaces that would be walked, each in the colour of its seat. */
export function walkView() {
  const element = s('g.race-walk');
  return {
    element,
    /** @param {{ side: number, from: number, to: number }[]} walks in points */
    draw(walks) {
      const steps = walks.flatMap(({ side, from, to }) =>
        upTo(to - from).map((at) => ({ side, space: from + at + 1 })),
      );
      keyed(
        element,
        steps,
        ({ side, space }) => [side, space],
        ({ side, space }) => {
          const { x, y, width, height } = spaceBox(space);
          return s('rect.race-step', {
            x: x - width / 2 + 0.35,
            y: y - height / 2 + 0.35,
            width: width - 0.7,
            height: height - 0.7,
            rx: 1.4,
            'data-side': side,
          });
        },
      );
    },
  };
}

/** A drawing over the whole field. @param {string} look @param {(SVGElement | null)[]} parts */
export const layer = (look, ...parts) =>
  s('svg', { class: look, viewBox: `0 0 ${SIDE} ${SIDE}`, 'aria-hidden': 'true' }, ...parts);

/** Puts an element where a box of the field lies. @param {HTMLElement} element @param {Box} box */
export function lay(element, { x, y, width, height }) {
  const part = (/** @type {number} */ length) => `${((length / SIDE) * 100).toFixed(3)}%`;
  Object.assign(element.style, {
    left: part(x - width / 2),
    top: part(y - height / 2),
    width: part(width),
    height: part(height),
  });
}
