/**
 * A cache of drawn tiles: a tile is made of twenty nodes, so one that leaves the page is used again.
 * @template {Element} E
 */
export class ElementPool {
  /** By what they show. @type {Map<string, E[]>} */
  #lists = new Map();

  /** One from the cache, or else a new one. @param {string} tile @param {() => E} make */
  take(tile, make) {
    return this.#lists.get(tile)?.pop() ?? make();
  }

  /**
   * Keeps drawings that are not on the page any more.
   * @param {Iterable<E>} unused
   * @param {(element: E) => string} tileOf
   */
  keep(unused, tileOf) {
    for (const element of unused) {
      const list = this.#lists.get(tileOf(element)) ?? [];
      list.push(element);
      this.#lists.set(tileOf(element), list);
    }
  }
}
