import { named } from './boxes.js';
import { expect, test, testOfPages } from './fixtures.js';
import { axe, RULES_OF_WINDOWS } from './look.js';
import { matrix, printed, TEXTS } from './matrix.js';
import { faultsOfSheets, lookAtPages, NAMES, preparePages } from './matrix_pages.js';
import { lookAtTrains } from './matrix_trains.js';
import { MOMENTS, matchAt, openPrepared } from './prepared.js';
import { see } from './screen.js';

/** A part of the matrix, from wide to narrow: a table has to shrink with its window, too. */
const SIZES = {
  /** Desktop and phone as most have them. */
  longest: [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
    { width: 320, height: 568 },
  ],
  /** A small laptop, a phone held across, and a small phone. */
  usual: [
    { width: 1366, height: 650 },
    { width: 844, height: 390 },
    { width: 320, height: 568 },
  ],
};

for (const texts of /** @type {const} */ (['usual', 'longest'])) {
  testOfPages(`nothing is cut off, covered or too small (${texts} texts)`, async ({ visit }) => {
    const { page } = await visit('Ana', { at: null, settings: TEXTS[texts].settings });
    const rows = await matrix(page, { texts, sizes: SIZES[texts] });
    const faults = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.faults));
    expect(faults.length, printed(rows)).toBe(0);
  });
}

test('the pages have room for every name, and show it in its own direction', async ({ come }) => {
  const wide = await come(NAMES.wide);
  const pages = await preparePages(wide, await come(NAMES.hebrew), await come(NAMES.arabic));
  expect(await lookAtPages(wide, pages, SIZES.usual)).toEqual([]);
});

testOfPages('tables of trains have room for two to eight', async ({ visit }) => {
  const { page } = await visit('Ana', { at: null });
  const moments = /** @type {const} */ (['hand', 'double', 'round over', 'match over']);
  expect(await lookAtTrains(page, { sizes: SIZES.usual, moments })).toEqual([]);
});

testOfPages('the sheet at the end of a round opens at its top', async ({ visit }) => {
  const { page } = await visit('Ana', { at: null });
  const show = await openPrepared(page, matchAt({ moment: 'lead', seats: 2 }));
  for (const size of SIZES.usual) {
    await page.setViewportSize(size);
    for (const moment of /** @type {const} */ (['round over', 'match over'])) {
      for (const seats of /** @type {const} */ ([2, 4])) {
        const what = `${moment}, ${seats}, ${named(size)}`;
        await show(matchAt({ moment: 'lead', seats }));
        await page.locator('.held').first().focus();
        const over = matchAt({ moment, seats });
        await show(over);
        await see(page, over);
        // The tile that was played last has given the focus away.
        await expect(page.getByTestId(/^(next-round|rematch)$/), what).toBeFocused();
        expect.soft(await page.evaluate(faultsOfSheets), what).toEqual([]);
        // What was read of one sheet is forgotten at the next.
        await page.locator('.summary').evaluate((one) => one.scrollTo(0, one.scrollHeight));
      }
    }
  }
});

test('at every moment a small window is right for fingers and keyboards', async ({ visit }) => {
  const { page } = await visit('Ana', {
    at: null,
    browser: { viewport: { width: 320, height: 568 } },
  });
  const show = await openPrepared(page, matchAt({ moment: 'lead', seats: 4 }));
  for (const moment of MOMENTS) {
    const table = matchAt({ moment, seats: 4 });
    await show(table);
    await see(page, table);
    expect.soft(await axe(page, RULES_OF_WINDOWS), moment).toEqual([]);
  }
});
