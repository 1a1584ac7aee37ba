/**
 * What a person sees of a table in a window of some size, and what of it is wrong: something reaches
 * beyond the window, is cut off, lies over something else, or is too small.
 */
import { overlap, windowOf, within } from './boxes.js';
import { look } from './screen_look.js';
import { lineIn } from './unit/samples.js';

/** @typedef {import('./boxes.js').Edges} Edges */
/** @typedef {import('./boxes.js').Size} Size */

/**
 * Something that is to be seen whole: a tile, a card, a button, a line of text.
 *
 * @typedef {object} Piece
 * @property {string} name
 * @property {string} kind
 * @property {Edges} box all of it
 * @property {Edges} shown what the areas around it leave of it
 * @property {number[]} inside the numbers of the pieces that it is a part of
 * @property {boolean} cut a part of it is hidden and can't be scrolled to
 * @property {boolean} shortened it ends with an ellipsis
 * @property {number[]} scrollers the numbers of the areas that scroll it
 * @property {number} holder the one of them in which it stays where it is; -1 for none
 * @property {string | null} under what lies over its middle, where it is pressed
 */

/**
 * @typedef {object} Seen
 * @property {Piece[]} pieces
 * @property {Size} page with what is beyond the window
 * @property {Edges} felt
 * @property {Edges} board
 * @property {Edges | null} summary
 * @property {Edges[]} totals the points of the sides
 * @property {number} tile the least short side of a tile on the table; Infinity if there is none
 */

/** The least share of the window's height that the board has. */
const BOARD_LEAST = 0.35;
/** The least share of the felt's area that the board has: the other parts of the felt must not crowd it out. */
export const FELT_LEAST = 0.45;

/**
 * The least short side of a tile on the table: of double-six all tiles may lie. At the end of a round nothing is
 * put to them, and the hands have room beside them.
 * @param {Size} size
 * @param {number} laid
 * @param {boolean} over
 */
function tileLeast({ width }, laid, over) {
  if (laid > 28 || over) return width < 360 ? 16 : 18;
  return width < 360 ? 18 : 24;
}

/** How much of a name that is shortened is left at least, in pixels. */
const NAME_LEAST = 24;

/**
 * Waits until the page shows a table and nothing moves, and says what is seen then: before anything else happens
 * on the page, such as a clock that ticks.
 *
 * @param {import('@playwright/test').Page} page
 * @param {import('../static/js/protocol.js').Snapshot} table
 * @returns {Promise<Seen>}
 */
export async function see(page, { view }) {
  const line = view && lineIn(view);
  const over = line?.board.phase.type !== 'playing';
  const expected = {
    laid: line?.layout.length ?? 0,
    held: over ? 0 : (line?.own?.hand.length ?? 0),
    over,
    size: page.viewportSize(),
  };
  return await page.evaluate(`(${atRest})(${JSON.stringify(expected)}).then(${look})`);
}

/**
 * Runs in the page. What follows from a new size comes within a frame or two, so a page that looks the
 * same for three frames is at rest.
 *
 * @param {{ laid: number, held: number, over: boolean, size: Size | null }} expected
 */
async function atRest({ laid, held, over, size }) {
  const FRAMES_MAX = 300;
  const all = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)];
  const isThere = () =>
    innerWidth === size?.width &&
    innerHeight === size.height &&
    all('.counted-sum').length === 0 &&
    all('.laid').length === laid &&
    all('.held').filter((one) => one.checkVisibility()).length === held &&
    all('.summary').some((one) => one.checkVisibility()) === over;
  const places = () =>
    all('.board, .laid, .held, .seat, .summary, button').map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y, width, height];
    });
  let before = '';
  for (let [frame, same] = [0, 0]; same < 3; frame += 1) {
    if (frame === FRAMES_MAX) throw new Error('The page doesn’t come to rest.');
    // What a frame leaves for later, such as a new layout, comes before what is left for later here.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const now = isThere() ? JSON.stringify(places()) : '';
    same = now !== '' && now === before ? same + 1 : 0;
    before = now;
  }
}

/** The share of the window's height that the board has. @param {Seen} seen @param {Size} size */
export const boardShare = ({ board }, { height }) => (board.bottom - board.top) / height;

/** @param {Edges} edges */
const areaOf = ({ left, top, right, bottom }) => (right - left) * (bottom - top);

/** The share of the felt's area that the board has. @param {{ board: Edges, felt: Edges }} seen */
export const feltShare = ({ board, felt }) => areaOf(board) / areaOf(felt);

/**
 * What is wrong with what is seen, in words.
 *
 * @param {Seen} seen
 * @param {Size} size
 * @param {(text: string) => boolean} mayShorten whether a text may end with an ellipsis
 * @param {number} [boardLeast] the least share of the window's height that the board has
 */
export function faultsOf(seen, size, mayShorten, boardLeast = BOARD_LEAST) {
  const { pieces } = seen;
  const texts = ofTexts(pieces, mayShorten);
  return [
    ...new Set([
      ...ofSize(seen, size, boardLeast),
      ...ofPlace(seen, size),
      ...texts,
      ...ofCover(seen),
    ]),
  ];
}

/** @param {Seen} seen @param {Size} size @param {number} boardLeast */
function ofSize(seen, size, boardLeast) {
  const { page, pieces, tile } = seen;
  const laid = pieces.filter(({ kind }) => kind === 'laid').length;
  const share = boardShare(seen, size);
  const [wide, high] = [page.width - size.width, page.height - size.height];
  return [
    wide > 0 && 'the page is wider than the window',
    high > 0 && 'the page is higher than the window',
    share < boardLeast && 'the board is too low',
    feltShare(seen) < FELT_LEAST && 'the board has too little of the felt',
    tile < tileLeast(size, laid, seen.summary !== null) - 0.1 &&
      'the tiles on the table are too small',
  ].filter((fault) => fault !== false);
}

/** @param {Seen} seen @param {Size} size */
function ofPlace({ pieces, felt, board, summary, totals }, size) {
  const window = windowOf(size);
  const faults = pieces.flatMap(({ kind, name, box, shown, cut, inside }) => [
    ...(within(shown, window) ? [] : [`${name} reaches beyond the window`]),
    ...(cut ? [`${name} is cut off`] : []),
    ...(kind === 'laid' && !within(box, board) ? [`${name} reaches beyond the board`] : []),
    ...(inside.some((i) => isWider(shown, pieces[i])) ? [`${name} is wider than its card`] : []),
  ]);
  if (!within(board, felt)) faults.push('the board reaches beyond the felt');
  if (!summary) return faults;
  const mains = pieces.filter(({ kind }) => kind === 'main');
  const isHidden = mains.some(({ cut, box, shown }) => cut || !within(box, shown));
  if (isHidden || mains.length === 0) faults.push('a main button isn’t all in the window');
  const isUnder = (/** @type {Edges} */ one) => mains.some(({ box }) => overlap(one, box));
  if (totals.some((one) => !within(one, summary) || isUnder(one)))
    faults.push('the points of a side aren’t all in the window');
  return faults;
}

/** @param {Edges} part @param {Piece} whole */
const isWider = ({ left, right }, { kind, box }) =>
  kind === 'card' && (left < box.left || right > box.right);

/** @param {Piece[]} pieces @param {(text: string) => boolean} mayShorten */
function ofTexts(pieces, mayShorten) {
  const isBad = (/** @type {Piece} */ { name, shortened, shown }) =>
    shortened && (!mayShorten(name) || shown.right - shown.left < NAME_LEAST);
  return pieces.filter(isBad).map(({ name }) => `${name} is shortened`);
}

/** @param {Seen} seen */
function ofCover({ pieces, board, summary }) {
  const faults = pieces.flatMap(({ name, under }) => (under ? [`${under} covers ${name}`] : []));
  if (summary && overlap(summary, board)) faults.push('the summary covers the board');
  pieces.forEach((one, i) => {
    pieces.slice(0, i).forEach((other, j) => {
      if (!overlap(one.shown, other.shown) || mayOverlap(one, other, j)) return;
      faults.push(`${other.name} and ${one.name} overlap`);
    });
  });
  return faults;
}

/**
 * @param {Piece} one
 * @param {Piece} other
 * @param {number} number of the other one
 */
function mayOverlap(one, other, number) {
  const isPart = one.inside.includes(number);
  // The points of the last play hang beside its tile, over the neighbours.
  if (one.kind === 'points' && other.kind === 'laid') return !isPart;
  return isPart || mayScrollUnder(one, other) || mayScrollUnder(other, one);
}

/** Whether a piece goes under what its area holds fast. @param {Piece} one @param {Piece} other */
const mayScrollUnder = (one, { holder }) =>
  holder >= 0 && one.holder !== holder && one.scrollers.includes(holder);
