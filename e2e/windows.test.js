import { boxes, named, onTop, tilesOutside, widthOf } from './boxes.js';
import { expect, testOfPages as test } from './fixtures.js';
import { matchAt, openPrepared } from './prepared.js';
import { lineIn } from './unit/samples.js';

/**
 * The table and the other pages in windows of all sizes, beside what `matrix.test.js` looks at.
 */

test('the end of a round can be scrolled through', async ({ visit }) => {
  const { page } = await visit('Ana', { at: null });
  for (const moment of /** @type {const} */ (['round over', 'match over'])) {
    await openPrepared(page, matchAt({ moment, seats: 4 }));
    for (const size of [
      { width: 320, height: 568 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(size);
      const verify = page.getByTestId('verify');
      await verify.scrollIntoViewIfNeeded();
      expect.soft(await onTop(verify), `${moment}, ${named(size)}`).toBe(true);
    }
  }
});

test('the points of all sides are seen in windows that are not wide', async ({ visit }) => {
  const { page } = await visit('Ana', { at: null });
  for (const moment of /** @type {const} */ (['round over', 'match over'])) {
    await openPrepared(page, matchAt({ moment, seats: 4 }));
    for (const size of [
      { width: 900, height: 700 },
      { width: 1259, height: 800 },
      { width: 1260, height: 800 },
    ]) {
      await page.setViewportSize(size);
      const hidden = () =>
        page.getByTestId('totals').evaluate((one) => one.scrollWidth - one.clientWidth);
      await expect.poll(hidden, { message: `${moment}, ${named(size)}` }).toBe(0);
    }
  }
});

test('calm motion stands still', async ({ visit }) => {
  const { page } = await visit('Ana', { at: null });
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

test('with calm motion a page has its new looks at once', async ({ visit }) => {
  const { page } = await visit('Ana');
  // The look of a phone, without waiting for a frame.
  const moving = await page.evaluate(() => {
    const [link] = document.getElementsByClassName('nav-link');
    if (!(link instanceof HTMLElement)) throw new Error('There is no link in the head.');
    link.style.fontSize = '40px';
    return { size: getComputedStyle(link).fontSize, moving: document.getAnimations().length };
  });
  expect(moving).toEqual({ size: '40px', moving: 0 });
});

test('a button that waits is legible under the mouse', async ({ visit }) => {
  const { page } = await visit('Ana', { at: null });
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
  const ana = await visit('Ana', { at: null });
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

test('an end can be chosen under the points of a play', async ({ visit }) => {
  const { page } = await visit('Ana', { at: null });
  await openPrepared(page, matchAt({ moment: 'long', seats: 2 }));
  await expect(page.locator('.laid-points')).toHaveCSS('pointer-events', 'none');
});

test('the ends that a play scores by stand at the tiles for a moment', async ({ visit }) => {
  const { page } = await visit('Ana', { at: null });
  const after = matchAt({ moment: 'hand', seats: 2 });
  const before = structuredClone(after);
  const line = before.view && lineIn(before.view);
  if (!line) throw new Error('The table shows no line.');
  line.layout.pop();
  line.history = [];
  const show = await openPrepared(page, before);
  await expect(page.locator('.laid')).toHaveCount(line.layout.length);
  await show(after);
  await expect(page.locator('.counted-sum')).toHaveText('4 + 6 = 10+10');
  await expect(page.locator('.counted-end')).not.toHaveCount(0);
  await expect(page.locator('.counted-sum')).toHaveCount(0);
  await expect(page.locator('.laid-points')).toHaveText('+10');
});

test('forced colours show what is chosen, and where a dialog ends', async ({ visit }) => {
  const ana = await visit('Ana', { browser: { forcedColors: 'active' } });
  await ana.press('create-table');
  await expect(ana.find('choose-game')).toBeVisible();
  for (const kind of ['.segment']) {
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
  const { page } = await visit('Ana', { at: null });
  await page.setViewportSize({ width: 320, height: 200 });
  for (const moment of /** @type {const} */ (['long', 'round over', 'match over'])) {
    await openPrepared(page, matchAt({ moment, seats: 4 }));
    await expect.poll(() => tilesOutside(page), moment).toBe(0);
    const [board] = await boxes(page, '.board');
    expect(board.height, moment).toBeGreaterThanOrEqual(160);
    expect(await widthOf(page), moment).toBeLessThanOrEqual(320);
    const last = page.locator(moment === 'long' ? '.held' : '.summary .primary:visible').last();
    await last.scrollIntoViewIfNeeded();
    expect(await onTop(last), moment).toBe(true);
  }
});

test('the lobby, its dialogs and the lesson fit into 320 pixels', async ({ visit }) => {
  const ana = await visit('Ana', { browser: { viewport: { width: 320, height: 568 } } });
  expect(await widthOf(ana.page)).toBeLessThanOrEqual(320);
  await ana.choose('open-settings');
  await ana.press('setting-bots');
  await ana.find('bot-make').scrollIntoViewIfNeeded();
  const [make] = await boxes(ana.page, '[data-testid="bot-make"]');
  expect(make.right).toBeLessThanOrEqual(320);
  await ana.page.goto('/');
  await ana.press('tile-2-1');
  await ana.page.locator('.lesson .laid').first().waitFor();
  expect(await widthOf(ana.page)).toBeLessThanOrEqual(320);
  const tiles = await boxes(ana.page, '.lesson .laid');
  const sides = tiles.map(({ width, height }) => Math.min(width, height));
  expect(Math.min(...sides)).toBeGreaterThanOrEqual(18);
});

test('what fingers press is 44 pixels high', async ({ visit }) => {
  const { page } = await visit('Ana', { browser: { viewport: { width: 390, height: 844 } } });
  await expect(page.getByTestId('create-public')).toBeVisible();
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

test('double-nine on a phone', async ({ visit }) => {
  const ana = await visit('Ana', {
    at: null,
    browser: { viewport: { width: 360, height: 640 } },
  });
  const { page } = ana;
  await openPrepared(page, matchAt({ moment: 'nines', seats: 4, partners: true }));
  const pips = (/** @type {string} */ tile) => ana.find(tile).locator('.tile-pip').count();
  expect(await pips('laid-9-8')).toBe(17);
  expect(await pips('tile-7-7')).toBe(14);
  await expect(ana.find('boneyard')).toHaveText(/Out of play15/);
  // The next seat sits on the right, and is told first.
  const seats = page.locator('.seats .seat');
  expect(await seats.evaluateAll((all) => all.map((one) => one.dataset.seat))).toEqual([
    '1',
    '2',
    '3',
  ]);
  const [next, partner, last] = await boxes(page, '.seats .seat');
  expect(next.left).toBeGreaterThan(partner.right);
  expect(partner.left).toBeGreaterThan(last.right);
  // Two rows, in which the room between two tiles is theirs.
  const held = await boxes(page, '.held');
  expect(new Set(held.map(({ left }) => Math.round(left))).size).toBe(5);
  const tenth = ana.find('hand').locator('.held').last();
  const tile = await tenth.getAttribute('data-tile');
  const { left, top, height } = held[9];
  const over = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x, y)?.closest('.held')?.getAttribute('data-tile'),
    [left - 3, top + height / 2],
  );
  expect(over).toBe(tile);
  await page.keyboard.press('0');
  await expect(tenth).toBeFocused();
});

test('tiles grow with a large window', async ({ visit }) => {
  const { page } = await visit('Ana', { at: null });
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openPrepared(page, matchAt({ moment: 'long', seats: 2 }));
  const [{ width, height }] = await boxes(page, '.laid');
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(60);
  const [held] = await boxes(page, '.held');
  expect(held.width).toBe(64);
});

test('the chat goes from its panel into a sheet and back as the window does', async ({ visit }) => {
  const { page } = await visit('Ana', { at: null });
  await openPrepared(page, matchAt({ moment: 'lead', seats: 2 }));
  const chat = page.locator('.chat-form');
  await page.getByTestId('fold-panel').click();
  await expect(chat).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByTestId('open-chat').click();
  await expect(chat).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByTestId('sheet-chat')).toBeHidden();
  await expect(page.locator('.panel').locator(chat)).toBeVisible();
});
