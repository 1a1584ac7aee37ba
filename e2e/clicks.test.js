import { expect, test } from './fixtures.js';

/**
 * Counts what a person presses from now on.
 *
 * @param {import('./person.js').Person} person
 * @returns {Promise<() => Promise<number>>} how often they have
 */
async function counted({ page }) {
  await page.evaluate(() => {
    const pressed = { count: 0 };
    Object.assign(window, { pressed });
    addEventListener('pointerdown', () => {
      pressed.count += 1;
    });
  });
  return () => page.evaluate(() => /** @type {any} */ (window).pressed.count);
}

test('the first tap of a visitor is a move', async ({ visit }) => {
  const ana = await visit('Ana');
  const taps = await counted(ana);
  await ana.press('tile-2-1');
  await expect(ana.find('lesson').getByTestId('laid-2-1')).toBeVisible();
  expect(await taps()).toBe(1);
});

test('it is one click to a match against the computer, three and one to one with a friend', async ({
  visit,
}) => {
  const [ana, ben] = await Promise.all([visit('Ana'), visit('Ben')]);
  const lone = await counted(ben);
  await ben.press('play-computer');
  await ben.page.locator('.table-page [data-playable="true"]').first().waitFor();
  expect(await lone()).toBe(1);
  // Nothing that the page did by itself was refused.
  expect(await ben.find('notice').isVisible()).toBe(false);

  const host = await counted(ana);
  await ana.press('create-table');
  await ana.press('open-table');
  await ana.press('copy-link');
  const link = await ana.find('invite-link').inputValue();
  await ben.page.goto(link);
  await expect(ben.find('waiting')).toBeVisible();
  const friend = await counted(ben);
  await ben.press('sit');
  await Promise.all([ana.waitForPlaying(), ben.waitForPlaying()]);
  expect([await host(), await friend()]).toEqual([3, 1]);
  // However quick, each browser has its part in the deal.
  for (const { page } of [ana, ben]) {
    const notes = await page.evaluate(() => localStorage.getItem('boneyard.deals'));
    expect(JSON.parse(notes ?? '')[0]).toMatchObject({ told: true, dealt: true });
  }
});

test('it is one click to a seat with a person who waits', async ({ visit, come }) => {
  const [ana, ben] = await Promise.all([come('Ana'), visit('Ben')]);
  await ana.host('Draw', {}, 'public');
  await expect(ben.find('anybody')).toContainText('Ana is waiting');
  const taps = await counted(ben);
  await ben.press('join');
  await ben.waitForPlaying();
  expect(await taps()).toBe(1);
});
