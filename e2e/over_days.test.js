import { expect, test } from './fixtures.js';
import { look } from './look.js';

/** Wants a table over days in the create dialog. @param {import('./person.js').Person} person */
async function chooseDays(person) {
  await person.openOptions();
  await person.find('pace-days').check({ force: true });
  await expect(person.find('days-2')).toBeChecked();
}

/**
 * Two people at a table over days, whose tiles are dealt. Neither waited for the other.
 *
 * @param {import('./person.js').Person} ana
 * @param {import('./person.js').Person} ben
 */
async function seated(ana, ben) {
  await ana.page.goto('/');
  const link = await ana.create('Draw', { choose: chooseDays });
  const url = ana.page.url();
  // The host leaves before anybody comes, and the guest before the tiles are dealt.
  await ana.page.goto('/');
  await ben.join(link);
  await expect(ben.find('waiting')).toContainText('when everybody has opened this page once more');
  await ben.page.goto('/');
  await ana.page.goto(url);
  // Ben may have gone before his browser told its seed: it tells it now.
  await ben.page.goto(url);
  await Promise.all([ana.waitForPlaying(), ben.waitForPlaying()]);
  await ben.page.goto('/');
  return url;
}

/** Whether a table waits for somebody, as the list of their own tables says. @param {import('./person.js').Person} person @param {string} url */
async function waits(person, url) {
  await person.page.goto('/');
  const row = person.find(`table-${new URL(url).pathname.split('/').at(-1)}`);
  await expect(row).toBeVisible();
  return (await row.getAttribute('data-waits')) !== null;
}

/** Goes to a table and plays there, if it waits; what has happened meanwhile is shown first. @param {import('./person.js').Person} person @param {string} url */
async function comeAndPlay(person, url) {
  if (!(await waits(person, url))) return false;
  await person.page.goto(url);
  await person.step();
  await person.page.goto('/');
  return true;
}

test('two people play over days, and neither waits for the other', async ({ visit }) => {
  const [ana, ben] = await Promise.all([visit('Ana'), visit('Ben')]);
  const first = await seated(ana, ben);
  const second = await seated(ana, ben);
  await expect(ana.find('clock-0')).toHaveText(/^1 d 23 h$|^2 d 0 h$/);
  await look(ana, 'a clock of days');

  // Each comes alone, plays if the table waits, and goes.
  let plays = 0;
  for (let visits = 0; visits < 8; visits += 1) {
    if (await comeAndPlay(visits % 2 === 0 ? ana : ben, first)) plays += 1;
  }
  expect(plays).toBeGreaterThan(3);

  // The own tables say what is left, and one button leads to the next that waits.
  const waiting = (await waits(ana, second)) ? ana : ben;
  await waiting.page.goto('/');
  await expect(waiting.find('own-tables')).toContainText(/\d d \d+ h left/);
  await look(waiting, 'own tables over days');
  await comeAndPlay(waiting, first);
  await waiting.page.goto(first);
  await expect(waiting.find('clock-0')).toBeVisible();
  if (await waits(waiting, first)) return;
  await waiting.page.goto(first);
  await look(waiting, 'the way to the next table');
  await waiting.press('next-table');
  await expect(waiting.page).toHaveURL(second);
});

test('a day off is taken by a button', async ({ visit }) => {
  const [ana, ben] = await Promise.all([visit('Ana'), visit('Ben')]);
  await seated(ana, ben);
  const menu = ana.find('menu');
  if (await menu.isVisible()) await menu.click();
  await expect(ana.find('holiday')).toHaveAccessibleName(/7 left/);
  await ana.press('holiday');
  if (await menu.isVisible()) await menu.click();
  await expect(ana.find('holiday')).toHaveAccessibleName(/6 left/);
});
