/** The layout: tiles and ends where the layout module puts them in the room that there is. */
import {
  attr,
  changes,
  h,
  keyed,
  keyFrom,
  prefersLessMotion,
  setText,
  show,
} from '../../../dom.js';
import { amount } from '../../../format/amounts.js';
import { fullOptions } from '../../../format/options.js';
import { joinList, loadTexts, sentencesOf, t } from '../../../i18n/index.js';
import { otherPlaces, roundOf } from '../../../select.js';
import { halvesOf } from '../../../tiles/pips.js';
import { ElementPool } from '../../../tiles/pool.js';
import { drawTile, turnTile } from '../../../tiles/tile.js';
import { fetchedPart } from '../../../views/fetched.js';
import { styleSheet } from '../../../views/style_sheet.js';
import { countSum } from '../count.js';
import { viewOf } from '../fold.js';
import { steadyLayout } from '../layout/camera.js';
import { preview } from '../layout/layout.js';
import { SET_SIZES } from '../options.js';
import { endsView, TARGET_MIN } from './ends.js';

// Whatever shows a board speaks of a match, and looks like one.
await Promise.all([loadTexts('match', 'line'), styleSheet('css/line.css')]);

/** @import { Actions } from '../../../actions.js' */
/** @import { Identity } from '../../../dom.js' */
/** @import { Position, Positions } from '../layout/layout.js' */
/** @typedef {{ tile: string, arm: string | null }} Placement where a tile goes; null: it leads */
/** @import { CountSeen, LineOptions } from '../../../protocol.js' */
/** @import { Table } from '../types.js' */

/** A board smaller than this, in pixels, isn't laid out by the browser yet. */
const BOARD_MIN = 40;

/**
 * @param {Actions} actions
 * @param {(tile: string) => Origin | null} origin where on the board a tile that is
 *   played comes from, if that is known
 * @param {(lies: (placement: Placement) => Position | null) => void} [laidOut] is called when the tiles lie, with
 *   where a further one would
 */
export function boardView(actions, origin, laidOut = () => {}) {
  const tiles = h('div.board-tiles', { 'aria-hidden': 'true' });
  const drawTiles = laidView(tiles);
  const ends = endsView(actions);
  // Where the first tile goes, before it is chosen.
  const hint = h('p.board-hint', { 'aria-hidden': 'true' }, t('round.empty_board'));
  show(hint, false);
  const spoken = h('p.unseen', { testid: 'board-text' });
  const counted = countedPart();
  const element = h(
    'div.board',
    { role: 'group', 'aria-label': t('round.board'), testid: 'board' },
    spoken,
    hint,
    tiles,
    ends.element,
    counted.element,
  );
  /** @type {Table | null} */
  let current = null;
  let unit = 0;
  /** Whether tiles are shown: those of a table just opened don't fly in. */
  let isShown = false;
  const isNewRound = changes();
  const layOut = keptLayout();
  const size = sizeOf(element, () => {
    // A new layout takes longer than anything else on the page: once tiles are shown, it doesn't
    // hold up the frame that is being made.
    if (!isShown) drawNow();
    else setTimeout(drawNow);
  });

  function drawNow() {
    const table = current;
    if (!table?.view || size.width < BOARD_MIN || size.height < BOARD_MIN) return;
    const found = layOut(table, size);
    unit = found.positions.unit;
    const isSameRound = !isNewRound(...roundOf(table));
    const fly = isShown && (isSameRound || found.positions.tiles.length === 1);
    drawTiles(table, found.positions, { size, fly, start: origin });
    counted.draw(table, found.positions, fly);
    isShown = true;
    ends.draw(table, found.positions.ends, found.ghost);
    laidOut(found.ghost);
    attr(element, 'data-arms', table.view.board.ends.length);
    setText(spoken, boardInWords(table));
    show(hint, table.view.layout.length === 0 && ends.targets().length === 0);
  }

  return {
    element,
    /** @param {Table} table */
    draw(table) {
      current = table;
      drawNow();
    },
    /** The ends that can be chosen from now. */
    targets: ends.targets,
    aim: ends.aim,
    /** How large the board is, and a tile's short side on it, in pixels. */
    size: () => ({ ...size, unit }),
    /** Moves the keyboard's focus to the first end, if there is one. */
    focusEnd: () => ends.element.querySelector('button')?.focus(),
  };
}

/** How a play that comes into sight has scored. It is fetched with the first. */
function countedPart() {
  const { element, draw } = fetchedPart(
    'counted',
    async () => (await import('./counted.js')).countedView(),
    { isExtra: true },
  );
  const isNew = changes();
  /** The last play, if it has scored here. @type {{ count: CountSeen, points: number } | null} */
  let scored = null;
  return {
    element,
    /** @param {Table} table @param {Positions} positions @param {boolean} isLive */
    draw(table, positions, isLive) {
      const points = lastPoints(table);
      if (isNew(table.id, ...roundOf(table), positions.tiles.length, points)) {
        const count = viewOf(table)?.board.count;
        scored = isLive && points > 0 && count ? { count, points } : null;
      }
      if (scored) draw({ scored, positions });
    },
  };
}

/** The size of an element, kept up to date. @param {Element} element @param {() => void} changed */
function sizeOf(element, changed) {
  const size = { width: 0, height: 0 };
  new ResizeObserver(([{ contentRect }]) => {
    size.width = contentRect.width;
    size.height = contentRect.height;
    changed();
  }).observe(element);
  return size;
}

/** Lays out a round only when it has changed, or its room. */
function keptLayout() {
  const lay = steadyLayout();
  const isNew = changes();
  /** @type {ReturnType<typeof makeLayout> | null} */
  let made = null;
  /** @param {Table} table @param {{ width: number, height: number }} size */
  return (table, size) => {
    const { id, view } = table;
    const of = [view?.layout.length, view?.board.spinner, view?.board.ends, size];
    if (isNew(id, ...roundOf(table), ...of) || made === null) made = makeLayout(lay, table, size);
    return made;
  };
}

/**
 * @param {ReturnType<typeof steadyLayout>} lay
 * @param {Table} table
 * @param {{ width: number, height: number }} size
 */
function makeLayout(lay, { view, room }, size) {
  const { spinner = null, ends = [] } = view?.board ?? {};
  const chain = { laid: view?.layout ?? [], spinner, ends, set: setSize(room.rules.line) };
  const viewport = { ...size, minTarget: TARGET_MIN };
  const window = { width: innerWidth, height: innerHeight };
  const found = lay(chain, viewport, window, performance.now());
  /** @type {Map<string, Position | null>} */
  const ghosts = new Map();
  /** @param {Placement} placement */
  function make({ tile, arm }) {
    if (arm !== null) return found.preview(tile, arm);
    // A double that leads is the spinner where there is one.
    const [first, second] = halvesOf(tile);
    const spins = room.rules.line.spinner && first === second;
    return preview({ ...chain, spinner: spins ? tile : null }, viewport, tile, null);
  }
  return {
    positions: found.positions,
    /** Where a tile would lie. @param {Placement} placement */
    ghost(placement) {
      const key = keyFrom([placement.tile, placement.arm]);
      if (!ghosts.has(key)) ghosts.set(key, make(placement));
      return ghosts.get(key) ?? null;
    },
  };
}

/** How many tiles the set of a table has. @param {LineOptions} rules */
const setSize = (rules) => SET_SIZES[fullOptions(rules).tile_set];

/** The layout in words, for screen readers. @param {Table} table */
function boardInWords(table) {
  const view = viewOf(table);
  if (!view || view.layout.length === 0) return t('board.empty');
  const pips = joinList(view.board.ends.map((end) => end.pips));
  const tiles = amount(view.layout.length, 'tiles');
  const texts = [t('board.tiles', { tiles }), t('board.ends', { pips })];
  const { count } = view.board;
  if (count) texts.push(t('board.count', { n: count.total, sum: countSum(count) }));
  return sentencesOf(texts);
}

/** @typedef {{ width: number, height: number }} Size */
/** @typedef {{ x: number, y: number } | 'there'} Origin where a tile comes from; "there": it lies already */
/** @typedef {{ id: Identity, position: Position, seat: number, last: boolean, points: number, isEnd: boolean }} LaidTile */
/** @typedef {{ tile: string, x: number, y: number, angle: number, unit: number, last: boolean, points: number, right: boolean }} Drawn right: in the right half of the board */

/** A tile's short side before scaling, in pixels. */
const BASE = 40;
/** How long a tile flies in, and how long the last one of a hand, in milliseconds. */
const FLY_MS = 340;
const LAST_FLY_MS = 640;
/** How much larger the last one is while it is held over its place. */
const HELD_OVER = 1.4;

/** How high the points over a tile stand above it, in pixels of a tile that isn't scaled. */
const POINTS_HIGH = 34;

/** Makes the tiles of a parent follow the layout. @param {HTMLElement} parent */
function laidView(parent) {
  /** @type {ElementPool<HTMLElement>} */
  const spares = new ElementPool();
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
      laidTiles(table, tiles),
      (one) => one.id,
      (one) => {
        const { tile } = one.position;
        const made = spares.take(tile, () => laid(one.position));
        if (!fly || prefersLessMotion()) return made;
        const origin = start(tile) ?? from(table, one.seat, size);
        const isOut = table.view?.board.hand_sizes[one.seat] === 0;
        if (origin !== 'there') flyIn(made, one.position, { unit, isOut, start: origin });
        return made;
      },
      (made, { position, last, points, isEnd }) => {
        attr(made, 'data-end', isEnd ? 'true' : null);
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
  return h('div.laid', { testid: `laid-${tile}` }, drawing);
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
  attr(made, 'data-high', now.y < now.unit / 2 + POINTS_HIGH * (now.unit / BASE) ? 'true' : null);
}

/** @param {Table} table @param {Position[]} positions @returns {LaidTile[]} */
function laidTiles(table, positions) {
  const points = lastPoints(table);
  const ends = endsOf(table);
  return positions.map((position, i) => {
    const id = [...roundOf(table), position.index];
    const seat = table.view?.layout[position.index]?.seat ?? 0;
    const last = i === positions.length - 1;
    return { id, position, seat, last, points: last ? points : 0, isEnd: ends.has(position.index) };
  });
}

/** What the last play has scored by the count. @param {Table} table */
function lastPoints(table) {
  const history = viewOf(table)?.history ?? [];
  const lastPlay = history.findLastIndex((event) => event.type === 'played');
  const score = history[lastPlay + 1];
  return score?.type === 'scored' && score.reason === 'count' ? score.points : 0;
}

/** Which of the laid tiles are the outermost of their arm: the first one is while less than two arms have others. @param {Table} table */
function endsOf(table) {
  const laid = viewOf(table)?.layout ?? [];
  const ends = new Map(laid.map(({ joint }, i) => [joint?.arm ?? null, i]));
  if (ends.size > 2) ends.delete(null);
  return new Set(ends.values());
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
  setText(old ?? made.appendChild(h('span.laid-points')), `+${points}`);
}

/**
 * The side of the table that a seat's tiles come from.
 * @param {Table} table
 * @param {number} seat
 * @param {Size} size
 * @returns {Origin}
 */
function from(table, seat, { width, height }) {
  const others = otherPlaces(table.room, table.me.seat ?? 0);
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
 * @param {{ unit: number, isOut: boolean, start: { x: number, y: number } }} flight `isOut`: the last of a
 *   hand, which is held over its place before it is put down
 */
function flyIn(made, position, { unit, isOut, start }) {
  const held = { transform: transformOf(position, unit * HELD_OVER), offset: 0.78 };
  made.animate(
    [
      { transform: transformOf(start, unit), opacity: 0.2 },
      { opacity: 1, offset: 0.4 },
      ...(isOut ? [held] : []),
      { transform: transformOf(position, unit), opacity: 1 },
    ],
    { duration: isOut ? LAST_FLY_MS : FLY_MS, easing: 'cubic-bezier(.2, .8, .25, 1)' },
  );
}
