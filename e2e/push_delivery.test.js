/** What the service worker does with what a push service delivers, in a browser that shows notifications. */
import { chromiumOptions, wholeChromium } from './browsers.js';
import { expect, test } from './fixtures.js';

// A browser without a window refuses all notifications, unless it is the whole one.
test.use({
  launchOptions: {
    ...chromiumOptions,
    executablePath: wholeChromium(),
    args: ['--headless=new', ...chromiumOptions.args.filter((flag) => flag !== '--headless')],
  },
});

const [FIRST, SECOND] = ['1', '2'].map((digit) => digit.repeat(32));

/**
 * Delivers notices as a push service does.
 *
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<(table: string, body: string) => Promise<unknown>>}
 */
async function deliveryTo(page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const { origin } = new URL(page.url());
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (one) resolve(one.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  return (table, body) => {
    const notice = { title: 'Your turn.', body, table, path: `/t/${table}`, language: 'en' };
    const data = JSON.stringify(notice);
    return devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
}

/** The notices that are shown, by their texts. @param {import('@playwright/test').Page} page */
const shown = (page) =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications()).map(({ body }) => body).sort();
  });

test('what is delivered is shown, one notice for each table', async ({ visit, server }) => {
  const { page } = await visit('Ana');
  await page.context().grantPermissions(['notifications'], { origin: server.address });
  await page.waitForFunction(() => Notification.permission === 'granted');
  const deliver = await deliveryTo(page);
  // Delivered until it is shown: the worker's process may learn of the permission after the page's.
  /** @param {string} table @param {string} body @param {string[]} bodies */
  const becomes = (table, body, bodies) =>
    expect
      .poll(async () => {
        await deliver(table, body);
        return await shown(page);
      })
      .toEqual(bodies);
  await becomes(FIRST, 'Draw · Bo', ['Draw · Bo']);
  await becomes(SECOND, 'Block · Cy', ['Block · Cy', 'Draw · Bo']);
  await becomes(FIRST, 'Draw · Bo, again', ['Block · Cy', 'Draw · Bo, again']);
});
