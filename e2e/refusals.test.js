/** What a visitor sees whom the browser or the server turns away. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumOptions, wholeChromium } from './browsers.js';
import { expect, testOfPages as test } from './fixtures.js';
import { standInFront } from './newer_server.js';

/** @import { BrowserContext, Page, Route } from '@playwright/test' */

/** A page in a browser that is set to block all cookies. @param {(page: Page) => Promise<void>} use */
async function withoutCookies(use) {
  const profile = await mkdtemp(join(tmpdir(), 'boneyard-profile-'));
  await mkdir(join(profile, 'Default'));
  const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(blocked));
  // The program without a window reads no preferences.
  const options = { ...chromiumOptions, executablePath: wholeChromium(), locale: 'en' };
  const context = await chromium.launchPersistentContext(profile, options);
  await use(await context.newPage());
  await context.close();
  await rm(profile, { recursive: true });
}

/** Has something between browser and server take away the cookie that the server sets. @param {BrowserContext} context */
async function dropCookies(context) {
  await context.route('**/api/me', async (/** @type {Route} */ route) => {
    // Playwright's own request would put the cookie into the browser.
    const answer = await fetch(route.request().url(), { method: 'POST' });
    await route.fulfill({ status: answer.status, json: await answer.json() });
  });
}

test('a browser that blocks all cookies is told so at once, and nothing is tried again', async ({
  come,
  server,
}) => {
  const ana = await come('Ana');
  const invitation = await ana.host('Five-Up');
  await withoutCookies(async (page) => {
    let sockets = 0;
    page.on('websocket', () => {
      sockets += 1;
    });
    for (const address of [server.address, invitation]) {
      sockets = 0;
      await page.goto(address);
      const said = page.getByTestId('turned-away');
      await expect(said).toContainText('Your browser keeps no cookies for this page.');
      await expect(said).toContainText(new URL(server.address).host);
      await expect(page.getByTestId('connection')).toBeHidden();
      expect(sockets).toBe(1);
    }
  });
});

test('a cookie that never comes back is told of once, and trying again works when it does', async ({
  come,
  newPage,
}) => {
  const ana = await come('Ana');
  const invitation = await ana.host('Five-Up');
  const page = await newPage({ locale: 'en' });
  let sockets = 0;
  page.on('websocket', () => {
    sockets += 1;
  });
  await dropCookies(page.context());
  await page.goto(invitation);
  await expect(page.getByTestId('turned-away')).toContainText('keeps no cookies');
  expect(sockets).toBe(1);
  await page.context().unroute('**/api/me');
  await page.getByTestId('try-again').click();
  await page.getByTestId('sit').waitFor();
});

test('a page whose address the server does not accept says what the host must set', async ({
  server,
  newPage,
}) => {
  const proxy = await standInFront(server.address, { rewritesHost: true });
  const page = await newPage({ locale: 'en' });
  await page.goto(proxy.address);
  const said = page.getByTestId('turned-away');
  await expect(said).toContainText(`This server does not accept the address ${proxy.address}.`);
  await expect(said).toContainText(`public-url to ${proxy.address}`);
  await page.goto('about:blank');
  await proxy.close();
});

test('a proxy that lets no WebSockets through is told of, and tried again', async ({
  server,
  newPage,
}) => {
  const proxy = await standInFront(server.address, { passesSockets: false });
  const page = await newPage({ locale: 'en' });
  await page.goto(proxy.address);
  // The third attempt fails after six seconds at most.
  const said = page.getByTestId('connection');
  await expect(said).toContainText('The server answers, but a proxy');
  await expect(said).toContainText('Trying again…');
  await page.goto('about:blank');
  await proxy.close();
});

test('for each way in which the server ends a connection the page has words of its own', async ({
  server,
  newPage,
}) => {
  const schema = JSON.parse(await readFile('docs/protocol.schema.json', 'utf8'));
  /** @type {{ 'const': number }[]} */
  const codes = schema.$defs.CloseCode.oneOf;
  const context = (await newPage({ baseURL: server.address, locale: 'en' })).context();
  for (const { const: code } of codes) {
    const page = await context.newPage();
    await page.routeWebSocket(/\/ws(\?|$)/, (socket) => socket.close({ code }));
    await page.goto('/');
    const said = page.getByTestId('connection').or(page.getByTestId('turned-away'));
    await expect(said.filter({ visible: true }), String(code)).toHaveText(/[^.]{10,}[.…]/);
    await expect(said.filter({ visible: true }), String(code)).not.toContainText('Connection lost');
    await page.close();
  }
});
