/**
 * Faces, drawn on 24 units square: for people out of their names, the same at every table and on every page,
 * and for computer players out of their levels. Nobody's face has a human colour, so that no face is a wrong
 * likeness. They are decoration: names stand beside them.
 */
import { s } from './dom.js';
import { LEVELS } from './select.js';

/** @import { Level } from './protocol.js' */

/** The colours of each part, as `css/tokens.css` names them. */
const TOKENS = {
  ground: ['ground-one', 'ground-two', 'ground-three', 'ground-four', 'ground-five', 'ground-six'],
  skin: ['skin-one', 'skin-two', 'skin-three', 'skin-four', 'skin-five'],
  hair: ['hair-one', 'hair-two', 'hair-three', 'hair-four', 'hair-five'],
  cloth: ['cloth-one', 'cloth-two', 'cloth-three', 'cloth-four', 'cloth-five'],
};

/** What is on the head: short hair, long hair, curls, a bun, a cap, and spikes. */
const HEADS = [
  'M5.8 11.6a6.2 6.6 0 0 1 12.4 0Q17 8.4 12 8.2T5.8 11.6z',
  'M5 17.5v-7a7 7 0 0 1 14 0v7h-2.4v-6.7Q14 9.8 12.4 7.6 10.4 10.2 7.4 10.8v6.7z',
  'M6 11.8a2.4 2.4 0 0 1 .3-4.4 2.6 2.6 0 0 1 3.9-2.8 2.8 2.8 0 0 1 4.6.3 2.5 2.5 0 0 1 3.2 3 2.4 2.4 0 0 1 0 3.9Q16.6 8.6 12 8.6T6 11.8z',
  'M9.6 3.4a2.4 2.4 0 0 1 4.8 0 2.4 2.4 0 0 1-.7 1.7q4.5 1.1 4.5 6.5-1.2-3.2-6.2-3.4t-6.2 3.4q0-5.4 4.5-6.5a2.4 2.4 0 0 1-.7-1.7z',
  'M5.5 9.4a6.5 5.8 0 0 1 13 0l2.1 1.3H4.6z',
  'M6.2 11.2L5.6 6.6l2.6 1.6.8-3.6 2.2 2.4L12.6 3l1.8 4 2.8-2-.4 3.4 2-.6-1 3.6Q17 8.8 12 8.8t-5.8 2.4z',
];

const MOUTHS = ['M9.7 14.4q2.3 2 4.6 0', 'M9.5 14.2h5q-.4 2.3-2.5 2.3t-2.5-2.3z', 'M10.2 15h3.6'];

/** How many faces have no glasses for each that has. */
const WITHOUT_GLASSES = 3;

/** Numbers that look random and follow from a text (FNV-1a, mixed once more for each). @param {string} text */
function numbersFrom(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) {
    hash = Math.imul(hash ^ Number(letter.codePointAt(0)), 0x01000193);
  }
  return (/** @type {number} */ below) => {
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return ((hash ^ (hash >>> 13)) >>> 0) % below;
  };
}

/** The marks that tell a name's direction: a name has one face with and without them. */
const ISOLATES = /[\u2066-\u2069]/g;

/** How a person looks: numbers in the lists above. Pure. @param {string} name */
export function faceOf(name) {
  const next = numbersFrom(name.replace(ISOLATES, ''));
  return {
    ground: next(TOKENS.ground.length),
    skin: next(TOKENS.skin.length),
    hair: next(TOKENS.hair.length),
    cloth: next(TOKENS.cloth.length),
    head: next(HEADS.length),
    mouth: next(MOUTHS.length),
    glasses: next(WITHOUT_GLASSES + 1) === 0,
  };
}

/** The face of a person. @param {string} name */
export function personFace(name) {
  const face = faceOf(name);
  const colour = (/** @type {keyof typeof TOKENS} */ part) => `var(--${TOKENS[part][face[part]]})`;
  const isCap = face.head === 4;
  return drawing(
    s('circle', { cx: 12, cy: 12, r: 12, fill: colour('ground') }),
    s('path', { d: 'M3.8 20.7a8.3 6 0 0 1 16.4 0A12 12 0 0 1 3.8 20.7z', fill: colour('cloth') }),
    s('rect', { x: 6.2, y: 5.2, width: 11.6, height: 13.2, rx: 5.8, fill: colour('skin') }),
    s('path', { d: HEADS[face.head], fill: colour(isCap ? 'cloth' : 'hair') }),
    ...[9.5, 14.5].map((cx) => s('circle.face-eye', { cx, cy: 11.8, r: 0.95 })),
    s('path', { class: face.mouth === 1 ? 'face-eye' : 'face-pen', d: MOUTHS[face.mouth] }),
    ...(face.glasses ? [s('path.face-pen', { d: glasses(9.3, 14.7, 2.1) })] : []),
  );
}

/** What tells the levels apart, weakest first: a chick, ears, a visor, and glasses under a doctoral cap. */
const ROBOTS = [
  () => [
    s('path.face-aerial', { d: 'M12 4V2.2' }),
    s('rect.face-head', { x: 2.5, y: 4, width: 19, height: 18.5, rx: 9.2 }),
    ...eyes(2.3),
    s('path.face-mouth', { d: 'M10 17q2 1.5 4 0' }),
  ],
  () => [
    s('path.face-aerial', { d: 'M1.2 11v5M22.8 11v5' }),
    s('rect.face-head', { x: 3, y: 4.5, width: 18, height: 17.5, rx: 5.5 }),
    ...eyes(1.7),
    s('path.face-eye', { d: 'M8 15.5h8q-.7 3.6-4 3.6t-4-3.6z' }),
  ],
  () => [
    s('path.face-aerial', { d: 'M8 5L6.5 2M16 5l1.5-3' }),
    s('rect.face-head', { x: 2.5, y: 4.8, width: 19, height: 17.2, rx: 4 }),
    s('rect.face-eye', { x: 4.8, y: 8.5, width: 14.4, height: 5.6, rx: 2.8 }),
    ...[9, 15].map((cx) => s('circle.face-head', { cx, cy: 11.3, r: 1.4 })),
    s('path.face-mouth', { d: 'M9 18.2h6' }),
  ],
  () => [
    s('rect.face-head', { x: 3.5, y: 5, width: 17, height: 17, rx: 6 }),
    s('path.face-eye', { d: 'M12 1l11 4-11 4L1 5zM21 5.5h1.2v5.2H21z' }),
    ...eyes(1.2),
    s('path.face-mouth', { d: glasses(8, 16, 2.9) }),
    s('path.face-mouth', { d: 'M9.5 18q2.8 1.4 5-.5' }),
  ],
];

/** @param {number} r */
const eyes = (r) => [8, 16].map((cx) => s('circle.face-eye', { cx, cy: 12, r }));

/** Two round glasses and their bridge. @param {number} left @param {number} right @param {number} r */
function glasses(left, right, r) {
  const lens = (/** @type {number} */ x) =>
    `M${x - r} 12a${r} ${r} 0 1 0 ${2 * r} 0 ${r} ${r} 0 1 0-${2 * r} 0`;
  return `${lens(left)}${lens(right)}M${left + r} 12h${right - left - 2 * r}`;
}

/** The face of a computer player. Its colour goes with the seat (`css/player.css`). @param {Level} level */
const computerFace = (level) => drawing(...ROBOTS[LEVELS.indexOf(level)]());

/** The face of a player at a seat. @param {{ name: string, computer?: Level }} sitter */
export const faceFor = ({ name, computer }) =>
  computer ? computerFace(computer) : personFace(name);

/** @param {...SVGElement} parts */
const drawing = (...parts) => s('svg', { viewBox: '0 0 24 24' }, ...parts);
