import { expect, test } from './fixtures.js';
import { look } from './look.js';
import { seated, waits } from './seated_over_days.js';

/** A browser's keys, from the example of RFC 8291. */
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

/**
 * Gives a page a push service, and its visitor's agreement: the browser's own service is on the internet, and a
 * browser without a window refuses all notifications. What the service worker does is in `unit/worker.test.js`.
 *
 * @param {import('@playwright/test').Page} page
 */
async function withPushService(page) {
  await page.addInitScript((keys) => {
    let permission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => {
      permission = 'granted';
      return 'granted';
    };
    /** @type {PushSubscription | null} */
    let known = null;
    const subscription = {
      endpoint: 'https://push.example/of/ana',
      toJSON: () => ({ endpoint: 'https://push.example/of/ana', keys }),
      unsubscribe: async () => {
        known = null;
        return true;
      },
    };
    PushManager.prototype.getSubscription = async () => known;
    PushManager.prototype.subscribe = async () => {
      known = /** @type {PushSubscription} */ (/** @type {unknown} */ (subscription));
      return known;
    };
  }, KEYS);
}

test('after the first move over days a player is offered to be told, and chooses what and when', async ({
  come,
}) => {
  const [ana, ben] = await Promise.all([come('Ana'), come('Ben')]);
  for (const person of [ana, ben]) await withPushService(person.page);
  const url = await seated(ana, ben);
  const [first, second] = (await waits(ana, url)) ? [ana, ben] : [ben, ana];
  await first.page.goto(url);
  await expect(first.find('push-offer')).toBeHidden();
  await first.step();
  await expect(first.find('push-offer')).toContainText(`Tell you when ${second.name} has played?`);
  await look(first, 'told over days?');
  await first.press('push-yes');
  await expect(first.find('push-offer')).toBeHidden();

  // What was chosen is the server's to know, and stands in the settings.
  await first.press('open-settings');
  await first.press('setting-push');
  const settings = first.find('settings');
  await expect(settings.getByTestId('push-here')).toBeChecked();
  await expect(settings.getByTestId('push-browsers').getByRole('listitem')).toHaveText([
    /Chrom.*This device/,
  ]);
  await settings.getByTestId('push-invited').uncheck();
  await settings.getByTestId('push-quiet').check();
  await settings.getByTestId('push-until').fill('08:30');
  await settings.getByTestId('push-until').blur();
  await first.picture('push');
  // Folded and unfolded, it is read anew.
  await first.press('setting-push');
  await first.press('setting-push');
  await expect(settings.getByTestId('push-invited')).not.toBeChecked();
  await expect(settings.getByTestId('push-turn')).toBeChecked();
  await expect(settings.getByTestId('push-until')).toHaveValue('08:30');
  await settings.getByTestId('push-here').uncheck();
  await expect(settings.getByTestId('push-browsers')).toBeHidden();
  await expect(settings.getByTestId('push-turn')).toBeHidden();

  // An offer that is declined isn't made again.
  await second.page.goto(url);
  await second.step();
  await second.press('push-no');
  await expect(second.find('push-offer')).toBeHidden();
  await second.page.reload();
  await expect(second.find('hand')).toBeVisible();
  await expect(second.find('push-offer')).toBeHidden();
});

test('who has refused notifications reads what to do', async ({ visit }) => {
  const ana = await visit('Ana');
  await ana.press('own-menu');
  await ana.press('open-settings');
  await ana.press('setting-push');
  await expect(ana.find('push-denied')).toBeVisible();
  await expect(ana.find('push-here')).toBeHidden();
});

test('a phone that wants the page on its home screen first says how', async ({ come }) => {
  const ana = await come('Ana');
  await ana.page.addInitScript(() => {
    Object.assign(navigator, { standalone: false });
    Reflect.deleteProperty(globalThis, 'PushManager');
  });
  await ana.page.goto('/');
  await ana.press('own-menu');
  await ana.press('open-settings');
  await ana.press('setting-push');
  await expect(ana.find('push-install')).toBeVisible();
  await ana.picture('push-install');
});
