/** Notices of the service worker in a browser that shows them. */

/**
 * Delivers notices as a push service does.
 *
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<(table: string, body: string) => Promise<unknown>>}
 */
export async function deliveryTo(page) {
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
export const shownNotices = (page) =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications()).map(({ body }) => body).sort();
  });
