/** The faces of computer players. */
import { s } from '../../dom.js';

/** The mouths of the faces, by seat: they tell the faces apart besides the colours. */
const MOUTHS = [
  'M8 15.5q4 3.5 8 0',
  'M8.5 15.5h7q-.5 3-3.5 3t-3.5-3z',
  'M9 16.5h6',
  'M10.2 16a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0',
];

/** The face of a computer player. Its name stands beside it. @param {number} seat */
export function computerFace(seat) {
  return s(
    'svg',
    { viewBox: '0 0 24 24' },
    s('path', { class: 'face-aerial', d: 'M12 5V2.5' }),
    s('rect', { class: 'face-head', x: 2, y: 5, width: 20, height: 17, rx: 6 }),
    s('circle', { class: 'face-eye', cx: 8, cy: 11.5, r: 1.8 }),
    s('circle', { class: 'face-eye', cx: 16, cy: 11.5, r: 1.8 }),
    s('path', { class: 'face-mouth', d: MOUTHS[seat] }),
  );
}
