/** A drawn example: a part of the board with tiles and tried placements, or of the track. */
import { attr, s } from '../../../dom.js';
import { joinList, t } from '../../../i18n/index.js';
import { drawTile } from '../../../tiles/tile.js';
import { exampleView } from '../../../tiles/views/example.js';
import {
  diamondAt,
  isSameSquare,
  numberOn,
  placedOf,
  SIZE,
  STAR,
  squareName,
  squareOf,
} from '../board.js';

/** @import { Placed, Square } from '../board.js' */
/** @import { Figure } from '../figures.js' */

/** The side of a square, in pixels. */
const SIDE = 34;
/** The side of a square where the whole board is drawn. */
const SIDE_SMALL = 20;
/** Squares around what lies. */
const MARGIN = 1;
/** A wider board has a row of its own. */
const WIDE = 340;
/** The spaces of the track that are drawn. */
const SPACES = 10;
/** The side of a space, in pixels. */
const SIDE_SPACE = 26;

/** How far a standing tile, its higher end on top, is turned clockwise so that the lower end lies there. */
const ANGLES = { down: 0, left: 90, up: 180, right: 270 };

/** @param {Figure} figure */
export function figureView({ hands, caption, good, best, ...shown }) {
  const drawn = shown.space === null ? drawBoard(shown) : drawTrack(shown.space);
  const isWide = Number(drawn.getAttribute('width')) > WIDE;
  return exampleView(drawn, { hands, caption, good, best, isWide });
}

/** @param {Pick<Figure, 'board' | 'tried' | 'ends' | 'whole'>} figure */
function drawBoard({ board, tried, ends, whole }) {
  const laid = board.map(placedOf);
  const trying = tried.map(({ place, allowed }) => ({ placed: placedOf(place), allowed }));
  const { from, to } = whole
    ? { from: { row: 0, column: 0 }, to: { row: SIZE - 1, column: SIZE - 1 } }
    : around([...laid, ...trying.map(({ placed }) => placed)].flatMap(({ halves }) => halves));
  const side = whole ? SIDE_SMALL : SIDE;
  const [columns, rows] = [to.column - from.column + 1, to.row - from.row + 1];
  /** @param {Square} square */
  const at = ({ row, column }) => ({
    x: (column - from.column) * side,
    y: (row - from.row) * side,
  });
  const squares = Array.from({ length: rows * columns }, (_, i) => ({
    row: from.row + Math.floor(i / columns),
    column: from.column + (i % columns),
  }));
  return s(
    'svg.example-table',
    {
      viewBox: `-1 -1 ${columns * side + 2} ${rows * side + 2}`,
      width: columns * side,
      height: rows * side,
      role: 'img',
      'aria-label': boardWords(laid, tried, whole),
    },
    ...squares.map((square) => drawSquare(square, at(square), side)),
    ...laid.map((placed) => tileAt(placed, at, side)),
    ...ends.map((name) => {
      const { x, y } = at(squareOf(name));
      return s('rect.example-end', {
        x: x + 2,
        y: y + 2,
        width: side - 4,
        height: side - 4,
        rx: 5,
      });
    }),
    ...trying.flatMap(({ placed, allowed }) => triedAt(placed, allowed, at, side)),
  );
}

/** The part of the board around some squares. @param {Square[]} squares */
function around(squares) {
  /** @param {'row' | 'column'} axis */
  const span = (axis) => {
    const all = squares.map((square) => square[axis]);
    return [Math.max(0, Math.min(...all) - MARGIN), Math.min(SIZE - 1, Math.max(...all) + MARGIN)];
  };
  const [top, bottom] = span('row');
  const [left, right] = span('column');
  return { from: { row: top, column: left }, to: { row: bottom, column: right } };
}

/** @param {Square} square @param {{ x: number, y: number }} at @param {number} side */
function drawSquare(square, { x, y }, side) {
  const points = diamondAt(square);
  const [middle, centre] = [x + side / 2, y + side / 2];
  return s(
    'g',
    s('rect.example-square', { x, y, width: side, height: side }),
    ...(points > 0 ? diamondMark(middle, centre, side * 0.44, points) : []),
    isSameSquare(square, STAR) &&
      s('path.example-star', { d: starPath(middle, centre, side * 0.4) }),
  );
}

/** A diamond with its points. @param {number} x @param {number} y @param {number} r @param {number} points */
const diamondMark = (x, y, r, points) => [
  s('path.example-diamond', { d: `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z` }),
  s('text.example-points', { x, y, 'font-size': r * 0.95 }, points),
];

/** @param {number} x @param {number} y @param {number} r */
function starPath(x, y, r) {
  const corners = Array.from({ length: 10 }, (_, i) => {
    const [angle, far] = [(i * Math.PI) / 5, i % 2 === 0 ? r : r * 0.42];
    return `${(x + far * Math.sin(angle)).toFixed(1)} ${(y - far * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}

/** The box of a placement, in pixels. @param {Placed} placed @param {(square: Square) => { x: number, y: number }} at @param {number} side */
function boxOf({ halves: [high, low] }, at, side) {
  const [one, other] = [at(high), at(low)];
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x) + side,
    height: Math.abs(one.y - other.y) + side,
  };
}

/** @param {Placed} placed @param {(square: Square) => { x: number, y: number }} at @param {number} side */
function tileAt(placed, at, side) {
  const drawing = drawTile(placed.tile, ANGLES[placed.direction]);
  for (const [name, value] of Object.entries(boxOf(placed, at, side))) attr(drawing, name, value);
  return drawing;
}

/** @param {Placed} placed @param {boolean} allowed @param {(square: Square) => { x: number, y: number }} at @param {number} side */
function triedAt(placed, allowed, at, side) {
  const box = boxOf(placed, at, side);
  if (allowed)
    return [
      tileAt(placed, at, side),
      s('rect.example-tried', { ...box, rx: 6 }),
      ...coveredMarks(placed, at, side),
    ];
  const [left, top] = [box.x + 5, box.y + 5];
  const [right, bottom] = [box.x + box.width - 5, box.y + box.height - 5];
  return [
    tileAt(placed, at, side),
    s('rect.example-tried.example-refused', { ...box, rx: 6 }),
    s('path.example-cross', {
      d: `M${left} ${top}L${right} ${bottom}M${right} ${top}L${left} ${bottom}`,
    }),
  ];
}

/** The diamond that a placement covers, at the corner of its square. @param {Placed} placed @param {(square: Square) => { x: number, y: number }} at @param {number} side */
function coveredMarks({ halves }, at, side) {
  const covered = halves.filter((half) => diamondAt(half) > 0);
  return covered.map((half) => {
    const { x, y } = at(half);
    return s(
      'g.example-covered',
      ...diamondMark(x + side - 3, y + 3, side * 0.34, diamondAt(half)),
    );
  });
}

/** The squares of a placement: "6-4 8H–8G". @param {Placed} placed */
const placedWords = ({ tile, halves: [high, low] }) =>
  `${tile} ${squareName(high)}–${squareName(low)}`;

/** The board for who doesn't see it. @param {Placed[]} laid @param {Figure['tried']} tried @param {boolean} whole */
function boardWords(laid, tried, whole) {
  if (whole) return t('race.figure.whole');
  const tiles = joinList(laid.map(placedWords));
  const places = joinList(tried.map(({ place }) => placedWords(placedOf(place))));
  return t('race.figure.board', { tiles, places });
}

/** The first spaces of the track, with a piece. @param {number} points */
function drawTrack(points) {
  const numbers = Array.from({ length: SPACES }, (_, i) => numberOn(i + 1) ?? 0);
  const words = t('race.figure.spaces', { numbers: joinList(numbers), n: points });
  return s(
    'svg.example-table',
    {
      viewBox: `-1 -1 ${SPACES * SIDE_SPACE + 2} ${2 * SIDE_SPACE}`,
      width: SPACES * SIDE_SPACE,
      height: 2 * SIDE_SPACE,
      role: 'img',
      'aria-label': words,
    },
    ...numbers.flatMap((number, i) => {
      const [x, middle] = [i * SIDE_SPACE, (i + 0.5) * SIDE_SPACE];
      const isHere = i + 1 === points;
      return [
        s('rect', {
          x,
          y: 0,
          width: SIDE_SPACE,
          height: SIDE_SPACE,
          class: isHere ? 'example-space example-here' : 'example-space',
        }),
        s('text.example-number', { x: middle, y: SIDE_SPACE / 2, 'font-size': 15 }, number),
        s('text.example-count', { x: middle, y: SIDE_SPACE * 1.4, 'font-size': 12 }, i + 1),
      ];
    }),
  );
}
