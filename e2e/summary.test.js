import { expect, testOfPages as test } from './fixtures.js';
import { matchAt, openPrepared } from './prepared.js';

/** A layout as the server draws it: wood, felt, and a tile. */
const LAYOUT = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630"/>
  <rect x="16" y="16" width="1168" height="598"/><rect x="500" y="290" width="136" height="68" fill="#fbf7ec"/></svg>`;

/** Where something is on the page. @param {import('@playwright/test').Locator} locator */
async function boxOf(locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It isn’t shown.');
  return box;
}

/** @param {import('@playwright/test').Page} page */
const openMatchOver = (page) =>
  openPrepared(page, matchAt({ moment: 'match over', seats: 2, rules: { variant: 'draw' } }));

test('the end of a match tells how well the visitor played', async ({ visit }) => {
  const ana = await visit('Ana', {
    at: null,
    browser: { viewport: { width: 360, height: 640 } },
  });
  await openMatchOver(ana.page);
  await expect(ana.page.getByRole('heading', { name: 'You win 150 – 60' })).toBeInViewport({
    ratio: 1,
  });
  await expect(ana.find('summary-best')).toHaveText('Your best moment: round 6, +45.');
  await expect(ana.find('played')).toContainText(
    'You played like the computer at its level “Club”.',
  );
  await expect(ana.find('played')).toContainText('6-4 in round 3 cost you 12%');
  for (const button of ['rematch', 'analyse', 'share', 'to-lobby', 'played']) {
    await expect(ana.find(button)).toBeInViewport({ ratio: 1 });
  }
});

test('with pairs on a small phone that is in sight as well', async ({ visit }) => {
  const ana = await visit('Ana', {
    at: null,
    browser: { viewport: { width: 360, height: 640 } },
  });
  await openPrepared(ana.page, matchAt({ moment: 'match over', seats: 4, partners: true }));
  await expect(ana.find('played')).toContainText(
    'Quality of your play: 88%. 6-4 in round 3 cost you',
  );
  await expect(ana.find('played')).toBeInViewport({ ratio: 1 });
  const [words, next] = [await boxOf(ana.find('played')), await boxOf(ana.find('rematch'))];
  expect(words.y + words.height).toBeLessThanOrEqual(next.y);
});

test('after a loss the main button is the rematch', async ({ visit }) => {
  const ana = await visit('Ana', { at: null });
  const people = [{}, { ready: false }];
  const lost = matchAt({ moment: 'match over', seats: 2, rules: { variant: 'draw' }, people });
  lost.me.seat = 1;
  await openPrepared(ana.page, lost);
  await expect(ana.find('moment')).toContainText('Ana wins 150\u00a0–\u00a060');
  await expect(ana.find('summary-best')).toHaveText('Your best moment: round 2, +35.');
  await expect(ana.find('rematch')).toHaveText('Take revenge');
  await expect(ana.find('rematch')).toHaveClass(/primary/);
  await expect(ana.find('share')).not.toHaveClass(/primary/);
  const [rematch, share] = [await boxOf(ana.find('rematch')), await boxOf(ana.find('share'))];
  expect(rematch.y).toBeLessThan(share.y);
});

test('on a small phone who has won stays in sight, whatever is scrolled', async ({ visit }) => {
  const ana = await visit('Ana', {
    at: null,
    browser: { viewport: { width: 320, height: 568 } },
  });
  const { page } = ana;
  await openPrepared(page, matchAt({ moment: 'round over', seats: 4 }));
  await page.locator('.summary').evaluate((one) => one.scrollTo(0, one.scrollHeight));
  await expect(ana.find('moment').getByRole('heading')).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.total-bar').first()).toBeHidden();
});

test('confetti flies once over a match that is won, and the score counts up', async ({ visit }) => {
  const ana = await visit('Ana', {
    at: null,
    browser: { reducedMotion: 'no-preference' },
  });
  const { page } = ana;
  const rules = /** @type {const} */ ({ variant: 'draw' });
  const show = await openPrepared(page, matchAt({ moment: 'long', seats: 2, rules }));
  await show(matchAt({ moment: 'match over', seats: 2, rules }));
  await expect(page.locator('.confetti')).toBeVisible();
  // Nothing waits for it.
  await expect(ana.find('share')).toBeEnabled();
  await expect(page.locator('.confetti')).toHaveCount(0);
  await expect(ana.find('moment')).toContainText('You win 150\u00a0–\u00a060');
});

test('who has beaten the computer is offered a stronger one', async ({ visit }) => {
  const ana = await visit('Ana', { at: null });
  const people = [{}, { computer: /** @type {const} */ ('casual') }];
  await openPrepared(ana.page, matchAt({ moment: 'match over', seats: 2, people }));
  const asked = ana.page.waitForRequest(
    (one) => one.method() === 'POST' && /tables$/.test(one.url()),
  );
  await ana.press('stronger');
  expect((await asked).postDataJSON().computers).toEqual(['club']);
});

test('the scores by round are unfolded on a phone', async ({ visit }) => {
  const ana = await visit('Ana', {
    at: null,
    browser: { viewport: { width: 360, height: 640 } },
  });
  await openMatchOver(ana.page);
  const scores = ana.page.getByRole('table', { name: 'Scores by round' });
  await expect(scores).toBeHidden();
  await ana.press('rounds');
  await expect(scores).toBeVisible();
  await ana.press('rounds');
  await expect(scores).toBeHidden();
});

test('a match is shared as a picture, and whether with names is asked once', async ({ visit }) => {
  const ana = await visit('Ana', { at: null });
  const { page } = ana;
  const seats = [{ name: 'Ana' }, { name: null }];
  const record = { seats, scores: [150, 60], winner: 0 };
  await page.route('**/api/m/*', (route) => route.fulfill({ json: record }));
  await page.route('**/m/*.svg', (route) => route.fulfill({ body: LAYOUT }));
  await openMatchOver(page);
  await ana.press('share');
  await expect(ana.find('share-save')).toBeHidden();
  await ana.press('share-without');
  await expect(ana.find('share-save')).toBeFocused();
  await expect(ana.find('shared-link')).toHaveValue(/\/m\/f{32}$/);
  const picture = page.getByRole('img', { name: 'The table at the end, and the result' });
  const painted = () =>
    picture.evaluate((one) => (one instanceof HTMLCanvasElement ? one.toDataURL() : ''));
  const empty = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    return Object.assign(canvas, { width: 1200, height: 630 }).toDataURL();
  });
  await expect.poll(painted).not.toBe(empty);
  const nameless = await painted();
  await ana.find('share-names').check();
  await expect.poll(painted).not.toBe(nameless);
  await page.keyboard.press('Escape');
  await ana.press('share');
  await expect(ana.find('share-with')).toBeHidden();
  await expect(ana.find('share-names')).toBeChecked();
  // Some browsers read what is saved only a while after the press.
  await page.evaluate(() => {
    URL.revokeObjectURL = () => {
      throw new Error('it may not have been read');
    };
  });
  const downloading = page.waitForEvent('download');
  await ana.press('share-save');
  expect((await downloading).suggestedFilename()).toBe('boneyard.png');
  await expect(ana.find('refused').filter({ visible: true })).toHaveCount(0);
});

test('where the system has a sheet for pictures, it opens at the press', async ({ visit }) => {
  const ana = await visit('Ana', { at: null, settings: { share_asked: true } });
  const { page } = ana;
  await page.addInitScript(() => {
    /** @type {unknown[]} */
    const shared = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: () => true,
      share: async (/** @type {ShareData} */ { files, url }) =>
        void shared.push([files?.[0].name, url]),
    });
  });
  const record = { seats: [{ name: 'Ana' }, { name: null }], scores: [150, 60], winner: 0 };
  await page.route('**/api/m/*', (route) => route.fulfill({ json: record }));
  await page.route('**/m/*.svg', (route) => route.fulfill({ body: LAYOUT }));
  await openMatchOver(page);
  await ana.press('share');
  const shared = () => page.evaluate(() => /** @type {any} */ (window).shared);
  await expect.poll(shared).toEqual([['boneyard.png', expect.stringMatching(/\/m\/f{32}$/)]]);
  await expect(ana.find('share-dialog')).toBeHidden();
});
