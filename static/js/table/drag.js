/**
 * Drags a tile from the hand to its place, with mouse, pen or finger. It stands beside tapping: a
 * press that hardly moves stays a tap.
 */
import { attr, h, prefersLessMotion } from '../dom.js';
import { aheadOf, offersOf } from '../select.js';
import { tileStep } from '../tiles/steps.js';
import { turnTile } from '../tiles/tile.js';
import { fitting } from './choose.js';

/** @import {Box, Step, Target} from '../games/contract.js' */
/** @import {Table} from '../state.js' */

/** @typedef {{ x: number, y: number }} Point */

/** How far above the finger a tile hangs, in pixels: a finger would hide where it goes. */
const LIFT_TOUCH = 44;
/** How long a tile takes back to the hand. */
const BACK_MS = 180;
/** A press that moves less is a tap. A finger rolls more than a mouse does. */
const THRESHOLD = { mouse: 6, pen: 9, touch: 11 };

/** How far from its place a tile may be let go, in tiles' short sides, and at least in pixels. */
const REACH_UNITS = 4;
const REACH_MIN = 90;

/**
 * @typedef {object} Means
 * @property {HTMLElement} hand
 * @property {HTMLElement} layer where the dragged tile hangs, over everything
 * @property {{ element: HTMLElement, targets(): readonly Target[], aim(at: number): void, size(): { width: number, height: number, unit: number } }} board
 * @property {{ take(step: Step): void, put(steps: readonly Step[]): void, unpick(): void }} actions
 * @property {() => Table | null} current
 */

/**
 * A tile that is being dragged.
 * @typedef {object} Dragged
 * @property {string} tile
 * @property {HTMLElement} held the tile in the hand that it is
 * @property {HTMLElement} ghost what follows the pointer
 * @property {Box} home the middle of its place in the hand
 * @property {number} lift
 * @property {number} target the place that it would go to, or -1
 */

/** The dragging of tiles out of one hand. */
export class Drag {
  /** @type {{ id: number, kind: string, tile: string, held: HTMLElement, from: Point } | null} */
  #pressed = null;
  /** @type {Dragged | null} */
  #dragged = null;
  /** A tile that was let go over its place and waits for the server. @type {{ tile: string, ghost: HTMLElement, held: HTMLElement } | null} */
  #dropped = null;
  /** @type {Means} */
  #means;
  /** Ends the listeners of a press. @type {AbortController | null} */
  #listening = null;

  /** @param {Means} means */
  constructor(means) {
    this.#means = means;
    means.hand.addEventListener('pointerdown', (event) => this.#press(event));
    // The browser's own dragging of pictures would end ours.
    means.hand.addEventListener('dragstart', (event) => event.preventDefault());
  }

  /** Whether a tile was dragged to where it lies: then it needn't fly there. @param {string} tile */
  laid(tile) {
    return this.#dropped?.tile === tile;
  }

  /** Follows the table: what is dragged or was let go may have gone meanwhile. @param {Table} table */
  draw(table) {
    if (!table.ui.pending) this.#clearDropped();
    if (this.#dragged && !mayDrag(table, this.#dragged.tile)) this.#cancel();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const held = event.target instanceof Element ? event.target.closest('.held') : null;
    if (!(held instanceof HTMLElement) || !event.isPrimary || event.button !== 0) return;
    const tile = held.dataset.tile ?? '';
    if (this.#dragged || held.dataset.down || !mayDrag(this.#means.current(), tile)) return;
    const { pointerId: id, pointerType: kind, clientX: x, clientY: y } = event;
    this.#pressed = { id, kind, tile, held, from: { x, y } };
    this.#listen();
  }

  #listen() {
    this.#listening?.abort();
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    addEventListener('pointermove', (event) => this.#move(event), { signal });
    addEventListener('pointerup', (event) => this.#release(event), { signal });
    addEventListener('pointercancel', () => this.#cancel(), { signal });
    addEventListener('blur', () => this.#cancel(), { signal });
    addEventListener('keydown', (event) => this.#key(event), { signal, capture: true });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const pressed = this.#pressed;
    if (event.pointerId !== pressed?.id) return;
    const point = { x: event.clientX, y: event.clientY };
    if (!this.#dragged) {
      if (!isDrag(pressed.from, point, pressed.kind)) return;
      this.#clearDropped();
      const up = pressed.kind === 'touch' ? LIFT_TOUCH : 0;
      this.#dragged = lift(pressed.held, pressed.tile, up, this.#means.layer);
      this.#means.actions.take(tileStep(pressed.tile));
    }
    if (this.#dragged) this.#follow(this.#dragged, point);
  }

  /** @param {Dragged} one @param {Point} point */
  #follow(one, { x, y }) {
    const { board } = this.#means;
    const middle = { x, y: y - one.lift };
    place(one.ghost, middle, one.home);
    const { left, top } = board.element.getBoundingClientRect();
    const places = board.targets().map(({ ghost }) => ghost);
    const on = { x: middle.x - left, y: middle.y - top };
    one.target = dropTarget(places, on, board.size());
    board.aim(one.target);
    attr(one.ghost, 'data-over', one.target < 0 ? null : 'true');
  }

  /** @param {PointerEvent} event */
  #release(event) {
    if (event.pointerId !== this.#pressed?.id) return;
    const one = this.#finish();
    if (!one) return;
    swallowClick(this.#means.hand);
    const target = this.#means.board.targets()[one.target];
    if (target) this.#drop(one, target);
    else this.#goBack(one);
  }

  #cancel() {
    const one = this.#finish();
    if (one) this.#goBack(one);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== 'Escape' || !this.#dragged) return;
    event.preventDefault();
    event.stopPropagation();
    this.#cancel();
  }

  /** Nothing is pressed any more. @returns {Dragged | null} what was dragged */
  #finish() {
    const one = this.#dragged;
    this.#listening?.abort();
    this.#pressed = null;
    this.#dragged = null;
    this.#means.board.aim(-1);
    attr(document.documentElement, 'data-dragging', null);
    return one;
  }

  /** @param {Dragged} one @param {Target} target */
  #drop({ tile, ghost, held }, target) {
    const { board, actions } = this.#means;
    if (target.ahead) {
      putAway({ ghost, held });
    } else {
      lieDown(ghost, target.ghost, board.element.getBoundingClientRect());
      this.#dropped = { tile, ghost, held };
    }
    actions.put(target.steps);
  }

  #clearDropped() {
    if (this.#dropped) putAway(this.#dropped);
    this.#dropped = null;
  }

  /** @param {Dragged} one */
  #goBack({ ghost, held, home }) {
    this.#means.actions.unpick();
    const done = () => putAway({ ghost, held });
    if (prefersLessMotion()) return done();
    const way = [{ transform: transformTo(home, home) }];
    const animation = ghost.animate(way, { duration: BACK_MS, easing: 'ease-out' });
    animation.onfinish = done;
    animation.oncancel = done;
    return undefined;
  }
}

/** Shows the tile in the hand again. @param {{ ghost: HTMLElement, held: HTMLElement }} one */
function putAway({ ghost, held }) {
  ghost.remove();
  attr(held, 'data-away', null);
}

/**
 * Takes a tile out of the hand.
 * @param {HTMLElement} held
 * @param {string} tile
 * @param {number} up how far above the pointer it hangs
 * @param {HTMLElement} layer
 */
function lift(held, tile, up, layer) {
  const { left, top, width, height } = held.getBoundingClientRect();
  const home = { x: left + width / 2, y: top + height / 2, width, height };
  const ghost = h('div.dragged', held.querySelector('.tile')?.cloneNode(true));
  Object.assign(ghost.style, { width: `${width}px`, height: `${height}px` });
  layer.append(ghost);
  attr(held, 'data-away', 'true');
  attr(document.documentElement, 'data-dragging', 'true');
  return { tile, held, ghost, home, lift: up, target: -1 };
}

/** Whether a tile can go anywhere now, or as far as is known at the own turn. @param {Table | null} table @param {string} tile */
function mayDrag(table, tile) {
  if (!table) return false;
  const paths = fitting([...offersOf(table), ...aheadOf(table)], [tileStep(tile)]);
  return paths.some(({ steps }) => steps.length > 1);
}

/** @param {Point} middle @param {{ width: number, height: number }} size */
function transformTo({ x, y }, { width, height }) {
  return `translate(${x - width / 2}px, ${y - height / 2}px)`;
}

/** @param {HTMLElement} ghost @param {Point} middle @param {{ width: number, height: number }} size */
function place(ghost, middle, size) {
  ghost.style.transform = transformTo(middle, size);
}

/**
 * Lays the dragged tile where it will lie.
 * @param {HTMLElement} ghost
 * @param {Box & { angle: number }} target on the board
 * @param {DOMRect} board
 */
function lieDown(ghost, target, { left, top }) {
  const drawing = ghost.firstElementChild;
  if (drawing instanceof SVGSVGElement) turnTile(drawing, target.angle);
  Object.assign(ghost.style, { width: `${target.width}px`, height: `${target.height}px` });
  place(ghost, { x: target.x + left, y: target.y + top }, target);
  attr(ghost, 'data-over', null);
  attr(ghost, 'data-laid', 'true');
}

/** The click that some browsers send after a drag means nothing. @param {HTMLElement} element */
function swallowClick(element) {
  /** @param {Event} event */
  const swallow = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  element.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => element.removeEventListener('click', swallow, { capture: true }), 0);
}

/**
 * Whether a press has become a drag.
 * @param {Point} from
 * @param {Point} to
 * @param {string} pointer "mouse", "pen" or "touch"
 */
export function isDrag(from, to, pointer) {
  const least = THRESHOLD[/** @type {keyof typeof THRESHOLD} */ (pointer)] ?? THRESHOLD.touch;
  return Math.hypot(to.x - from.x, to.y - from.y) >= least;
}

/**
 * The place that a tile would go to if it were let go: the nearest, if it is near. Where there is
 * only one, anywhere on the board will do.
 * @param {readonly Box[]} places where the tile would lie, on the board
 * @param {Point} point the middle of the dragged tile, on the board
 * @param {{ width: number, height: number, unit: number }} board
 * @returns {number} which, or -1
 */
export function dropTarget(places, point, { width, height, unit }) {
  const inside = point.x >= 0 && point.y >= 0 && point.x <= width && point.y <= height;
  const least = Math.min(...places.map((box) => distance(box, point)));
  // Places may lie over each other: of those that are equally near, the one whose middle is.
  const middles = places.map((box) =>
    distance(box, point) === least ? Math.hypot(point.x - box.x, point.y - box.y) : Infinity,
  );
  const nearest = middles.indexOf(Math.min(...middles));
  if (least === 0 || (inside && places.length === 1)) return nearest;
  return least <= Math.max(REACH_MIN, REACH_UNITS * unit) ? nearest : -1;
}

/** From a point to a box; 0 within it. @param {Box} box @param {Point} point */
function distance(box, { x, y }) {
  const dx = Math.max(0, Math.abs(x - box.x) - box.width / 2);
  const dy = Math.max(0, Math.abs(y - box.y) - box.height / 2);
  return Math.hypot(dx, dy);
}
