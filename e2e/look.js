import { expect } from '@playwright/test';
import axeCore from 'axe-core';
import { DESKTOP, PHONE } from './boxes.js';

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

/** A desktop's window at 200 %, and a tablet held upright. */
const [ZOOMED, TABLET] = [
  { width: 640, height: 400 },
  { width: 820, height: 1180 },
];

/**
 * Looks at a page as it is now: takes a picture, has axe look for what shuts people out, and sees to it
 * that nobody must scroll sideways. The dark theme differs by its colours, which are the same in every
 * window, so it is looked at with a desktop alone. Then it is looked at as at 200 %. A page
 * that a test shows in another window than a desktop's is looked at there once.
 *
 * @param {import('./person.js').Person} person
 * @param {string} title of the picture
 */
export async function look(person, title) {
  const { page } = person;
  // A page that is fetched when it is opened for the first time has its heading once it is there.
  await expect(page.locator('h1').first(), title).toBeAttached();
  await page.emulateMedia({ colorScheme: 'light' });
  await lookOnce(person, title, RULES);
  await mustFit(page, title);
  if (page.viewportSize()?.width !== DESKTOP.width) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  await lookOnce(person, `${title}, dark`, RULES_OF_COLOURS);
  await lookIn(person, title, ZOOMED);
  await enlarge(person);
}

/**
 * Looks at a page of a desktop's window, and at the same page in those of a phone and a tablet: its parts may be others
 * there.
 *
 * @param {import('./person.js').Person} person
 * @param {string} title of the pictures
 */
export async function lookAround(person, title) {
  await look(person, title);
  await lookOnPhone(person, title);
  await lookIn(person, title, TABLET);
  await enlarge(person);
}

/** Looks at a page in the window of a phone. @param {import('./person.js').Person} person @param {string} title */
export async function lookOnPhone(person, title) {
  await person.page.setViewportSize(PHONE);
  await look(person, title);
  await enlarge(person);
}

/** Gives a page the window of a desktop again. @param {import('./person.js').Person} person */
async function enlarge({ page }) {
  await page.setViewportSize(DESKTOP);
  await settled(page);
}

/**
 * Looks for what hangs on the window alone.
 *
 * @param {import('./person.js').Person} person
 * @param {string} title
 * @param {import('./boxes.js').Size} window
 */
async function lookIn(person, title, window) {
  const { page } = person;
  await page.setViewportSize(window);
  await mustFit(page, `${title} at ${window.width}×${window.height}`);
  await person.picture(title);
  expect.soft(await axe(page, RULES_OF_WINDOWS), `${title} at ${window.width}`).toEqual([]);
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
