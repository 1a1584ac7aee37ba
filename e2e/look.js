import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';

/** What axe looks for: WCAG 2.2 up to AA, and what is good practice besides. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Axe in a third of its usual time: the pages have no frames, whose results it would put together
 * in a page opened for that, and nobody reads what it says of all that is well.
 *
 * @param {import('@playwright/test').Page} page
 */
const axe = (page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ runOnly: RULES, resultTypes: ['violations'] });

/**
 * Looks at a page as it is now, in both themes: takes a picture, has axe look for what shuts people
 * out, and sees to it that nobody must scroll sideways.
 *
 * @param {import('./person.js').Person} person
 * @param {string} title of the picture
 */
export async function look(person, title) {
  const { page } = person;
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    await person.picture(colorScheme === 'dark' ? `${title}, dark` : title);
    const { violations } = await axe(page).analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
    );
    expect.soft(found, `${title} in the ${colorScheme} theme`).toEqual([]);
  }
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
 * Waits until nothing moves any more: a colour on its way has a contrast of its own.
 *
 * @param {import('@playwright/test').Page} page
 */
async function settled(page) {
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
