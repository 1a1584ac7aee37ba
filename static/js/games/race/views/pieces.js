/** The pieces on the track: each has the colour and the shape of its seat, and the number that it stands on. */
import { attr, h, keyedViews, prefersLessMotion, s, setText } from '../../../dom.js';
import { standing } from '../../../select.js';
import { numberOn } from '../board.js';
import { standsOn } from '../talk.js';
import { lay, upTo } from './backdrop.js';
import { SIDE, SPACES, standAt } from './geometry.js';

/** @import { Table } from '../../../state.js' */
/** @import { Point } from './geometry.js' */

/** The shapes of the seats, in a box from -10 to 10, and where the number is in them. */
const SHAPES = [
  { d: 'M0 -9A9 9 0 0 1 0 9A9 9 0 0 1 0 -9Z', y: 0 },
  { d: 'M-6 -8H6Q8 -8 8 -6V6Q8 8 6 8H-6Q-8 8 -8 6V-6Q-8 -8 -6 -8Z', y: 0 },
  {
    d: 'M0 -9.6Q1 -9.6 1.6 -8.6L9.6 6.6Q10 8.6 8 8.8H-8Q-10 8.6 -9.6 6.6L-1.6 -8.6Q-1 -9.6 0 -9.6Z',
    y: 2.4,
  },
  {
    d: 'M0 -10Q.8 -10 1.4 -9.4L9.4 -1.4Q10 0 9.4 1.4L1.4 9.4Q0 10 -1.4 9.4L-9.4 1.4Q-10 0 -9.4 -1.4L-1.4 -9.4Q-.8 -10 0 -10Z',
    y: 0,
  },
];

/** How large a piece is on the field, and where several stand together. */
const SIZE = 8.4;
const SMALL = 6;

/** How long a piece takes from space to space, and for the whole way at most, in milliseconds. */
const STEP_MS = 130;
const WALK_MS = 1600;

/** A drawn piece. @param {number} seat */
export function pieceView(seat) {
  const { d, y } = SHAPES[seat];
  const number = s('text', { x: 0, y, 'font-size': 12 });
  const element = s(
    'svg.race-piece',
    { viewBox: '-11 -11 22 22', 'data-side': seat, 'aria-hidden': 'true' },
    s('path', { d }),
    number,
  );
  return {
    element,
    /** @param {number} points */
    draw: (points) => setText(number, String(numberOn(points) ?? '')),
  };
}

/** @param {number} points the space that a piece stands on; 0: it waits at the last one */
const spaceOf = (points) => points % SPACES;

/** The pieces of all seats. */
export function piecesView() {
  const element = h('div.race-pieces', { 'aria-hidden': 'true' });
  /** The table that is shown, and the points. @type {{ of: string, scores: readonly number[] }} */
  let shown = { of: '', scores: [] };
  return {
    element,
    /** @param {Table} table */
    draw(table) {
      const { scores } = standing(table);
      const of = `${table.id} ${table.room.match}`;
      const before = shown.of === of ? shown.scores : [];
      shown = { of, scores };
      const pieces = scores.map((points, seat) => {
        const there = upTo(scores.length).filter((one) => spaceOf(scores[one]) === spaceOf(points));
        const at = there.indexOf(seat);
        const place = standAt(spaceOf(points), at, there.length);
        const size = there.length > 1 ? SMALL : SIZE;
        return { seat, points, before: before[seat] ?? points, place, size };
      });
      keyedViews(
        element,
        pieces,
        ({ seat }) => [seat],
        ({ seat }) => standingPiece(seat),
      );
    },
  };
}

/** @param {number} seat */
function standingPiece(seat) {
  const piece = pieceView(seat);
  const element = h('span.race-stand', { testid: `piece-${seat}` }, piece.element);
  const walk = walkOf(element);
  return {
    element,
    /** @param {{ points: number, before: number, place: Point, size: number }} now */
    draw({ points, before, place, size }) {
      lay(element, { ...place, width: size, height: size });
      attr(element, 'data-points', points);
      piece.draw(points);
      if (points > before && !prefersLessMotion()) walk(before, points, size);
    },
  };
}

/** Has a piece go from space to space. @param {HTMLElement} element */
function walkOf(element) {
  /** The way that is gone. @type {{ animation: Animation, from: number, to: number } | null} */
  let gone = null;
  /** @param {number} from @param {number} to @param {number} size */
  return (from, to, size) => {
    // What came before goes on from where the piece is.
    const part = gone?.animation.effect?.getComputedTiming().progress ?? null;
    const start =
      gone && part !== null ? Math.floor(gone.from + part * (gone.to - gone.from)) : from;
    gone?.animation.cancel();
    const way = upTo(to - start).map((step) => aloneAt(start + step, size));
    const duration = Math.min(WALK_MS, STEP_MS * (to - start));
    gone = {
      animation: element.animate([...way, {}], { duration, easing: 'linear' }),
      from: start,
      to,
    };
  };
}

/** Where a piece stands alone, as a style. @param {number} points @param {number} size */
function aloneAt(points, size) {
  const { x, y } = standAt(spaceOf(points), 0, 1);
  const part = (/** @type {number} */ on) => `${(((on - size / 2) / SIDE) * 100).toFixed(3)}%`;
  return { left: part(x), top: part(y) };
}

/** On the card of a seat: its piece, with the number that it stands on. */
export function markView() {
  /** @type {ReturnType<typeof pieceView> | null} */
  let piece = null;
  const spoken = h('span.unseen');
  const element = h('span.race-seat-piece', spoken);
  return {
    element,
    /** @param {{ table: Table, seat: number }} now */
    draw({ table, seat }) {
      if (!piece) {
        piece = pieceView(seat);
        element.prepend(piece.element);
      }
      const points = standing(table).scores[seat] ?? 0;
      piece.draw(points);
      setText(spoken, standsOn(points));
    },
  };
}
