/** The tiles on the table: made once, then moved and scaled by transform alone. */

import { attr, calm, h, keyed, setText } from '../../dom.js';
import { places } from '../../select.js';
import { drawTile, Spares, turnTile } from '../../tile.js';

/** @import { Position } from '../../layout/layout.js' */
/** @import { Table } from '../../state.js' */
/** @typedef {{ width: number, height: number }} Size */
/** @typedef {{ x: number, y: number } | 'there'} Origin where a tile comes from; "there": it lies already */
/** @typedef {{ key: string, position: Position, seat: number, last: boolean, points: number }} Lying */
/** @typedef {{ tile: string, x: number, y: number, angle: number, unit: number, last: boolean, points: number, right: boolean }} Drawn right: in the right half of the board */

/** A tile's short side before scaling, in pixels. */
const BASE = 40;
/** How long a tile flies in. */
const FLY_MS = 340;

/** Makes the tiles of a parent follow the layout. @param {HTMLElement} parent */
export function laidView(parent) {
  /** @type {Spares<HTMLElement>} */
  const spares = new Spares();
  /** How each lies. @type {WeakMap<HTMLElement, Drawn>} */
  const drawn = new WeakMap();
  /**
   * @param {Table} table
   * @param {{ tiles: Position[], unit: number }} positions
   * @param {{ size: Size, fly: boolean, start: (tile: string) => Origin | null }} how the board's
   *   size, whether new tiles fly in, and where one comes from, if that is known
   */
  return (table, { tiles, unit }, { size, fly, start }) => {
    const unused = keyed(
      parent,
      lying(table, tiles),
      (one) => one.key,
      (one) => {
        const { tile } = one.position;
        const made = spares.take(tile, () => laid(one.position));
        if (!fly || calm()) return made;
        const origin = start(tile) ?? from(table, one.seat, size);
        if (origin !== 'there') flyIn(made, one.position, unit, origin);
        return made;
      },
      (made, { position, last, points }) => {
        const { tile, x, y, angle } = position;
        const now = { tile, x, y, angle, unit, last, points, right: x > size.width / 2 };
        place(made, now, drawn.get(made));
        drawn.set(made, now);
      },
    );
    spares.keep(unused, (made) => drawn.get(made)?.tile ?? '');
  };
}

/** @param {Position} position */
function laid({ tile, angle }) {
  const drawing = drawTile(tile, angle);
  return h('div', { class: 'laid', 'data-testid': `laid-${tile}` }, drawing);
}

/**
 * Moves a tile to where it lies now; most of them lie there already.
 * @param {HTMLElement} made
 * @param {Drawn} now
 * @param {Drawn | undefined} before
 */
function place(made, now, before) {
  if (now.angle !== before?.angle) turn(made, now.angle);
  if (now.x !== before?.x || now.y !== before.y || now.unit !== before.unit) {
    made.style.transform = transformOf(now, now.unit);
  }
  if (now.last !== before?.last) made.classList.toggle('last', now.last);
  if (now.points !== (before?.points ?? 0)) badge(made, now.points);
  attr(made, 'data-right', now.right && now.points > 0 ? 'true' : null);
}

/** @param {Table} table @param {Position[]} positions @returns {Lying[]} */
function lying(table, positions) {
  const history = table.view?.history ?? [];
  const lastPlay = history.findLastIndex((event) => event.type === 'played');
  const score = history[lastPlay + 1];
  const points = score?.type === 'scored' && score.reason === 'count' ? score.points : 0;
  return positions.map((position, i) => {
    const key = `${roundOf(table)}.${position.index}`;
    const seat = table.view?.layout[position.index]?.seat ?? 0;
    const last = i === positions.length - 1;
    return { key, position, seat, last, points: last ? points : 0 };
  });
}

/** What tells one round of a table from all others. @param {Table} table */
export function roundOf({ room, view }) {
  return `${room.match}.${view?.board.round}`;
}

/** Turns a tile in its box, which lies around the origin. @param {HTMLElement} made @param {number} angle */
function turn(made, angle) {
  const drawing = made.firstElementChild;
  if (drawing instanceof SVGSVGElement) turnTile(drawing, angle);
  const [width, height] = angle % 180 === 0 ? [BASE, 2 * BASE] : [2 * BASE, BASE];
  Object.assign(made.style, {
    width: `${width}px`,
    height: `${height}px`,
    left: `${-width / 2}px`,
    top: `${-height / 2}px`,
  });
}

/** @param {{ x: number, y: number }} place @param {number} unit */
function transformOf({ x, y }, unit) {
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${(unit / BASE).toFixed(3)})`;
}

/** The points of the last play, on its tile. @param {HTMLElement} made @param {number} points */
function badge(made, points) {
  const old = made.querySelector('.laid-points');
  if (points === 0) {
    old?.remove();
    return;
  }
  setText(old ?? made.appendChild(h('span', { class: 'laid-points' })), `+${points}`);
}

/**
 * The side of the table that a seat's tiles come from.
 * @param {Table} table
 * @param {number} seat
 * @param {Size} size
 * @returns {Origin}
 */
function from(table, seat, { width, height }) {
  const others = places(table.room, table.me.seat ?? 0);
  const place = others.find((one) => one.seat === seat)?.place ?? 'bottom';
  return {
    left: { x: -60, y: height / 2 },
    right: { x: width + 60, y: height / 2 },
    top: { x: width / 2, y: -60 },
    bottom: { x: width / 2, y: height + 60 },
  }[place];
}

/**
 * @param {HTMLElement} made
 * @param {Position} position
 * @param {number} unit
 * @param {{ x: number, y: number }} start
 */
function flyIn(made, position, unit, start) {
  made.animate(
    [
      { transform: transformOf(start, unit), opacity: 0.2 },
      { opacity: 1, offset: 0.4 },
      { transform: transformOf(position, unit), opacity: 1 },
    ],
    { duration: FLY_MS, easing: 'cubic-bezier(.2, .8, .25, 1)' },
  );
}
