/** The board of Chickenfoot: a tree that grows from the hub, with a fan of toes at each double. */
import { attr, changes, h, keyedViews, setText, show } from '../../../dom.js';
import { nameAt } from '../../../format/names.js';
import { t } from '../../../i18n/index.js';
import { roundOf } from '../../../select.js';
import { Zoom } from '../../../tiles/views/zoom.js';
import { viewOf } from '../fold.js';
import { ahead } from '../layout/boxes.js';
import { endOf } from '../layout/joints.js';
import { steadyPlan } from '../layout/plan.js';
import { lyingOf, nearest, scaleOf } from '../layout/shown.js';
import { rulesOf } from '../terms.js';
import { treeOf } from '../tracks.js';
import { askedInWords } from '../words.js';
import { flyIn, lyingTile, put } from './lying.js';
import { offered, placesView } from './places.js';
import { stopSign } from './signs.js';

/** @import { Place, Target } from '../../contract.js' */
/** @import { Table } from '../../../state.js' */
/** @import { Point } from '../layout/boxes.js' */
/** @import { Lying as Laid } from '../layout/joints.js' */
/** @import { Lying, Scale } from '../layout/shown.js' */
/** @import { TreeTile } from '../types.js' */
/** @import { Offered } from './places.js' */

/** The short side of a tile whose pips can be counted, in pixels. */
const READABLE = 20;
/** How far from a place a finger may touch that means it, in pixels. */
const REACH = 20;
/** How wide the plate of the hub is, in short sides of a tile. */
const HUB = 2.6;

/** A tile as it is drawn. `missing`: the places that must be filled. @typedef {{ tile: TreeTile, laid: Laid, scale: Scale, isLast: boolean, missing: readonly Laid[] }} Drawn */

/** @param {Pick<Place, 'actions' | 'origin'>} place */
export function layoutBoard({ actions, origin }) {
  const hub = h('div.trains-hub', { 'aria-hidden': 'true' });
  const marks = h('div.trains-layer', { 'aria-hidden': 'true' });
  const tiles = tilesView(origin);
  const places = placesView(actions);
  const field = h('div.trains-field', hub, marks, tiles.element, places.element);
  const element = h('div.trains-field.trains-tree', field);
  const zoom = new Zoom(element, field);
  const plan = steadyPlan();
  const size = () => ({ width: element.clientWidth, height: element.clientHeight });
  let unit = 1;
  /** @type {Table | null} */
  let shown = null;
  /** @type {readonly Offered[]} */
  let choices = [];

  /** @param {Table} table */
  function draw(table) {
    shown = table;
    const { width, height } = size();
    const view = viewOf(table);
    if (width === 0 || height === 0 || !view) return;
    const tree = treeOf(view);
    show(hub, tree.length > 0);
    const laying = tree.slice(1).map((tile) => ({ ...tile, parent: tile.parent ?? 0 }));
    const { laid, preview } = plan(laying, { width, height }, rulesOf(table.room).arms);
    unit = laid.unit;
    const scale = scaleOf({ width, height }, laid);
    put(hub, { ...scale.at({ x: 0, y: 0 }), width: HUB * unit, height: HUB * unit });
    const all = tree.map((tile) => {
      const { tile: lies, toes } = laid.chosen[tile.number];
      const missing = toes.slice(tile.children.length, tile.children.length + tile.missing);
      const isLast = tile.number > 0 && tile.number === tree.length - 1;
      return { tile, laid: lies, scale, isLast, missing };
    });
    tiles.draw(table, all);
    keyedViews(marks, all.filter(isMarked), ({ tile }) => [tile.number], markView);
    choices = offered(table, (on, tile) => {
      const base = tree[Number(on)];
      if (!base) return null;
      const [high, low] = tile.split('-').map(Number);
      const lies = preview({ parent: base.number, isDouble: high === low });
      const lying = lyingOf(lies, tile, base.to === high ? low : high, scale);
      return { name: placeInWords(base, table), lying: within(lying, { width, height }) };
    });
    places.draw(choices);
    drawNumerals();
  }

  const drawNumerals = () =>
    attr(element, 'data-numerals', unit * factorOf(field) < READABLE ? 'true' : null);
  zoom.changed = drawNumerals;
  new ResizeObserver(() => shown && draw(shown)).observe(element);
  listen(element, field, places.aim, (event, point, reach) => {
    const at = nearest(choices, point, reach);
    if (event.type !== 'click') places.aim(at);
    else if (at >= 0 && !zoom.hasMoved()) actions.put(choices[at].steps);
  });

  return {
    element,
    draw,
    targets: () => places.targets().map((target) => magnified(target, element, field)),
    aim: places.aim,
    size: () => ({ ...size(), unit: unit * factorOf(field) }),
  };
}

/** How much larger the board is shown. @param {HTMLElement} field */
const factorOf = (field) => field.getBoundingClientRect().width / Math.max(1, field.offsetWidth);

/** A place as it is shown. @param {Target} target @param {HTMLElement} element @param {HTMLElement} field @returns {Target} */
function magnified({ ghost, ...target }, element, field) {
  const [on, board] = [field.getBoundingClientRect(), element.getBoundingClientRect()];
  const by = factorOf(field);
  const x = on.left - board.left + ghost.x * by;
  const y = on.top - board.top + ghost.y * by;
  const [width, height] = [ghost.width * by, ghost.height * by];
  return { ...target, ghost: { x, y, width, height, angle: ghost.angle } };
}

/**
 * Tells what a mouse is over, and what is tapped.
 * @param {HTMLElement} element
 * @param {HTMLElement} field
 * @param {(at: number) => void} aim
 * @param {(event: MouseEvent, point: Point, reach: number) => void} tell
 */
function listen(element, field, aim, tell) {
  const at = (/** @type {MouseEvent} */ event) => {
    const { left, top } = field.getBoundingClientRect();
    const by = factorOf(field);
    const point = { x: (event.clientX - left) / by, y: (event.clientY - top) / by };
    tell(event, point, REACH / by);
  };
  element.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'mouse' && event.buttons === 0) at(event);
  });
  element.addEventListener('pointerleave', () => aim(-1));
  element.addEventListener('click', (event) => {
    // Keys press a place by itself.
    if (event.detail > 0) at(event);
  });
}

/** Where a tile is shown for which all must be laid anew: on the board. @param {Lying} lying @param {{ width: number, height: number }} size @returns {Lying} */
function within(lying, { width, height }) {
  const far = lying.height / 2;
  const x = Math.max(far, Math.min(width - far, lying.x));
  const y = Math.max(far, Math.min(height - far, lying.y));
  return { ...lying, x, y };
}

/** A place in words: "On 7-2, end 2, laid by Ben". @param {TreeTile} base @param {Table} table */
function placeInWords({ number, tile, to, seat, isDouble, missing }, { room, me }) {
  if (isDouble) return askedInWords({ double: tile, missing, isHub: number === 0 }, room);
  return seat === null || seat === me.seat
    ? t('trains.view.on_own_tile', { tile, pips: to })
    : t('trains.view.on_tile', { tile, pips: to, name: nameAt(room, seat) });
}

/** Whether something is to be marked at a tile. @param {Drawn} drawn */
const isMarked = ({ tile, missing }) => missing.length > 0 || (tile.isFree && tile.isDead);

/** What is marked at a tile: the places that must be filled, with their number, or that it has ended. */
function markView() {
  const slots = h('div');
  const count = h('b.trains-missing');
  const stop = stopSign();
  const element = h('div', slots, count, stop);
  return {
    element,
    /** @param {Drawn} drawn */
    draw({ tile, laid, scale, missing }) {
      keyedViews(
        slots,
        missing.map((one) => ({ one, scale })),
        ({ one }) => [one.box.x, one.box.y],
        slotView,
      );
      const [first] = missing;
      show(count, first !== undefined);
      if (first) put(count, { ...scale.at(first.box), width: 22, height: 22 });
      setText(count, String(tile.missing));
      show(stop, tile.isDead && tile.isFree);
      const end = scale.at(ahead(endOf(laid), laid.direction, 0.3));
      put(stop, { ...end, width: scale.unit * 0.4, height: scale.unit });
      stop.style.rotate = `${laid.direction * 45}deg`;
    },
  };
}

/** Where a toe or an arm will lie. */
function slotView() {
  const element = h('span.trains-slot', { 'data-stand': 'now' });
  return {
    element,
    /** @param {{ one: Laid, scale: Scale }} drawn */
    draw({ one, scale }) {
      put(element, { ...scale.at(one.box), width: 2 * scale.unit, height: scale.unit });
      element.style.rotate = `${one.direction * 45}deg`;
    },
  };
}

/** All tiles, the hub with them. @param {Place['origin']} origin where a tile that is played comes from */
function tilesView(origin) {
  const element = h('div.trains-layer', { 'aria-hidden': 'true' });
  const isOther = changes();
  let count = 0;
  return {
    element,
    /** @param {Table} table @param {readonly Drawn[]} all */
    draw(table, all) {
      const isNext = !isOther(table.id, ...roundOf(table)) && all.length === count + 1;
      count = all.length;
      keyedViews(
        element,
        all,
        ({ tile: { number, tile } }) => [...roundOf(table), number, tile],
        ({ tile }) => tileView(tile.tile),
      );
      const last = element.querySelector('[data-last]');
      if (isNext && last)
        flyIn(/** @type {HTMLElement} */ (last), origin(all[count - 1].tile.tile));
    },
  };
}

/** @param {string} tile */
function tileView(tile) {
  const { element, draw } = lyingTile(tile, 'trains-tile');
  attr(element, 'data-testid', `laid-${tile}`);
  return {
    element,
    /** @param {Drawn} drawn */
    draw({ tile: one, laid, scale, isLast, missing }) {
      draw(lyingOf(laid, tile, one.to, scale));
      attr(element, 'data-last', isLast ? 'true' : null);
      attr(element, 'data-double', missing.length > 0 ? 'oldest' : null);
      const stand = one.isFree && one.isDead ? 'ended' : one.canPlay && one.isFree ? 'now' : null;
      attr(element, 'data-stand', stand);
    },
  };
}
