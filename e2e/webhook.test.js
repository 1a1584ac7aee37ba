import { DESKTOP, PHONE } from './boxes.js';
import { expect, test } from './fixtures.js';
import { look } from './look.js';

test('the host of a table over days has a chat told', async ({ come }) => {
  const [ana, ben] = [await come('Ana'), await come('Ben')];
  await ana.page.goto('/account');
  await ana.find('keep-name').fill('Ana');
  await ana.press('keep');
  await expect(ana.find('account-name')).toHaveText('Ana');
  await ana.page.goto('/');
  const link = await ana.create('Draw', {
    choose: async () => {
      await ana.find('pace-days').check({ force: true });
    },
  });
  await ben.join(link);
  await expect(ana.find('open-webhook')).toBeVisible();
  await expect(ben.find('open-webhook')).toBeHidden();

  await ana.press('open-webhook');
  await ana.find('webhook-form').selectOption('slack');
  await ana.find('webhook-url').fill('https://127.0.0.1/hooks');
  ana.expectsRefusal = true;
  await ana.press('webhook-set');
  await expect(ana.find('webhook').getByTestId('refused')).toContainText('https');
  await look(ana, 'webhook, refused');
  await ana.find('webhook-url').fill('https://chat.example/hooks/secret');
  await ana.press('webhook-set');
  await expect(ana.find('webhook-told')).toHaveText('Slack chat.example');
  await ana.page.setViewportSize(PHONE);
  await look(ana, 'webhook');

  await ana.page.setViewportSize(DESKTOP);
  await ana.page.reload();
  await ana.press('open-webhook');
  await expect(ana.find('webhook-told')).toHaveText('Slack chat.example');
  await ana.press('webhook-remove');
  await expect(ana.find('webhook-url')).toBeVisible();
  await expect(ana.find('webhook-told')).toBeHidden();
});
