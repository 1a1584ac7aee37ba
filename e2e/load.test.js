import { DESKTOP, PHONE } from './boxes.js';
import { expect, test } from './fixtures.js';
import { watchRequests } from './requests.js';

// What moves must not make the page jump either.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** What a first visit may cost, in bytes over the wire: headers, files, everything. */
const TABLE_MAX = 88_500;
/** The lobby has a table in play, and the people who are there. */
const LOBBY_MAX = 95_000;

/**
 * What came over the wire.
 *
 * @typedef {object} Traffic
 * @property {{ url: string, bytes: number }[]} files
 * @property {() => number} total in bytes
 * @property {() => Promise<void>} allIsThere waits until nothing more is on its way
 */

/**
 * Listens to all that a page loads from now on.
 *
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<Traffic>}
 */
async function listen(page) {
  const devtools = await page.context().newCDPSession(page);
  /** @type {Map<string, { url: string, bytes: number }>} */
  const files = new Map();
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) =>
    files.set(requestId, { url: request.url, bytes: 0 }),
  );
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  devtools.on('Network.webSocketFrameReceived', ({ requestId, response }) => {
    const frames = files.get(requestId) ?? { url: '/ws', bytes: 0 };
    frames.bytes += response.payloadData.length;
    files.set(requestId, frames);
  });
  await devtools.send('Network.enable');
  return {
    allIsThere: watchRequests(page),
    get files() {
      return [...files.values()];
    },
    total: () => [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/**
 * Has the page add up by how much its parts jump.
 *
 * @param {import('@playwright/test').Page} page
 */
async function watchShifts(page) {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = /** @type {any} */ (entry);
        const what = sources.map((/** @type {any} */ one) => one.node?.className).join(', ');
        /** @type {any} */ (window).shifts.push(`${value} ${what}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** @param {import('@playwright/test').Page} page */
async function shifts(page) {
  return await page.evaluate(() => /** @type {any} */ (window).shifts);
}

test('the first visit to a table is light, and nothing comes from elsewhere', async ({
  come,
  newPage,
  server,
}) => {
  const ana = await come('Ana');
  const link = await ana.host('Five-Up');
  expect(link).toContain(server.address);
  for (const viewport of [DESKTOP, PHONE]) {
    const page = await newPage({ viewport });
    const traffic = await listen(page);
    await watchShifts(page);

    await page.goto(link);
    await page.getByTestId('sit').waitFor();
    await traffic.allIsThere();

    const urls = traffic.files.map(({ url }) => url);
    expect(urls.filter((url) => new URL(url, link).host !== new URL(link).host)).toEqual([]);
    const scripts = urls.filter((url) => url.endsWith('.js'));
    expect(scripts).toEqual([...new Set(scripts)]);
    expect(urls.filter((url) => url.endsWith('/fonts/display.woff2'))).toHaveLength(1);
    expect(traffic.total()).toBeLessThan(TABLE_MAX);
    expect(await shifts(page)).toEqual([]);
    console.warn(`first visit to the table: ${traffic.total()} bytes at ${viewport.width}`);
  }
});

test('the first visit to the lobby is light', async ({ newPage, server }) => {
  for (const viewport of [DESKTOP, PHONE]) {
    const page = await newPage({ baseURL: server.address, locale: 'en', viewport });
    const traffic = await listen(page);
    await page.goto('/');
    await page.getByTestId('no-tables').waitFor();
    await traffic.allIsThere();
    expect(traffic.total()).toBeLessThan(LOBBY_MAX);
    console.warn(`first visit to the front page: ${traffic.total()} bytes at ${viewport.width}`);
  }
});

test('texts have their own typeface from the visit after the first on', async ({ visit }) => {
  const ana = await visit('Ana');
  const { page } = ana;
  /** @type {string[]} */
  const faces = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/fonts/text.woff2')) faces.push(request.url());
  });
  const isUsed = () => page.evaluate(() => document.fonts.check('1em "Boneyard Text"'));
  await page.goto('/');
  await page.getByTestId('rules-link').waitFor();
  expect(faces).toEqual([]);
  await ana.press('rules-link');
  await expect
    .poll(() => page.evaluate(() => localStorage['boneyard.settings']))
    .toMatch(/"text_face":true/);
  await expect(page.locator('html')).not.toHaveAttribute('data-text-face');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-text-face');
  await expect.poll(isUsed).toBe(true);
  await expect(page.locator('body')).toHaveCSS('font-family', /^"Boneyard Text", /);
});

test('a match that is loaded anew comes back without a jump', async ({ come, seatQuickPlayer }) => {
  const ana = await come('Ana');
  const link = await ana.host('Five-Up');
  await seatQuickPlayer(link);
  await ana.waitForTurn();
  await watchShifts(ana.page);
  const allIsThere = watchRequests(ana.page);
  for (const window of [DESKTOP, PHONE]) {
    await ana.page.setViewportSize(window);
    await ana.page.goto(link);
    await ana.waitForTurn();
    await allIsThere();
    expect(await shifts(ana.page)).toEqual([]);
  }
});
