/** Where things are in the window. Boxes are in CSS pixels. */

/** @typedef {{ width: number, height: number }} Size */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Edges */

/** The window in which tests open their pages, and a phone's. */
export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** @param {Size} size */
export const named = ({ width, height }) => `${width}×${height}`;

/** A window of that size. @param {Size} size @returns {Edges} */
export const windowOf = ({ width, height }) => ({ left: 0, top: 0, right: width, bottom: height });

/**
 * The boxes of all elements that match, as the window shows them.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} selector
 */
export const boxes = (page, selector) =>
  page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
      return { left, top, right, bottom, width, height };
    }),
  );

/**
 * Whether a box lies in another one, but for a pixel.
 *
 * @param {Edges} inner
 * @param {Edges} outer
 */
export const within = (inner, outer) =>
  inner.left >= outer.left - 1 &&
  inner.top >= outer.top - 1 &&
  inner.right <= outer.right + 1 &&
  inner.bottom <= outer.bottom + 1;

/** @param {Edges} a @param {Edges} b */
export const overlap = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;

/**
 * Which of the elements that are shown reach out of an area, or lie over one before them.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string[]} selectors
 * @param {Edges} area
 */
export async function badlyPlaced(page, selectors, area) {
  const all = /** @type {(Edges & { what: string })[]} */ ([]);
  for (const what of selectors) {
    const found = await boxes(page, what);
    all.push(...found.filter(({ width }) => width > 0).map((box) => ({ what, ...box })));
  }
  return all.flatMap((one, i) => {
    const under = all.slice(0, i).find((other) => overlap(one, other));
    return within(one, area) && !under ? [] : [{ one, under }];
  });
}

/** @param {import('@playwright/test').Page} page */
export const widthOf = (page) => page.evaluate(() => document.documentElement.scrollWidth);

/**
 * Whether the middle of an element can be clicked as the window stands.
 *
 * @param {import('@playwright/test').Locator} locator
 */
export const onTop = (locator) =>
  locator.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return found !== null && one.contains(found);
  });

/**
 * How many tiles on the table reach out of the board.
 *
 * @param {import('@playwright/test').Page} page
 */
export async function tilesOutside(page) {
  const [board] = await boxes(page, '.board');
  return (await boxes(page, '.laid')).filter((tile) => !within(tile, board)).length;
}
