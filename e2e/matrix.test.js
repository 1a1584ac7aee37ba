import { expect, test } from './fixtures.js';
import { axe, RULES_OF_WINDOWS } from './look.js';
import { matrix, printed, TEXTS } from './matrix.js';
import { lookAtPages, NAMES, preparePages } from './matrix_pages.js';
import { MOMENTS, matchAt, openPrepared } from './prepared.js';
import { see } from './screen.js';

/** A part of the matrix, from wide to narrow: a table has to shrink with its window, too. */
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
];

for (const texts of /** @type {const} */ (['usual', 'longest'])) {
  test(`nothing is cut off, covered or too small (${texts} texts)`, async ({ visit }) => {
    const { page } = await visit('Ana', { settings: TEXTS[texts].settings });
    const rows = await matrix(page, { texts, sizes: SIZES });
    const faults = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.faults));
    expect(faults.length, printed(rows)).toBe(0);
  });
}

test('the pages have room for every name, and show it in its own direction', async ({ visit }) => {
  const wide = await visit(NAMES.wide);
  const pages = await preparePages(wide, await visit(NAMES.hebrew), await visit(NAMES.arabic));
  expect(await lookAtPages(wide, pages, SIZES)).toEqual([]);
});

test('at every moment a small window is right for fingers and keyboards', async ({ visit }) => {
  const { page } = await visit('Ana', { browser: { viewport: { width: 320, height: 568 } } });
  const show = await openPrepared(page, matchAt({ moment: 'lead', seats: 4 }));
  for (const moment of MOMENTS) {
    const table = matchAt({ moment, seats: 4 });
    await show(table);
    await see(page, table);
    expect.soft(await axe(page, RULES_OF_WINDOWS), moment).toEqual([]);
  }
});
