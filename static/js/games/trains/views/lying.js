/** Tiles on the board that lie at any angle, and how a new one comes to its place. */
import { h, prefersLessMotion } from '../../../dom.js';
import { drawNumbered, turnNumbered } from '../../../tiles/numerals.js';

/** @import { Box, Place } from '../../contract.js' */

/** The box of the standing tile, which is turned by the angle. @typedef {Box & { angle: number }} Lying */

/** How long a tile takes to its place, in milliseconds. */
const FLY_MS = 340;

/** How far a tile is turned by its drawing, so that the light falls from above, and by its box. @param {number} angle */
export function turnsOf(angle) {
  const drawn = (Math.round(angle / 90) * 90) % 360;
  const rest = ((((angle - drawn) % 360) + 540) % 360) - 180;
  return { drawn, rest };
}

/** The box of a tile as it is drawn, at a right angle. @param {Lying} lying @returns {Lying} */
export function drawnBox({ x, y, width, height, angle }) {
  const { drawn } = turnsOf(angle);
  const lies = drawn % 180 !== 0;
  return {
    x,
    y,
    width: lies ? height : width,
    height: lies ? width : height,
    angle: drawn,
  };
}

/** Puts an element where a box lies. @param {HTMLElement} element @param {Box} box by its middle */
export function put(element, { x, y, width, height }) {
  Object.assign(element.style, {
    left: `${(x - width / 2).toFixed(1)}px`,
    top: `${(y - height / 2).toFixed(1)}px`,
    width: `${width.toFixed(1)}px`,
    height: `${height.toFixed(1)}px`,
  });
}

/** @param {string} tile @param {string} look its class */
export function lyingTile(tile, look) {
  const drawing = drawNumbered(tile);
  const element = h('div', { class: look }, drawing);
  let turned = 0;
  return {
    element,
    /** @param {Lying} lying */
    draw(lying) {
      const { drawn, rest } = turnsOf(lying.angle);
      if (drawn !== turned) turnNumbered(drawing, drawn);
      turned = drawn;
      put(element, drawnBox(lying));
      element.style.rotate = rest === 0 ? '' : `${rest.toFixed(1)}deg`;
    },
  };
}

/** Has a tile come to its place. @param {HTMLElement} made @param {ReturnType<Place['origin']>} start on the board */
export function flyIn(made, start) {
  const board = made.closest('.board')?.getBoundingClientRect();
  if (start === 'there' || !board || prefersLessMotion()) return;
  const box = made.getBoundingClientRect();
  const x = start ? start.x + board.left - box.left - box.width / 2 : 0;
  const y = start ? start.y + board.top - box.top - box.height / 2 : 0;
  // The box may be turned: it is moved before that.
  const translate = [x, y].map((far) => `${far}px`).join(' ');
  const from = start ? { translate } : { scale: '1.9' };
  const way = [{ ...from, opacity: 0.2 }, { opacity: 1, offset: 0.4 }, {}];
  made.animate(way, { duration: FLY_MS, easing: 'cubic-bezier(.2, .8, .25, 1)' });
}
