import { expect, test } from './fixtures.js';
import { standInFront } from './newer_server.js';

/**
 * Waits until the page of the other time is kept, and the service worker rules.
 *
 * @param {import('@playwright/test').Page} page
 */
async function prepared(page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

test('the client can be installed', async ({ visit }) => {
  const { page } = await visit('Ana');
  await prepared(page);
  const devtools = await page.context().newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { icons } = JSON.parse(data ?? '{}');
  for (const { src, type } of icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type'], src).toBe(type);
  }
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A test’s browser context is a private window, where nothing is installed.
  const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
  expect(others).toEqual([]);
});

test('while the server is away, a page of its own says so, and goes on by itself', async ({
  visit,
  server,
}) => {
  const ana = await visit('Ana');
  await prepared(ana.page);
  const path = new URL(await ana.host('Block')).pathname;
  ana.expectsOutage = true;
  await server.stop('SIGKILL');

  await ana.page.reload();
  await expect(ana.page.getByRole('heading', { level: 1 })).toHaveText(/can’t be reached/);
  await expect(ana.page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await ana.picture('away');

  await server.again();
  await expect(ana.find('waiting')).toBeVisible();
  expect(new URL(ana.page.url()).pathname).toBe(path);
});

/** How many tables are kept for the time without a server. @param {import('@playwright/test').Page} page */
const kept = (page) =>
  page.evaluate(async () => {
    const tables = await (await caches.match('/offline/tables.json'))?.json();
    return tables?.tables.length;
  });

test('while the server is away, the own tables are shown as they were last seen', async ({
  visit,
  server,
}) => {
  const ana = await visit('Ana');
  await prepared(ana.page);
  await ana.host('Block');
  await ana.page.goto('/');
  await expect.poll(() => kept(ana.page)).toBe(1);
  ana.expectsOutage = true;
  await server.stop('SIGKILL');
  await ana.page.reload();
  const own = ana.page.getByRole('region', { name: 'Your tables' });
  await expect(own).toContainText(/As they were on .*20\d\d/);
  await expect(own.getByRole('listitem')).toHaveText([/^Block/]);
});

test('the next visitor of a browser finds no tables of the one before', async ({ visit }) => {
  const ana = await visit('Ana');
  await prepared(ana.page);
  await ana.host('Block');
  await ana.page.goto('/');
  await expect.poll(() => kept(ana.page)).toBe(1);
  const context = ana.page.context();
  await ana.page.close();
  await context.clearCookies();
  const page = await context.newPage();
  await page.goto('/');
  await expect.poll(() => kept(page)).toBe(0);
});

test('the own tables are kept after a change if it was not possible before', async ({ visit }) => {
  const ana = await visit('Ana');
  await prepared(ana.page);
  const context = ana.page.context();
  ana.expectsOutage = true;
  await context.route('**/offline/tables.js', (route) => route.abort('connectionrefused'));
  const failed = ana.page.waitForEvent('requestfailed');
  await ana.create('Block');
  await failed;
  await context.unroute('**/offline/tables.js');
  expect(await kept(ana.page)).toBeUndefined();
  await ana.page.goto('/');
  await expect.poll(() => kept(ana.page)).toBe(1);
});

test('the page without a server speaks the language that was chosen', async ({ visit, server }) => {
  const ana = await visit('Ana', { settings: { language: 'fr', theme: 'dark' } });
  await prepared(ana.page);
  ana.expectsOutage = true;
  await server.stop('SIGKILL');
  await ana.page.goto('/rules');
  await expect(ana.page.getByRole('heading', { level: 1 })).toHaveText('Boneyard est injoignable');
  await expect(ana.page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(ana.page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('where something else answers for the server, the page waits for it', async ({
  page,
  server,
}) => {
  const front = await standInFront(server.address);
  await page.goto(`${front.address}/rules`);
  await prepared(page);
  const heading = page.getByRole('heading', { level: 1 });
  // Of proxies and content delivery networks, of a router that knows no such server, and of a network's sign-in page.
  for (const status of [503, 521, 522, 530, 404, 200]) {
    front.fall(status);
    await page.reload();
    await expect(heading, String(status)).toHaveText(/can’t be reached/);
    front.recover();
    await expect(page.getByTestId('rules-Five-Up')).toBeVisible();
  }
  // Only the visitor can give a password or a proof.
  for (const status of [401, 403]) {
    front.fall(status);
    await page.reload();
    await expect(heading, String(status)).toHaveText(/somebody else/);
  }
  await page.goto('about:blank');
  await front.close();
});

test('what another answers is never kept as the page for the time without a server', async ({
  page,
  server,
}) => {
  const front = await standInFront(server.address);
  await page.goto(front.address);
  await prepared(page);
  // Meanwhile a network's sign-in page answers what the page fetches to keep it.
  let answered = 0;
  await page.route(/offline\.html/, async (route) => {
    await route.fulfill({ body: 'sign in' });
    answered += 1;
  });
  await page.reload();
  const kept = () => page.evaluate(async () => (await caches.match('/offline/page'))?.text() ?? '');
  await expect.poll(() => answered).toBe(1);
  await expect.poll(kept).toContain('id="retry"');
  front.fall(503);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/can’t be reached/);
  await page.goto('about:blank');
  await front.close();
});

test('a newer server is met by its own client at the next load', async ({ page, server }) => {
  const front = await standInFront(server.address);
  await page.goto(front.address);
  await prepared(page);
  const build = () => page.locator('script[src$="app.js"]').getAttribute('src');
  const before = await build();
  await page.reload();
  expect(await build()).toBe(before);
  front.replace();
  await page.reload();
  expect(await build()).not.toBe(before);
  await expect(page.getByTestId('create-table')).toBeVisible();
  await page.goto('about:blank');
  await front.close();
});

test('an old page says that the server was replaced, and waits', async ({ page, server }) => {
  const front = await standInFront(server.address);
  await page.goto(front.address);
  await expect(page.getByTestId('my-name')).not.toBeEmpty();
  const banner = page.getByTestId('connection');
  await expect(banner).toBeHidden();
  front.replace();
  await expect(banner).toHaveText(/Boneyard was updated\./);
  // What the page has goes on; only what it has not yet fetched is gone.
  await page.getByTestId('own-menu').click();
  await page.getByTestId('change-name').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  const reload = banner.getByRole('button', { name: 'Reload' });
  const colors = await reload.evaluate((button) => {
    const { color, backgroundColor } = getComputedStyle(button);
    return [color, backgroundColor];
  });
  expect(colors[0]).not.toBe(colors[1]);
  await reload.click();
  await expect(banner).toBeHidden();
  await expect(page.getByTestId('create-table')).toBeVisible();
  await page.goto('about:blank');
  await front.close();
});

test('of a page whose server was replaced nothing newer ever runs', async ({ page, server }) => {
  /** @type {string[]} */
  const errors = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const front = await standInFront(server.address);
  await page.goto(front.address);
  await expect(page.getByTestId('my-name')).not.toBeEmpty();
  // The connection to the old server lives on, as while it lets its visitors go.
  front.replace({ keepSockets: true });
  await page.getByTestId('create-table').click();
  await expect(page.getByTestId('failed')).toBeVisible();
  await expect(page.getByTestId('connection')).toHaveText(/Boneyard was updated\./);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(errors).toEqual([]);
  await page.getByTestId('connection').getByRole('button').click();
  await expect(page.getByTestId('connection')).toBeHidden();
  await page.getByTestId('create-table').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goto('about:blank');
  await front.close();
});
