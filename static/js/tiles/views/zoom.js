/** The board magnified, by two fingers or by a button: the page itself stays as it is. */
import { attr } from '../../dom.js';

/** @typedef {{ x: number, y: number }} Point */

const MOST = 3;
/** How much the button magnifies. */
const BY_BUTTON = 2;
/** A finger that moves less taps, in pixels. */
const TAP_MOST = 9;

/** More than the whole board is shown, in a scale of 1; a little more isn't seen. */
const SHOWN = 1.02;

export class Zoom {
  /** The board, and what lies in its middle, which is magnified. */
  #element;
  #field;
  /** The fingers on the board. @type {Map<number, Point>} */
  #fingers = new Map();
  #scale = 1;
  #x = 0;
  #y = 0;
  /** How far the fingers have moved since the first one was put down. */
  #way = 0;
  /** Is called whenever it has changed. */
  changed = () => {};

  /** @param {HTMLElement} element @param {HTMLElement} field */
  constructor(element, field) {
    this.#element = element;
    this.#field = field;
    element.addEventListener('pointerdown', (event) => this.#down(event));
    element.addEventListener('pointermove', (event) => this.#move(event));
    const lift = (/** @type {PointerEvent} */ { pointerId }) =>
      void this.#fingers.delete(pointerId);
    for (const type of /** @type {const} */ (['pointerup', 'pointercancel', 'pointerleave']))
      element.addEventListener(type, lift);
    new ResizeObserver(() => this.#place()).observe(element);
  }

  isOn = () => this.#scale > SHOWN;

  /** Whether the fingers that were lifted last moved the board: then they have tapped nothing. */
  hasMoved = () => this.#way > TAP_MOST;

  /** Magnifies about a point of the window, or shows all again. @param {Point} about */
  toggle = (about) => this.#scaleTo(this.isOn() ? 1 : BY_BUTTON, about);

  /** @param {PointerEvent} event */
  #down({ pointerId, pointerType, clientX, clientY }) {
    if (this.#fingers.size === 0) this.#way = 0;
    if (pointerType !== 'mouse') this.#fingers.set(pointerId, { x: clientX, y: clientY });
  }

  /** @param {PointerEvent} event */
  #move({ pointerId, clientX, clientY }) {
    const before = this.#fingers.get(pointerId);
    if (!before) return;
    const point = { x: clientX, y: clientY };
    const [other] = [...this.#fingers].flatMap(([id, one]) => (id === pointerId ? [] : [one]));
    this.#fingers.set(pointerId, point);
    this.#way += apart(point, before);
    if (other) {
      const about = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 };
      this.#scaleTo((this.#scale * apart(point, other)) / Math.max(1, apart(before, other)), about);
    } else if (this.isOn() && this.hasMoved()) {
      this.#x += point.x - before.x;
      this.#y += point.y - before.y;
      this.#place();
    }
  }

  /** Magnifies so that a point of the window stays where it is. @param {number} scale @param {Point} about */
  #scaleTo(scale, about) {
    const next = Math.max(1, Math.min(MOST, scale));
    const { left, top, width, height } = this.#element.getBoundingClientRect();
    const [x, y] = [about.x - left - width / 2, about.y - top - height / 2];
    this.#x = x - ((x - this.#x) / this.#scale) * next;
    this.#y = y - ((y - this.#y) / this.#scale) * next;
    this.#scale = next;
    this.#place();
  }

  /** Moves the field so that it covers the board. */
  #place() {
    const { clientWidth, clientHeight } = this.#element;
    this.#x = within(this.#x, this.#field.offsetWidth * this.#scale - clientWidth);
    this.#y = within(this.#y, this.#field.offsetHeight * this.#scale - clientHeight);
    this.#field.style.transform = this.isOn()
      ? `translate(${this.#x.toFixed(1)}px, ${this.#y.toFixed(1)}px) scale(${this.#scale.toFixed(3)})`
      : '';
    attr(this.#element, 'data-zoomed', this.isOn() ? 'true' : null);
    this.changed();
  }
}

/** @param {Point} one @param {Point} other */
const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** A shift that leaves no side of the room empty. @param {number} shift @param {number} beyond what of both sides is out of sight */
function within(shift, beyond) {
  const most = Math.max(0, beyond / 2);
  return Math.max(-most, Math.min(most, shift));
}
