import { boxes, named, onTop, overlap, tilesOutside, widthOf, within } from './boxes.js';
import { expect, test } from './fixtures.js';
import { axe } from './look.js';
import { matchAt, openPrepared } from './prepared.js';

/**
 * The table and the other pages in windows of all sizes: what must be on the screen is there,
 * nothing lies over anything else, and no page is wider than its window.
 */

/** Windows that have little room in one way or another. */
const TIGHT = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 375, height: 667 },
  { width: 390, height: 664 },
  { width: 390, height: 844 },
  { width: 640, height: 400 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
  { width: 1366, height: 650 },
];

/** @param {import('@playwright/test').Page} page */
const heightOf = (page) => page.evaluate(() => document.documentElement.scrollHeight);

for (const seats of /** @type {const} */ ([2, 4])) {
  for (const moment of /** @type {const} */ (['round over', 'match over'])) {
    test(`${moment}, ${seats} players: board, hands and main button share the window`, async ({
      visit,
    }) => {
      const { page, ...ana } = await visit('Ana');
      await page.setViewportSize(TIGHT[0]);
      await openPrepared(page, matchAt({ moment, seats }));
      const main = page.getByTestId(moment === 'round over' ? 'next-round' : 'rematch');
      for (const size of TIGHT) {
        await page.setViewportSize(size);
        const where = `${named(size)}, ${ana.name}`;
        await expect.poll(() => tilesOutside(page), where).toBe(0);
        const [board] = await boxes(page, '.board');
        expect.soft(board.height, where).toBeGreaterThanOrEqual(160);
        const [button] = await boxes(page, '.summary .primary');
        const window = { left: 0, top: 0, right: size.width, bottom: size.height };
        expect.soft(within(button, window), `${where}: ${JSON.stringify(button)}`).toBe(true);
        expect.soft(await onTop(main), where).toBe(true);
        const [summary] = await boxes(page, '.summary');
        expect.soft(overlap(summary, board), where).toBe(false);
        const [felt] = await boxes(page, '.felt');
        expect.soft(within(board, felt), `${where}: board within the felt`).toBe(true);
        expect.soft(await widthOf(page), where).toBeLessThanOrEqual(size.width);
        expect.soft(await heightOf(page), where).toBeLessThanOrEqual(size.height);
        const hands = page.locator('.summary-hand');
        await hands.last().scrollIntoViewIfNeeded();
        expect.soft((await boxes(page, '.summary-hand')).at(-1)?.height, where).toBeGreaterThan(30);
        await page.getByTestId('verify').scrollIntoViewIfNeeded();
        expect.soft(await onTop(page.getByTestId('verify')), where).toBe(true);
      }
      await page.setViewportSize(TIGHT[0]);
      expect(await axe(page, ['scrollable-region-focusable'])).toEqual([]);
    });
  }
}

test('the hand shrinks with the window', async ({ visit }) => {
  const { page } = await visit('Ana');
  await openPrepared(page, matchAt({ moment: 'lead', seats: 2 }));
  for (const width of [1280, 390, 360, 320]) {
    await page.setViewportSize({ width, height: 664 });
    const window = { left: 0, top: 0, right: width, bottom: 664 };
    const inside = async () =>
      (await boxes(page, '.held')).every((tile) => within(tile, window)) &&
      (await widthOf(page)) <= width;
    await expect.poll(inside, `${width}`).toBe(true);
  }
});

for (const language of /** @type {const} */ (['en', 'fr'])) {
  test(`the line above the hand fits on a phone (${language})`, async ({ visit }) => {
    const { page } = await visit('Ana', { settings: { language } });
    const tables = [
      matchAt({ moment: 'lead', seats: 2, clock: true }),
      matchAt({ moment: 'long', seats: 2, turn: 1, clock: true }),
      matchAt({
        moment: 'long',
        seats: 2,
        turn: 1,
        people: [{}, { name: 'W'.repeat(24) }],
        clock: true,
      }),
      matchAt({
        moment: 'long',
        seats: 4,
        turn: 1,
        people: [{}, { name: 'W'.repeat(24) }],
        clock: true,
      }),
      matchAt({ moment: 'long', seats: 2, turn: 1, people: [{}, { computer: 'casual' }] }),
    ];
    const show = await openPrepared(page, tables[0]);
    for (const [i, table] of tables.entries()) {
      await show(table);
      for (const width of [390, 360, 320]) {
        await page.setViewportSize({ width, height: 664 });
        const where = `table ${i} at ${width}`;
        await expect.poll(() => widthOf(page), where).toBeLessThanOrEqual(width);
        const [line] = await boxes(page, '.turn-line');
        const others = await boxes(page, '.dock-bar :is(.clock, .icon-button):not([hidden])');
        const covered = others.filter((one) => one.width > 0 && overlap(one, line));
        expect.soft(covered, where).toEqual([]);
        expect.soft(line.width, where).toBeGreaterThan(60);
        const [name] = await boxes(page, '[data-testid="score-0"] .score-name');
        expect.soft(name.width, where).toBeGreaterThan(8);
      }
    }
  });
}

test('calm motion stands still', async ({ visit }) => {
  const { page } = await visit('Ana');
  // Where points must be said, a tile is chosen before it is played.
  await openPrepared(page, matchAt({ moment: 'lead', seats: 2, calls: 'muggins' }));
  await page.getByTestId('tile-6-6').click();
  await page.locator('.end-ghost').waitFor();
  const endless = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY)
      .map((one) => (one instanceof CSSAnimation ? one.animationName : String(one))),
  );
  expect(endless).toEqual([]);
});

test('a button that waits is legible under the mouse', async ({ visit }) => {
  const { page } = await visit('Ana');
  const waiting = matchAt({ moment: 'round over', seats: 2 });
  waiting.room.seats = waiting.room.seats.map((seat) => seat && { ...seat, ready: true });
  await openPrepared(page, waiting);
  const button = page.getByTestId('next-round');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    await button.hover();
    const shown = () => button.evaluate((one) => getComputedStyle(one).backgroundColor);
    const hovered = await shown();
    await page.mouse.move(0, 0);
    await expect.poll(shown).toBe(hovered);
  }
});

test('resigning asks once more', async ({ visit }) => {
  const ana = await visit('Ana');
  await openPrepared(ana.page, matchAt({ moment: 'long', seats: 2 }));
  await ana.press('leave');
  const [offer] = await boxes(ana.page, '[data-testid="leave-offer"]');
  const [resign] = await boxes(ana.page, '[data-testid="leave-resign"]');
  expect(resign.top - offer.bottom).toBeGreaterThanOrEqual(16);
  await ana.press('leave-resign');
  const sure = ana.find('resign');
  await expect(sure).toContainText('The other side wins');
  await sure.getByRole('button', { name: 'Cancel' }).click();
  await expect(sure).toBeHidden();
  await expect(ana.find('leave-resign')).toBeVisible();
});

test('the points of a play hide none of its pips', async ({ visit }) => {
  const { page } = await visit('Ana');
  await openPrepared(page, matchAt({ moment: 'long', seats: 2 }));
  for (const size of TIGHT) {
    await page.setViewportSize(size);
    await expect.poll(() => tilesOutside(page)).toBe(0);
    const [tile] = await boxes(page, '.laid.last > svg');
    const [points] = await boxes(page, '.laid-points');
    expect.soft(overlap(tile, points), named(size)).toBe(false);
  }
  // An end beside the tile is offered under the points.
  await expect(page.locator('.laid-points')).toHaveCSS('pointer-events', 'none');
});

test('forced colours show what is chosen, and where a dialog ends', async ({ visit }) => {
  const ana = await visit('Ana', { browser: { forcedColors: 'active' } });
  await ana.press('create-table');
  await expect(ana.find('target-own')).toBeVisible();
  for (const kind of ['.preset', '.segment']) {
    const outline = (/** @type {string} */ state) =>
      ana.page
        .locator(`.dialog ${kind}:${state}`)
        .first()
        .evaluate((one) => getComputedStyle(one).outlineStyle);
    expect(await outline('has(:checked)')).toBe('solid');
    expect(await outline('not(:has(:checked))')).toBe('none');
  }
  const edge = await ana.page
    .locator('dialog[open]')
    .evaluate((one) => getComputedStyle(one).borderTopStyle);
  expect(edge).toBe('solid');
  await openPrepared(ana.page, matchAt({ moment: 'long', seats: 2 }));
  const last = ana.page.locator('.laid.last');
  expect(await last.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid');
});

test('at 400 % the page of the table scrolls', async ({ visit }) => {
  const { page } = await visit('Ana');
  await page.setViewportSize({ width: 320, height: 200 });
  for (const moment of /** @type {const} */ (['long', 'round over', 'match over'])) {
    await openPrepared(page, matchAt({ moment, seats: 4 }));
    await expect.poll(() => tilesOutside(page), moment).toBe(0);
    const [board] = await boxes(page, '.board');
    expect(board.height, moment).toBeGreaterThanOrEqual(160);
    expect(await widthOf(page), moment).toBeLessThanOrEqual(320);
    const last = page.locator(moment === 'long' ? '.held' : '.summary .primary').last();
    await last.scrollIntoViewIfNeeded();
    expect(await onTop(last), moment).toBe(true);
  }
});

test('a window with room doesn’t scroll', async ({ visit }) => {
  const { page } = await visit('Ana');
  const show = await openPrepared(page, matchAt({ moment: 'lead', seats: 4 }));
  for (const moment of /** @type {const} */ (['lead', 'long'])) {
    for (const seats of /** @type {const} */ ([2, 4])) {
      await show(matchAt({ moment, seats }));
      for (const size of TIGHT) {
        await page.setViewportSize(size);
        const where = `${moment}, ${seats} players at ${named(size)}`;
        await expect.poll(() => heightOf(page), where).toBeLessThanOrEqual(size.height);
        await expect.poll(() => tilesOutside(page), where).toBe(0);
      }
    }
  }
});

test('the lobby, its dialogs and the tutorial fit into 320 pixels', async ({ visit }) => {
  const ana = await visit('Ana', { browser: { viewport: { width: 320, height: 568 } } });
  expect(await widthOf(ana.page)).toBeLessThanOrEqual(320);
  await ana.press('open-settings');
  await ana.press('setting-bots');
  await ana.find('bot-make').scrollIntoViewIfNeeded();
  const [make] = await boxes(ana.page, '[data-testid="bot-make"]');
  expect(make.right).toBeLessThanOrEqual(320);
  await ana.page.goto('/');
  await ana.press('learn');
  await ana.page.locator('.tutorial .laid').first().waitFor();
  const tiles = await boxes(ana.page, '.tutorial .laid');
  const sides = tiles.map(({ width, height }) => Math.min(width, height));
  expect(Math.min(...sides)).toBeGreaterThanOrEqual(18);
});

test('what fingers press is 44 pixels high', async ({ visit }) => {
  const { page } = await visit('Ana', { browser: { viewport: { width: 390, height: 844 } } });
  await expect(page.getByTestId('learn')).toBeVisible();
  const small = async (/** @type {string} */ selector, least = 44) =>
    (await boxes(page, selector)).filter(
      ({ width, height }) => width > 0 && (height < 43.5 || width < least - 0.5),
    );
  expect.soft(await small('.button')).toEqual([]);
  await openPrepared(page, matchAt({ moment: 'lead', seats: 2, calls: 'muggins' }));
  expect.soft(await small('.hand-tools .icon-button')).toEqual([]);
  expect.soft(await small('.key', 43)).toEqual([]);
  await page.getByTestId('open-chat').click();
  await page.locator('.phrase').first().waitFor();
  expect.soft(await small('.phrase')).toEqual([]);
});

test('the pips that a seat lacks are no wider than its card', async ({ visit }) => {
  const { page } = await visit('Ana', { settings: { show_lacks: true } });
  const lacks = [[], [0, 1, 2, 3, 5, 6], [4], [1, 2]];
  const show = await openPrepared(page, matchAt({ moment: 'long', seats: 2, lacks }));
  for (const seats of /** @type {const} */ ([2, 4])) {
    await show(matchAt({ moment: 'long', seats, lacks }));
    for (const size of TIGHT) {
      await page.setViewportSize(size);
      for (const seat of await page.locator('.seats .seat').all()) {
        const inside = await seat.evaluate((card) => {
          const outer = card.getBoundingClientRect();
          return [...card.querySelectorAll('.lack')].every((mark) => {
            const { left, right } = mark.getBoundingClientRect();
            return left >= outer.left && right <= outer.right;
          });
        });
        expect.soft(inside, `${seats} players at ${named(size)}`).toBe(true);
      }
    }
  }
});

test('tiles grow with a large window', async ({ visit }) => {
  const { page } = await visit('Ana');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openPrepared(page, matchAt({ moment: 'long', seats: 2 }));
  const [{ width, height }] = await boxes(page, '.laid');
  expect(Math.min(width, height)).toBeGreaterThan(46);
});

test('the chat goes from its panel into a sheet and back as the window does', async ({ visit }) => {
  const { page } = await visit('Ana');
  await openPrepared(page, matchAt({ moment: 'lead', seats: 2 }));
  const chat = page.locator('.chat-form');
  await expect(chat).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByTestId('open-chat').click();
  await expect(chat).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByTestId('sheet-chat')).toBeHidden();
  await expect(page.locator('.panel').locator(chat)).toBeVisible();
});
