import { expect, test } from './fixtures.js';
import { startFirefox, startWebKit } from './webdriver.js';

/**
 * One story in the browsers that aren't Chromium: a whole match against the computer, its deal
 * verified, and its replay. Firefox has a laptop's window, WebKit a phone's.
 *
 * @typedef {import('./webdriver.js').DrivenPage} Page
 */

const BROWSERS = [
  { name: 'Firefox', start: startFirefox, size: { width: 1280, height: 800 } },
  { name: 'WebKit', start: startWebKit, size: { width: 390, height: 844 } },
];

/** A button or a field, as the client names it for tests. @param {string} id */
const by = (id) => `[data-testid="${id}"]`;

/**
 * Opens the lobby with the settings of the tests, and notes what goes wrong in the page from then on.
 *
 * @param {Page} page
 * @param {string} address
 */
async function openLobby(page, address) {
  await page.open(address);
  const settings = { auto_play: false, volume: 0, language: 'en' };
  await page.read(
    (text) => localStorage.setItem('boneyard.settings', text),
    JSON.stringify(settings),
  );
  await page.open(address);
  await page.read(() => {
    /** @type {string[]} */
    const trouble = [];
    Object.assign(window, { trouble });
    window.addEventListener('error', ({ message }) => trouble.push(message));
    window.addEventListener('unhandledrejection', ({ reason }) => trouble.push(String(reason)));
  }, null);
}

/** What went wrong in the page: runs there. */
function trouble() {
  return /** @type {Window & { trouble?: string[] }} */ (window).trouble;
}

/**
 * Waits for words in an element of the page.
 *
 * @param {Page} page
 * @param {string} id
 * @param {RegExp | string} words
 */
async function reads(page, id, words) {
  const text = (/** @type {string} */ which) => document.querySelector(which)?.textContent ?? '';
  await expect.poll(() => page.read(text, by(id)), id).toMatch(words);
}

/**
 * What can be done next at the table: runs in the page.
 *
 * @returns {string} selects what to click; empty while others play
 */
function nextAct() {
  const acts = [
    '[data-testid="rematch"]',
    '[data-testid="next-round"]:not([aria-disabled])',
    'button.end',
    '.table-page [data-playable="true"]',
  ];
  const seen = acts.find((one) => document.querySelector(one)?.checkVisibility()) ?? '';
  const tile = document.querySelector(seen || 'html')?.getAttribute('data-tile');
  return tile ? `[data-testid="tile-${tile}"]` : seen;
}

/** Opens a table against the computer, and plays until the match is over. @param {Page} page */
async function playMatch(page) {
  await page.click(by('computer-choices'));
  await page.click(by('more-options'));
  await page.fill(by('target-own'), '20');
  await page.click(by('open-table'));
  for (;;) {
    await expect.poll(() => page.read(nextAct, null), 'something to do').not.toBe('');
    const act = await page.read(nextAct, null);
    if (act === by('rematch')) return;
    if (act !== '') await page.click(act);
    // What was clicked goes, or something else is offered: the ends that the tile fits.
    await expect.poll(() => page.read(nextAct, null), act).not.toBe(act);
  }
}

/** Has the page verify the last deal. @param {Page} page */
async function verify(page) {
  await page.click(by('verify'));
  await reads(page, 'fair-verdict', 'everything agrees');
  await page.click(`${by('sheet-verify')} ${by('close-sheet')}`);
}

/** Goes through the replay, and has the whole record verified. @param {Page} page */
async function replay(page) {
  const laid = () => document.querySelectorAll('.replay .laid').length;
  await page.click(by('replay'));
  await reads(page, 'replay-where', /move (\d+) of \1$/);
  await page.click(by('replay-first'));
  await reads(page, 'replay-where', 'Round 1, move 0 of');
  expect(await page.read(laid, null)).toBe(0);
  await page.click(by('replay-last'));
  await reads(page, 'replay-status', 'wins the match');
  await expect.poll(() => page.read(laid, null), 'tiles on the table').toBeGreaterThan(0);
  await page.click(by('verify-record'));
  await reads(page, 'fair-verdict', 'everything agrees');
}

for (const { name, start, size } of BROWSERS) {
  test(`${name}: a match is played, verified and replayed`, { tag: '@other' }, async ({
    server,
  }) => {
    const page = await start();
    try {
      await page.resize(size);
      await openLobby(page, server.address);
      await playMatch(page);
      await page.picture(`e2e/screenshots/match over, ${name}.png`);
      await verify(page);
      await replay(page);
      await page.picture(`e2e/screenshots/replay, ${name}.png`);
      expect(await page.read(trouble, null)).toEqual([]);
    } finally {
      await page.close();
    }
  });
}
