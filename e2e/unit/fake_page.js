/** As much of a page as the views need that are tested without a browser. */

class FakeElement extends EventTarget {
  hidden = false;
  /** @type {unknown[]} */
  children = [];
  /** @type {Map<string, string>} */
  #attributes = new Map();

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

  /** @param {...(FakeElement | string)} children */
  append(...children) {
    this.children.push(...children);
  }

  /** @param {...(FakeElement | string)} children */
  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }

  focus() {}

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
}

/**
 * Puts the page in place for a test.
 * @param {import('node:test').TestContext} context
 * @param {object} [more] further globals, such as `fetch`
 */
export function fakePage(context, more = {}) {
  const named = /** @type {Record<string, unknown>} */ (globalThis);
  const globals = {
    document: { createElement: () => new FakeElement(), createElementNS: () => new FakeElement() },
    Node: FakeElement,
    ...more,
  };
  const before = Object.fromEntries(Object.keys(globals).map((name) => [name, named[name]]));
  Object.assign(globalThis, globals);
  context.after(() => Object.assign(globalThis, before));
}

/** What a view has made, as the page that stands in for a browser's has it. @param {unknown} element */
export const seenIn = (element) => /** @type {FakeElement} */ (element);
