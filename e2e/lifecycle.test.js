import { chromiumOptions, wholeChromium } from './browsers.js';
import { expect, test } from './fixtures.js';
import { takeTurns } from './person.js';

/** With the back/forward cache, as people have it. Playwright switches it off, and without a window there is none. */
test.use({
  launchOptions: {
    ...chromiumOptions,
    executablePath: wholeChromium(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

/**
 * Within this time the others see that a player has left the page, or is back, in milliseconds. A server notices
 * later that a page is gone which doesn't close its socket.
 */
const SEEN_MS = 10_000;

/** Where the browser goes in the same tab: an address without the client. */
const ELSEWHERE = '/healthz';

/**
 * Two who play, and the second of them is to play.
 *
 * @param {import('./fixtures.js').Fixtures['come']} come
 */
async function meet(come) {
  const [ana, ben] = await Promise.all([come('Ana'), come('Ben')]);
  await ben.join(await ana.host('Draw'));
  await takeTurns([ana, ben], async () => {
    return (await ana.laid()) > 1 && (await ben.playable()).length > 0;
  });
  return { ana, ben };
}

/**
 * Whether a player is away, as another one sees it.
 *
 * @param {import('./person.js').Person} other
 * @param {boolean} isAway
 */
async function seesAway(other, isAway) {
  const seat = expect(other.find('seat-0'));
  await (isAway ? seat : seat.not).toHaveAttribute('data-away', 'true', { timeout: SEEN_MS });
}

test('a player who goes to another address is away, and finds the table as it is when they come back', async ({
  come,
}) => {
  const { ana, ben } = await meet(come);
  await seesAway(ben, false);
  // What a page holds in memory is there again only if the browser has kept the page.
  await ana.page.evaluate(() => Object.assign(window, { isKept: true }));
  // It has no icon.
  ana.expectsRefusal = true;
  await ana.page.goto(ELSEWHERE);
  await seesAway(ben, true);
  await ben.step();
  const laid = await ben.laid();

  await ana.page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => ana.laid()).toBe(laid);
  await expect(ana.find('meanwhile')).toContainText('Ben plays');
  await seesAway(ben, false);
  expect(await ana.page.evaluate(() => 'isKept' in window), 'the page was kept').toBe(true);
  // The page goes on: its player is told of what others do, and others of theirs.
  await takeTurns([ana, ben], async () => (await ana.laid()) > laid + 1);
});

test('a player whose page the browser freezes is away until it goes on', async ({ come }) => {
  const { ana, ben } = await meet(come);
  // Only a browser that saves energy freezes a page; here the page is told that it would.
  const tell = (/** @type {string} */ type) =>
    ana.page.evaluate((name) => document.dispatchEvent(new Event(name)), type);
  await tell('freeze');
  await seesAway(ben, true);
  await ben.step();
  await tell('resume');
  await seesAway(ben, false);
  const laid = await ben.laid();
  await expect.poll(() => ana.laid()).toBe(laid);
});

/** With a wish that most tests don't have: what is no decision is played by the page. */
const AUTOMATIC = { settings: { auto_play: true } };
/** Longer than it is said that a tile is going to be played, in milliseconds. */
const BEAT_MS = 2000;

/**
 * A window that hears of the first tile only when it is let: until then it believes that the turn goes on.
 *
 * @param {import('@playwright/test').Page} page
 */
async function lateWindow(page) {
  /** @type {{ type: string, code?: string }[]} */
  const sent = [];
  /** @type {typeof sent} */
  const told = [];
  /** @type {(() => void)[]} */
  let held = [];
  let isHolding = true;
  await page.addInitScript(noteNotices);
  // A beat passes when the test says so.
  await page.clock.install();
  await page.routeWebSocket(/\/ws(\?|$)/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      sent.push(JSON.parse(String(message)));
      server.send(message);
    });
    server.onMessage((message) => {
      told.push(JSON.parse(String(message)));
      if (isHolding && message.includes('"type":"played"')) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  return {
    page,
    laid: () => page.locator('[data-testid^="laid-"]').count(),
    plays: () => sent.filter(({ type }) => type === 'move').length,
    errors: () => told.map(({ code }) => code),
    notices: () => page.evaluate(() => /** @type {any} */ (window).notices),
    /** Lets all that was held back come. */
    release() {
      isHolding = false;
      for (const send of held) send();
      held = [];
    },
  };
}

/** Notes each notice that is shown: runs in the page. */
function noteNotices() {
  /** @type {string[]} */
  const notices = [];
  Object.assign(window, { notices });
  new MutationObserver(() => {
    const notice = document.querySelector('[data-testid="notice"]:not([hidden])');
    if (notice?.textContent) notices.push(notice.textContent);
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

/**
 * Two who play, each with two windows. One of them leads with the highest double, which is no decision.
 *
 * @param {import('./fixtures.js').Fixtures['come']} come
 * @param {(person: import('./person.js').Person) => Promise<import('@playwright/test').Page>} other another
 *   window of a person
 */
async function twoWindowsEach(come, other) {
  const [ana, ben] = await Promise.all([come('Ana', AUTOMATIC), come('Ben', AUTOMATIC)]);
  const link = await ana.host('Draw');
  const pages = [ana.page, await other(ana), ben.page, await other(ben)];
  const windows = await Promise.all(pages.map(lateWindow));
  for (const { page } of windows) await page.goto(link);
  await ben.press('sit');
  const plays = () => windows.reduce((sum, one) => sum + one.plays(), 0);
  await expect.poll(plays).toBeGreaterThan(0);
  for (const { page } of windows) await page.clock.fastForward(BEAT_MS);
  return { windows, plays };
}

test('of two windows of one browser only one plays a forced tile', async ({ come }) => {
  const { windows, plays } = await twoWindowsEach(come, (person) =>
    person.page.context().newPage(),
  );
  expect(plays()).toBe(1);
  for (const one of windows) one.release();
  for (const one of windows) await expect.poll(one.laid).toBeGreaterThan(0);
  for (const one of windows) expect(await one.notices()).toEqual([]);
});

test('at two devices the later one says nothing of a tile that it played by itself', async ({
  come,
  browser,
  server,
}) => {
  /** @type {import('@playwright/test').BrowserContext[]} */
  const devices = [];
  const { windows, plays } = await twoWindowsEach(come, async ({ page }) => {
    const storageState = await page.context().storageState();
    const device = await browser.newContext({ baseURL: server.address, storageState });
    devices.push(device);
    return await device.newPage();
  });
  await expect.poll(plays).toBe(2);
  await expect.poll(() => windows.flatMap((one) => one.errors())).toContain('stale');
  for (const one of windows) one.release();
  for (const one of windows) await expect.poll(one.laid).toBeGreaterThan(0);
  for (const one of windows) expect(await one.notices()).toEqual([]);
  for (const device of devices) await device.close();
});
