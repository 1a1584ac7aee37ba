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

test('it is two clicks to a move against the computer, three and one to one with a friend', async ({
  visit,
}) => {
  const [ana, ben] = await Promise.all([visit('Ana'), visit('Ben')]);
  const lone = await counted(ben);
  await ben.press('play-computer');
  await ben.press('open-table');
  await ben.page.locator('[data-playable="true"]').first().waitFor();
  expect(await lone()).toBe(2);
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
    expect(JSON.parse(notes ?? '')[0]).toMatchObject({ promised: true, shown: true });
  }
});
