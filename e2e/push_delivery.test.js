/** What the service worker does with what a push service delivers, in a browser that shows notifications. */
import { chromiumOptions, wholeChromium } from './browsers.js';
import { expect, test } from './fixtures.js';
import { deliveryTo, shownNotices } from './notices.js';

// A browser without a window refuses all notifications, unless it is the whole one.
test.use({
  launchOptions: {
    ...chromiumOptions,
    executablePath: wholeChromium(),
    args: ['--headless=new', ...chromiumOptions.args.filter((flag) => flag !== '--headless')],
  },
});

const [FIRST, SECOND] = ['1', '2'].map((digit) => digit.repeat(32));

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
        return await shownNotices(page);
      })
      .toEqual(bodies);
  await becomes(FIRST, 'Draw · Bo', ['Draw · Bo']);
  await becomes(SECOND, 'Block · Cy', ['Block · Cy', 'Draw · Bo']);
  await becomes(FIRST, 'Draw · Bo, again', ['Block · Cy', 'Draw · Bo, again']);
});
