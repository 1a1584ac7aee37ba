import { expect, test } from './fixtures.js';

// What moves must not make the page jump either.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** What a first visit may cost, in bytes over the wire: headers, files, everything. */
const TABLE_MAX = 93_500;
/** The lobby has a table in play, and the people who are there. */
const LOBBY_MAX = 100_000;

/**
 * What came over the wire.
 *
 * @typedef {object} Traffic
 * @property {{ url: string, bytes: number }[]} files
 * @property {() => number} total in bytes
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
  visit,
  browser,
  contextOptions,
  server,
}) => {
  const ana = await visit('Ana');
  const link = await ana.create('Five-Up');
  const context = await browser.newContext(contextOptions);
  const page = await context.newPage();
  const traffic = await listen(page);
  await watchShifts(page);

  await page.goto(link);
  await page.getByTestId('sit').waitFor();
  await page.waitForLoadState('networkidle');

  const foreign = traffic.files.filter(({ url }) => new URL(url, link).host !== new URL(link).host);
  expect(foreign).toEqual([]);
  const scripts = traffic.files.map(({ url }) => url).filter((url) => url.endsWith('.js'));
  expect(scripts).toEqual([...new Set(scripts)]);
  expect(traffic.files.filter(({ url }) => url.endsWith('/fonts/display.woff2'))).toHaveLength(1);
  expect(traffic.total()).toBeLessThan(TABLE_MAX);
  expect(await shifts(page)).toEqual([]);
  console.warn(`first visit to the table: ${traffic.total()} bytes`);
  expect(link).toContain(server.address);
  await context.close();
});

test('the first visit to the lobby is light', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.address, locale: 'en' });
  const page = await context.newPage();
  const traffic = await listen(page);
  await page.goto('/');
  await page.getByTestId('create-public').waitFor();
  await page.waitForLoadState('networkidle');
  expect(traffic.total()).toBeLessThan(LOBBY_MAX);
  console.warn(`first visit to the front page: ${traffic.total()} bytes`);
  await context.close();
});

test('a match that is loaded anew comes back without a jump', async ({
  visit,
  seatQuickPlayer,
}) => {
  const ana = await visit('Ana');
  const link = await ana.create('Five-Up');
  await seatQuickPlayer(link);
  await ana.waitForTurn();
  await watchShifts(ana.page);
  await ana.page.goto(link);
  await ana.waitForTurn();
  await ana.page.waitForLoadState('networkidle');
  expect(await shifts(ana.page)).toEqual([]);
});
