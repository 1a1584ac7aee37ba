/** The reactions, drawn 32 units square: no font is needed, and they look the same everywhere. */
import { s } from '../../dom.js';

/** @import { Reaction } from '../../protocol.js' */

/** @param {...SVGElement} features */
function face(...features) {
  return [s('circle', { class: 'mood-face', cx: 16, cy: 16, r: 13 }), ...features];
}

/** @param {number} cx @param {number} cy @param {number} [r] */
const dot = (cx, cy, r = 1.9) => s('circle', { class: 'mood-dot', cx, cy, r });
/** @param {string} d */
const line = (d) => s('path', { class: 'mood-line', d });
/** @param {string} d */
const strokes = (d) => s('path', { class: 'mood-strokes', d });
/** @param {string} d */
const hand = (d) => s('path', { class: 'mood-hand', d });

/** @type {Record<Reaction, () => SVGElement[]>} */
const ART = {
  thumbs_up: () => [
    hand(
      'M11 14.5l4.6-9.2c2.1-.5 3.8 1 3.5 3.2L18.3 13h6.2c2 0 3.2 1.7 2.7 3.5l-2.3 8c-.4 1.5-1.5 2.3-3 2.3H11z',
    ),
    s('rect', { class: 'mood-cuff', x: 4.5, y: 13.8, width: 6.5, height: 13.4, rx: 1.8 }),
  ],
  clap: () => [
    hand(
      'M7.2 17.4l6.4-7.6c1.5-1.7 3.8.2 2.5 2l-2.2 3 5-5.8c1.5-1.7 3.9.3 2.5 2.1l-1.2 1.5c1.5-1.3 3.5.5 2.3 2.2l-1 1.3c1.5-.8 2.9.9 1.8 2.4l-5.6 7.2c-2.6 3.2-7.1 3.5-9.9.8-2.6-2.5-2.7-6.4-.6-9.1z',
    ),
    strokes('M8.5 6.5l1 3.2M13.5 3.8v3.4M18.8 4.8l-1.3 3M26 21.5l2.6 1.2M25.5 25.8l2 2'),
  ],
  laugh: () =>
    face(
      line('M8.5 13.2q2-3 4.2 0M19.3 13.2q2-3 4.2 0'),
      s('path', { class: 'mood-mouth', d: 'M8.8 17.5h14.4q-.8 7.2-7.2 7.2t-7.2-7.2z' }),
    ),
  wow: () =>
    face(
      dot(11.5, 13),
      dot(20.5, 13),
      line('M9 8.8q2-1.7 4-.7M23 8.8q-2-1.7-4-.7'),
      s('ellipse', { class: 'mood-mouth', cx: 16, cy: 21.5, rx: 3.2, ry: 4 }),
    ),
  think: () =>
    face(
      dot(12, 13.5),
      dot(20.5, 13.5),
      line('M9 10.2q2.4-1 4.6.2M18.5 8.5q2.5-1.2 4.5.3M12.5 20.8q4-2.2 7.5-.6'),
      hand(
        'M8.5 30c-1.8-3.4-.6-6.5 2.2-7.2l6-1.5c1.7-.3 2.3 1.9.7 2.5l-2.7 1c1.7 1.7.7 5.2-2.5 5.7z',
      ),
    ),
  sad: () =>
    face(
      dot(11.5, 14),
      dot(20.5, 14),
      line('M8.8 10.6l4-1.5M23.2 10.6l-4-1.5M11 22.8q5-4.6 10 0'),
      s('path', { class: 'mood-tear', d: 'M22 16.5q3 4 0 5t0-5' }),
    ),
};

/**
 * Draws a reaction; null for one that this client doesn't know.
 * @param {string} reaction
 * @returns {SVGSVGElement | null}
 */
export function drawReaction(reaction) {
  if (!(reaction in ART)) return null;
  return s(
    'svg',
    { class: 'mood', viewBox: '0 0 32 32', 'aria-hidden': 'true', focusable: 'false' },
    ...ART[/** @type {Reaction} */ (reaction)](),
  );
}
