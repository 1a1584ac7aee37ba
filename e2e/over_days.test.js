import { expect, test } from './fixtures.js';
import { look } from './look.js';
import { comeAndPlay, seated, waits } from './seated_over_days.js';

test('two people play over days, and neither waits for the other', async ({ come }) => {
  const [ana, ben] = await Promise.all([come('Ana'), come('Ben')]);
  const first = await seated(ana, ben);
  const second = await seated(ana, ben);
  await expect(ana.find('clock-0')).toHaveText(/^1 day 23 h$|^2 days$/);
  await look(ana, 'a clock of days');

  // Each comes alone, plays if the table waits, and goes. Nobody passes so early, since tiles can be drawn.
  let plays = 0;
  for (const person of [ana, ben, ana, ben]) {
    if (await comeAndPlay(person, first)) plays += 1;
  }
  expect(plays).toBeGreaterThan(2);

  // The own tables say what is left, and one button leads to the next that waits.
  const waiting = (await waits(ana, second)) ? ana : ben;
  await waiting.page.goto('/');
  await expect(waiting.find('own-tables')).toContainText(/\d days?( \d+ h)? left/);
  await look(waiting, 'own tables over days');
  while (await comeAndPlay(waiting, first));
  await waiting.page.goto(first);
  await expect(waiting.find('clock-0')).toBeVisible();
  await look(waiting, 'the way to the next table');
  await waiting.press('next-table');
  await expect(waiting.page).toHaveURL(second);
});

test('a day off is taken by a button', async ({ come }) => {
  const [ana, ben] = await Promise.all([come('Ana'), come('Ben')]);
  await seated(ana, ben);
  const menu = ana.find('menu');
  if (await menu.isVisible()) await menu.click();
  await expect(ana.find('holiday')).toHaveAccessibleName(/7 left/);
  await ana.press('holiday');
  if (await menu.isVisible()) await menu.click();
  await expect(ana.find('holiday')).toHaveAccessibleName(/6 left/);
});
