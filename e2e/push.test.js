import { expect, test } from './fixtures.js';

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

/**
 * Two people at a table, whose first has a push service or none.
 *
 * @param {(name: string) => Promise<import('./person.js').Person>} come
 * @param {boolean} canPush
 */
async function atTable(come, canPush) {
  const [ana, ben] = [await come('Ana'), await come('Ben')];
  if (canPush) await withPushService(ana.page);
  const link = await ana.host('Draw');
  if (canPush) await ana.page.reload();
  await ben.join(link);
  await expect(ana.find('open-push')).toBeVisible();
  return { ana, ben, link };
}

test('a player is told after one press, and chooses what and when', async ({ come }) => {
  const { ana } = await atTable(come, true);
  await ana.press('open-push');
  const sheet = ana.find('sheet-push');
  await expect(sheet.getByTestId('push-here')).toBeChecked();
  await expect(sheet.getByTestId('push-browsers').getByRole('listitem')).toHaveText([
    /Chrom.*This device/,
  ]);
  await sheet.getByTestId('push-invited').uncheck();
  await sheet.getByTestId('push-quiet').check();
  await sheet.getByTestId('push-until').fill('08:30');
  await sheet.getByTestId('push-until').blur();
  await ana.picture('push');
  await sheet.getByTestId('close-sheet').click();

  // What was chosen is the server's to know, and stands in the settings too.
  await ana.press('open-settings');
  await ana.press('setting-push');
  const settings = ana.find('settings');
  await expect(settings.getByTestId('push-invited')).not.toBeChecked();
  await expect(settings.getByTestId('push-turn')).toBeChecked();
  await expect(settings.getByTestId('push-until')).toHaveValue('08:30');
  await settings.getByTestId('push-here').uncheck();
  await expect(settings.getByTestId('push-browsers')).toBeHidden();
  await expect(settings.getByTestId('push-turn')).toBeHidden();
});

test('who has refused notifications reads what to do', async ({ come }) => {
  const { ana } = await atTable(come, false);
  await ana.press('open-push');
  await expect(ana.find('push-denied')).toBeVisible();
  await expect(ana.find('sheet-push').getByTestId('push-here')).toBeHidden();
});

test('a phone that wants the page on its home screen first says how', async ({ come }) => {
  const ana = await come('Ana');
  await ana.page.addInitScript(() => {
    Object.assign(navigator, { standalone: false });
    Reflect.deleteProperty(globalThis, 'PushManager');
  });
  const ben = await come('Ben');
  const link = await ana.host('Draw');
  await ana.page.reload();
  await ben.join(link);
  await ana.press('open-push');
  await expect(ana.find('push-install')).toBeVisible();
  await ana.picture('push-install');
});
