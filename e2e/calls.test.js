/** Who is led to the table of a match, in which window and on which device, and what becomes of notices. */
import { chromiumOptions, wholeChromium } from './browsers.js';
import { expect, test } from './fixtures.js';
import { deliveryTo, shownNotices } from './notices.js';
import { Person } from './person.js';
import { playQuickly } from './quick_player.js';
import { comeAndPlay, seated, waits } from './seated_over_days.js';

/** @import { Page } from '@playwright/test' */
/** @import { CreateTournament } from '../static/js/protocol.js' */

// A browser without a window refuses all notifications, unless it is the whole one.
test.use({
  launchOptions: {
    ...chromiumOptions,
    executablePath: wholeChromium(),
    args: ['--headless=new', ...chromiumOptions.args.filter((flag) => flag !== '--headless')],
  },
});

/** Matches by the protocol alone, and the pairing of rounds, take their time. */
const SLOW = { timeout: 60_000 };

/** Lets a page be hidden: in the browser of a test all are seen. @param {Page} page */
async function hideable(page) {
  await page.addInitScript(() => {
    let isHidden = false;
    Object.defineProperty(document, 'hidden', { get: () => isHidden });
    document.hasFocus = () => !isHidden;
    Object.assign(globalThis, {
      /** @param {boolean} now */
      hide(now) {
        isHidden = now;
        dispatchEvent(new Event('visibilitychange'));
      },
    });
  });
}

/** @param {Page} page @param {boolean} isHidden */
const hide = (page, isHidden) =>
  page.evaluate((now) => /** @type {any} */ (globalThis).hide(now), isHidden);

/** A page of a person's, hidden or seen. @param {Page} page @param {string} path @param {boolean} isHidden */
async function opened(page, path, isHidden) {
  await hideable(page);
  await page.goto(path);
  await hide(page, isHidden);
  return page;
}

/** Where a page is. @param {Page} page */
const pathOf = (page) => new URL(page.url()).pathname;

/**
 * A tournament of these players.
 *
 * @param {Person} organiser
 * @param {Person[]} players
 * @param {Partial<CreateTournament>} wishes
 */
async function tournamentOf(organiser, players, wishes) {
  const { request } = organiser.page;
  await request.post('/api/account', { data: { name: organiser.name } });
  const { line } = await (await request.get('/api/presets')).json();
  const { rules } = line.presets.find(
    (/** @type {{ name: string }} */ { name }) => name === 'Block',
  );
  const data = {
    name: 'Friday',
    rules: { line: { ...rules, hand_size: 3, target: 1 } },
    clock: { type: 'per_move', seconds: 120 },
    starts_ms: Date.now() + 3_600_000,
    players_max: 8,
    come_minutes: 5,
    ...wishes,
  };
  const answer = await request.post('/api/tournaments', { data });
  expect(answer.status(), await answer.text()).toBe(201);
  const { tournament } = await answer.json();
  for (const { page } of players) {
    const entry = await page.request.put(`/api/tournaments/${tournament}/entry`, { data: {} });
    expect(entry.ok(), await entry.text()).toBe(true);
  }
  return {
    path: `/e/${tournament}`,
    start: () =>
      request.post(`/api/tournaments/${tournament}/actions`, { data: { action: 'start' } }),
  };
}

for (const [name, wishes] of /** @type {[string, Partial<CreateTournament>][]} */ ([
  ['an arena', { format: 'arena', minutes: 60 }],
  ['a Swiss', { format: 'swiss', rounds: 3 }],
])) {
  test(`in ${name} the window that is looked at goes to the next table, and no other`, async ({
    come,
    browser,
    server,
  }) => {
    const [olga, ana, ben] = await Promise.all([come('Olga'), come('Ana'), come('Ben')]);
    const { path, start } = await tournamentOf(olga, [ana, ben], wishes);
    const context = ana.page.context();
    await context.grantPermissions(['notifications'], { origin: server.address });
    const looked = await opened(ana.page, path, false);
    const hall = await opened(await context.newPage(), `${path}/screen`, false);
    const hidden = await opened(await context.newPage(), path, true);
    const other = await browser.newContext({
      baseURL: server.address,
      storageState: await context.storageState(),
    });
    const device = await opened(await other.newPage(), '/', true);
    /** Nothing but the window that is looked at has moved. */
    const expectStill = () =>
      expect([hall, hidden, device].map(pathOf)).toEqual([`${path}/screen`, path, '/']);
    await ben.page.goto(path);
    await start();

    await looked.waitForURL('**/t/*', SLOW);
    const first = looked.url();
    expectStill();
    const deliver = await deliveryTo(looked);
    const table = pathOf(looked).slice('/t/'.length);
    // It is shown, since browsers want that, and the page that shows the table takes it away.
    await deliver(table, 'Block · Ben');
    await expect.poll(() => shownNotices(looked)).toEqual([]);

    await ben.page.waitForURL(first, SLOW);
    await Promise.all([ana, ben].map(({ page, name }) => playQuickly(page, first, { name })));
    // The end can be read, until the visitor goes on.
    await expect(ana.find('called-left')).toHaveText(/^You go there in \d+ seconds?\.$/, SLOW);
    expect(looked.url()).toBe(first);
    await ana.press('called-stay');
    await expect(ana.find('called-left')).toHaveText(/^Come within \d:\d\d$/);
    expectStill();
    await ana.press('called-go');
    await looked.waitForURL((url) => url.href !== first && url.pathname.startsWith('/t/'));
    const second = looked.url();
    expectStill();

    // Nobody looks: nobody comes, and a notice tells it. The window that is seen first goes.
    await hide(looked, true);
    await ben.page.waitForURL(second, SLOW);
    await Promise.all([ana, ben].map(({ page, name }) => playQuickly(page, second, { name })));
    await ben.page.waitForURL((url) => ![first, second].includes(url.href), SLOW);
    expect(looked.url()).toBe(second);
    expectStill();
    await hide(hidden, false);
    await hidden.waitForURL(ben.page.url());
    expect(looked.url()).toBe(second);
    expect(pathOf(device)).toBe('/');
    await other.close();
  });
}

test('a notice of a turn goes when it was played on another device, and a click leads there', async ({
  come,
  browser,
  server,
}) => {
  const [ana, ben] = await Promise.all([come('Ana'), come('Ben')]);
  const url = await seated(ana, ben);
  while (!(await waits(ana, url))) await comeAndPlay(ben, url);
  const context = ana.page.context();
  await context.grantPermissions(['notifications'], { origin: server.address });
  await opened(ana.page, '/', false);
  const deliver = await deliveryTo(ana.page);
  const table = new URL(url).pathname.slice('/t/'.length);
  // The worker's process may learn of the permission after the page's.
  await expect
    .poll(async () => {
      await deliver(table, 'Draw · Ben');
      return shownNotices(ana.page);
    })
    .toEqual(['Draw · Ben']);

  // A browser of a test lets no worker bring a window to the front: what comes before that is looked at.
  const [worker] = context.serviceWorkers();
  /** Clicks the notice that is shown: for a moment there is none while a later one takes its place. */
  const click = () =>
    worker.evaluate(async () => {
      const scope = /** @type {any} */ (globalThis);
      const [notification] = await scope.registration.getNotifications();
      if (!notification) return false;
      scope.addEventListener('unhandledrejection', (/** @type {Event} */ event) =>
        event.preventDefault(),
      );
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
      return true;
    });
  await expect.poll(click).toBe(true);
  await ana.page.waitForURL(url);
  await ana.page.goto('/');
  await expect
    .poll(async () => {
      await deliver(table, 'Draw · Ben');
      return shownNotices(ana.page);
    })
    .toEqual(['Draw · Ben']);

  const other = await browser.newContext({
    baseURL: server.address,
    storageState: await context.storageState(),
  });
  const phone = new Person('Ana', await other.newPage());
  while (await comeAndPlay(phone, url));
  await expect.poll(() => shownNotices(ana.page)).toEqual([]);
  expect(pathOf(ana.page)).toBe('/');
  await other.close();
});
