/** The mark beside a player's name: the initial of a person, or a computer player's own face. */
import { attr, fill, h, s } from '../dom.js';

/** @import { Sitter } from '../format/words.js' */

/** What tells the faces of computer players apart besides their colours, by seat: their mouths. */
const MOUTHS = [
  'M8 15.5q4 3.5 8 0',
  'M8.5 15.5h7q-.5 3-3.5 3t-3.5-3z',
  'M9 16.5h6',
  'M10.2 16a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0',
];

/** A mark that follows who sits at a seat. Names stand beside it: it is decoration. */
export function faceView() {
  const element = h('span', { class: 'face', 'aria-hidden': 'true' });
  let drawn = '';
  return {
    element,
    /** @param {Sitter | null} sitter @param {number} seat */
    draw(sitter, seat) {
      const initial = sitter?.computer ? '' : [...(sitter?.name ?? '')][0]?.toUpperCase();
      const now = sitter?.computer ? `computer ${seat}` : `person ${initial}`;
      if (now === drawn) return;
      drawn = now;
      attr(element, 'data-computer', sitter?.computer ? seat : null);
      fill(element, sitter?.computer ? computerFace(MOUTHS[seat]) : initial);
    },
  };
}

/** @param {string} mouth */
function computerFace(mouth) {
  return s(
    'svg',
    { viewBox: '0 0 24 24' },
    s('path', { class: 'face-aerial', d: 'M12 5V2.5' }),
    s('rect', { class: 'face-head', x: 2, y: 5, width: 20, height: 17, rx: 6 }),
    s('circle', { class: 'face-eye', cx: 8, cy: 11.5, r: 1.8 }),
    s('circle', { class: 'face-eye', cx: 16, cy: 11.5, r: 1.8 }),
    s('path', { class: 'face-mouth', d: mouth }),
  );
}
