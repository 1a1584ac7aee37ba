/** As much of a page as the views need that are tested without a browser. */

class FakeElement extends EventTarget {
  hidden = false;
  textContent = '';
  isConnected = true;
  /** @type {(FakeElement | string)[]} */
  children = [];
  /** @type {FakeElement | null} */
  parentElement = null;
  style = { setProperty() {} };
  classList = { add() {}, remove() {}, toggle() {}, contains: () => false };
  /** @type {Map<string, string>} */
  #attributes = new Map();
  dataset = new Proxy(this, {
    get: (element, name) => element.getAttribute(`data-${String(name)}`) ?? undefined,
  });

  /** @returns {FakeElement | null} */
  get firstElementChild() {
    return this.children.find((child) => child instanceof FakeElement) ?? null;
  }

  /** @param {string} name */
  hasAttribute(name) {
    return this.#attributes.has(name);
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.#attributes.get(name) ?? null;
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.#attributes.set(name, value);
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.#attributes.delete(name);
  }

  /** @param {FakeElement | string} child @param {FakeElement | null} before */
  insertBefore(child, before) {
    if (child instanceof FakeElement) {
      child.remove();
      child.parentElement = this;
    }
    const at = before ? this.children.indexOf(before) : -1;
    this.children.splice(at < 0 ? this.children.length : at, 0, child);
  }

  /** @param {...(FakeElement | string)} children */
  append(...children) {
    for (const child of children) this.insertBefore(child, null);
  }

  /** @param {...(FakeElement | string)} children */
  prepend(...children) {
    const first = this.firstElementChild;
    for (const child of children) this.insertBefore(child, first);
  }

  /** @param {...(FakeElement | string)} children */
  after(...children) {
    for (const child of children) this.parentElement?.insertBefore(child, null);
  }

  /** @param {...(FakeElement | string)} children */
  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }

  remove() {
    const parent = this.parentElement;
    if (parent) parent.children = parent.children.filter((child) => child !== this);
    this.parentElement = null;
  }

  /** What is in it of a class; any other selector finds nothing. @param {string} selector @returns {FakeElement[]} */
  querySelectorAll(selector) {
    return this.children.flatMap((child) => {
      if (!(child instanceof FakeElement)) return [];
      const classes = child.getAttribute('class')?.split(' ') ?? [];
      const isOne = classes.some((name) => `.${name}` === selector);
      return [...(isOne ? [child] : []), ...child.querySelectorAll(selector)];
    });
  }

  /** @param {string} selector */
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  focus() {}

  click() {
    this.dispatchEvent(new Event('click'));
  }

  /** What can be seen with this test id. @param {string} id @returns {FakeElement | null} */
  find(id) {
    if (this.hidden) return null;
    if (this.getAttribute('data-testid') === id) return this;
    for (const child of this.children) {
      const found = child instanceof FakeElement ? child.find(id) : null;
      if (found) return found;
    }
    return null;
  }

  /** Its text, as it is seen. @returns {string} */
  get seen() {
    if (this.hidden) return '';
    const inner = this.children.map((child) => (child instanceof FakeElement ? child.seen : child));
    return this.textContent + inner.join('');
  }
}

/**
 * Puts the page in place for a test.
 * @param {import('node:test').TestContext} context
 * @param {object} [more] further globals, such as `fetch`
 */
export function fakePage(context, more = {}) {
  const named = /** @type {Record<string, unknown>} */ (globalThis);
  const globals = {
    document: Object.assign(new EventTarget(), {
      createElement: () => new FakeElement(),
      createElementNS: () => new FakeElement(),
    }),
    Node: FakeElement,
    ...more,
  };
  const before = Object.fromEntries(Object.keys(globals).map((name) => [name, named[name]]));
  Object.assign(globalThis, globals);
  context.after(() => Object.assign(globalThis, before));
}

/** What a view has made, as the page that stands in for a browser's has it. @param {unknown} element */
export const seenIn = (element) => /** @type {FakeElement} */ (element);
