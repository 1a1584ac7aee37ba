import { expect, test } from '@playwright/test';
import axeCore from 'axe-core';

/** What axe looks for: WCAG 2.2 up to AA, and what is good practice besides. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Asks axe what shuts people out. The page keeps the program, which takes longer to send than to run.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string[]} [runOnly] rules or their tags
 * @returns {Promise<string[]>} what it found, in words
 */
export async function axe(page, runOnly = RULES) {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axeCore.source);
  return await page.evaluate(async (runOnly) => {
    const { axe } = /** @type {{ axe: typeof import('axe-core') }} */ (
      /** @type {unknown} */ (window)
    );
    // What needs style sheets from elsewhere is none of these rules.
    /** @type {import('axe-core').RunOptions} */
    const options = { runOnly, resultTypes: ['violations'], preload: false };
    const { violations } = await axe.run(document, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
    );
  }, runOnly);
}

/** The rules that hang on the window: the others say the same in each. */
export const RULES_OF_WINDOWS = ['target-size', 'scrollable-region-focusable'];

/** The rules that hang on colours: the dark theme differs by nothing else. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Further windows in which a page is looked at: a desktop's at 200 %, and a tablet held upright. */
const FURTHER = {
  desktop: { width: 640, height: 400 },
  phone: { width: 820, height: 1180 },
};

/**
 * Looks at a page as it is now: takes a picture, has axe look for what shuts people out, and sees to it
 * that nobody must scroll sideways. The dark theme differs by its colours, which are the same in every
 * window, so it is looked at with a desktop alone. Then the window gets another size for a moment. A page
 * that a test shows in another window than its project's is looked at there once.
 *
 * @param {import('./person.js').Person} person
 * @param {string} title of the picture
 */
export async function look(person, title) {
  const { page } = person;
  const { name, use } = test.info().project;
  // A page that is fetched when it is opened for the first time has its heading once it is there.
  await expect(page.locator('h1').first(), title).toBeAttached();
  await page.emulateMedia({ colorScheme: 'light' });
  await lookOnce(person, title, RULES);
  await mustFit(page, title);
  const window = page.viewportSize();
  if (window?.width !== use.viewport?.width) return;
  if (name === 'desktop') {
    await page.emulateMedia({ colorScheme: 'dark' });
    await lookOnce(person, `${title}, dark`, RULES_OF_COLOURS);
  }
  const further = FURTHER[/** @type {keyof typeof FURTHER} */ (name)];
  if (!window || !further) return;
  await page.setViewportSize(further);
  await mustFit(page, `${title} at ${further.width}×${further.height}`);
  await person.picture(title);
  expect.soft(await axe(page, RULES_OF_WINDOWS), `${title} at ${further.width}`).toEqual([]);
  await page.setViewportSize(window);
  await settled(page);
}

/** @param {import('./person.js').Person} person @param {string} title @param {string[]} rules */
async function lookOnce(person, title, rules) {
  await settled(person.page);
  await person.picture(title);
  expect.soft(await axe(person.page, rules), title).toEqual([]);
}

/**
 * Whether nothing reaches over the right edge of the window.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} title
 */
async function mustFit(page, title) {
  // A tile that somebody has just played may be on its way.
  await settled(page);
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth,
    );
    return wide.map(({ tagName, className }) => `${tagName} ${className}`).slice(0, 20);
  });
  expect.soft(beyond, `${title}: wider than the window`).toEqual([]);
}

/**
 * Waits until nothing moves any more: a colour on its way has a contrast of its own. A window that got
 * another size is laid out by the frame after it.
 *
 * @param {import('@playwright/test').Page} page
 */
export async function settled(page) {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)));
      }),
  );
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      // What goes on for ever, waits, or follows the scrolling never ends by itself.
      !document
        .getAnimations()
        .some(
          ({ timeline, playState, effect }) =>
            timeline instanceof DocumentTimeline &&
            playState === 'running' &&
            effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
        ),
  );
}
