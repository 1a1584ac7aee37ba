/**
 * The page is made by elements only: no markup in strings anywhere, so nothing that a player
 * typed can ever become markup.
 */

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Props */
/** @typedef {Child[] | [Props | Child, ...Child[]]} Content an element's properties, if it has any, and its children */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Fills a new element: a first plain object has its properties, all else goes into it. `on…` functions become listeners,
 * `testid` is `data-testid`, `null`, `undefined` and `false` leave the attribute out, `true` sets it empty, all else is its text.
 * @template {Element} E
 * @param {E} element
 * @param {string[]} classes
 * @param {Content} content
 */
function made(element, classes, content) {
  const [first, ...rest] = content;
  const props = Object(first) === first && !(first instanceof Node) && /** @type {Props} */ (first);
  if (classes.length > 0) attr(element, 'class', classes.join(' '));
  for (const [name, value] of Object.entries(props || {})) {
    if (name.startsWith('on') && typeof value === 'function') {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else {
      attr(element, name === 'testid' ? 'data-testid' : name, value);
    }
  }
  append(element, /** @type {Child[]} */ (props ? rest : content));
  return element;
}

/**
 * Makes an HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K | `${K}.${string}`} look its tag, and the classes that it always has: `p.hint`
 * @param {Content} content
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(look, ...content) {
  const [tag, ...classes] = look.split('.');
  return made(document.createElement(/** @type {K} */ (tag)), classes, content);
}

/**
 * Makes an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K | `${K}.${string}`} look
 * @param {Content} content
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(look, ...content) {
  const [tag, ...classes] = look.split('.');
  return made(document.createElementNS(SVG, /** @type {K} */ (tag)), classes, content);
}

/** @param {Element} element @param {Child[]} children */
function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Sets or removes an attribute, touching the page only where something changes.
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
export function attr(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? '' : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/**
 * What was written into elements. It isn't read back from the page: translators change what stands there.
 * @type {WeakMap<Element, string>}
 */
const written = new WeakMap();

/** @param {Element} element @param {string} text */
function write(element, text) {
  written.set(element, text);
  element.textContent = text;
}

/**
 * Sets an element's text, touching the page only when it changes (a live region speaks at every touch).
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (written.get(element) !== text) write(element, text);
}

/**
 * Has a live region say something, even what it said last: at the same text it would keep quiet.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  write(element, written.get(element) === text ? `${text}\u00a0` : text);
}

/** Shows or hides an element. @param {HTMLElement} element @param {boolean} shown */
export function show(element, shown) {
  if (element.hidden === shown) element.hidden = !shown;
}

/** Replaces an element's children. @param {Element} element @param {...Child} children */
export function fill(element, ...children) {
  written.delete(element);
  element.replaceChildren();
  append(element, children);
}

/**
 * What tells an item of a list from all others: its id, its seat, its number. It stays the same while the item's
 * looks change.
 * @typedef {readonly (string | number | null | undefined)[]} Identity
 */

/**
 * Values as one text that differs wherever they do: the key of an item, or of what a view is drawn from. Functions
 * are refused, since two that act on different seats look the same. Give what the function acts on in its place.
 * @param {unknown} values
 */
export function keyFrom(values) {
  return JSON.stringify(values, (_, value) => {
    if (typeof value === 'function') throw new TypeError('a function is no part of a key');
    return value ?? null;
  });
}

/**
 * Makes a check of whether a view has to be drawn anew: whether any of the values that it is drawn from differs
 * from the last time. Identities are among them: two players may have the same name.
 * @returns {(...values: unknown[]) => boolean}
 */
export function changes() {
  let last = '';
  return (...values) => {
    const now = keyFrom(values);
    const differs = now !== last;
    last = now;
    return differs;
  };
}

/** The keys of the elements that `keyed` has made. @type {WeakMap<Element, string>} */
const keys = new WeakMap();

/**
 * Makes a parent's children follow a list, keeping the nodes of items that stay: focus,
 * animations and listeners survive every redraw.
 * @template T
 * @template {Element} E
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T, index: number) => Identity} keyOf
 * @param {(item: T, index: number) => E} create
 * @param {(element: E, item: T, index: number) => void} [update]
 * @returns {Iterable<E>} the nodes that were taken out
 */
export function keyed(parent, items, keyOf, create, update) {
  /** @type {Map<string, E>} */
  const old = new Map();
  for (const child of parent.children) {
    const key = keys.get(child);
    if (key !== undefined) old.set(key, /** @type {E} */ (child));
  }
  let place = parent.firstElementChild;
  items.forEach((item, index) => {
    const key = keyFrom(keyOf(item, index));
    let element = old.get(key);
    if (element) {
      old.delete(key);
    } else {
      element = create(item, index);
      keys.set(element, key);
    }
    if (element === place) place = element.nextElementSibling;
    else parent.insertBefore(element, place);
    update?.(element, item, index);
  });
  for (const element of old.values()) element.remove();
  return old.values();
}

/** The view that draws an element of a list. @type {WeakMap<Element, { draw(item: any, index: number): void }>} */
const views = new WeakMap();

/**
 * Like `keyed`, where each item has a view of its own that draws it.
 * @template T
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T, index: number) => Identity} keyOf
 * @param {(item: T, index: number) => { element: Element, draw(item: T, index: number): void }} create
 */
export function keyedViews(parent, items, keyOf, create) {
  keyed(
    parent,
    items,
    keyOf,
    (item, index) => {
      const view = create(item, index);
      views.set(view.element, view);
      return view.element;
    },
    (element, item, index) => views.get(element)?.draw(item, index),
  );
}

/** Whether the visitor asked for less motion. */
export function prefersLessMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
