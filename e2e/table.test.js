import { expect, test } from './fixtures.js';
import { playUntilLaid } from './person.js';

/** A match that is over with the first round that anybody wins. */
const ONE_ROUND = { target: 1 };

/**
 * Two people in the middle of a round. Where tiles are drawn it is never blocked as early as that.
 *
 * @param {import('./fixtures.js').Fixtures['come']} come
 */
async function playing(come) {
  const [ana, ben] = await Promise.all([come('Ana'), come('Ben')]);
  const link = await ana.host('Draw', ONE_ROUND);
  await ben.join(link);
  await Promise.all([ana.layQuickly(4), ben.layQuickly(4)]);
  return { ana, ben, link };
}

test('an invite link opens right at the table, with a seat to take', async ({ visit, come }) => {
  const [ana, ben] = await Promise.all([visit('Ana'), come('Ben')]);
  const link = await ana.create('Block');
  await ben.page.goto(link);
  await expect(ben.find('waiting')).toBeVisible();
  await expect(ben.find('chair-0')).toContainText('Ana');
  await ben.press('sit');
  await ana.waitForPlaying();
  await expect(ana.find('seat-1')).toContainText('Ben');
});

test('an invitation asks a visitor without a name for one, and takes it with the seat', async ({
  come,
}) => {
  const [ana, ben] = await Promise.all([come('Ana'), come('Ben')]);
  const link = await ana.open('Draw', { seating: 'three' });
  await ben.page.context().clearCookies();
  await ben.page.goto(link);
  await ben.find('waiting-name').fill('Zoë');
  await ben.find('waiting-name').press('Enter');
  await expect(ana.find('chair-1')).toContainText('Zoë');
  await expect(ben.find('waiting-name')).toBeHidden();
  await ben.page.reload();
  await expect(ben.find('chair-1')).toContainText('Zoë');
  await expect(ben.find('waiting-name')).toBeHidden();
});

test('a visitor who writes no name sits down as a guest, and can still write one', async ({
  come,
}) => {
  const [ana, ben] = await Promise.all([come('Ana'), come('Ben')]);
  const link = await ana.open('Draw', { seating: 'three' });
  await ben.page.context().clearCookies();
  await ben.join(link);
  await expect(ana.find('chair-1')).toContainText('Guest');
  await ben.find('waiting-name').fill('Zoë');
  await ben.press('waiting-name-save');
  await expect(ana.find('chair-1')).toContainText('Zoë');
});

test('a game of the world is found by its place, and chosen again the next time', async ({
  visit,
}) => {
  const ana = await visit('Ana', { settings: { language: 'es' } });
  await ana.press('create-table');
  await expect(ana.find('choose-game')).toContainText('Con robo');
  await ana.press('choose-game');
  await ana.find('game-search').fill('puerto');
  const game = ana.find('pick-Quinientos');
  await expect(game).toContainText('Puerto Rico');
  await game.click();
  await expect(ana.find('game-search')).toBeHidden();
  await expect(ana.find('choose-game')).toBeFocused();
  await expect(ana.find('more-options')).toContainText('Puerto Rico: Quinientos.');
  await ana.openOptions();
  await expect(ana.find('finish-both')).toHaveValue('100');
  await ana.find('double_blank-number').fill('50');
  await ana.press('open-table');
  await expect(ana.find('invite-link')).toBeVisible();
  await expect(ana.page.getByText('Quinientos a 500 · chuchazo 50').first()).toBeVisible();
  await ana.page.goto('/');
  await ana.press('create-table');
  await expect(ana.find('choose-game')).toContainText('Quinientos');
  await expect(ana.find('more-options')).toContainText('Cambiado: Puntos por dominar con la 0-0.');
});

test('an invite link is copied, and the page says so only if it was', async ({ come }) => {
  const ana = await come('Ana');
  const link = await ana.host('Block');
  const copied = ana.find('waiting').getByRole('status').filter({ hasText: 'Copied' });
  const replace = (/** @type {boolean} */ works) =>
    ana.page.evaluate((allowed) => {
      const writeText = async (/** @type {string} */ text) => {
        if (!allowed) throw new Error('not allowed');
        localStorage.setItem('copied', text);
      };
      Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    }, works);

  await replace(false);
  await ana.press('copy-link');
  await expect(ana.find('invite-link')).toBeFocused();
  await expect(ana.find('copy-link')).toHaveText('Copy link');
  await expect(copied).toHaveCount(0);

  await replace(true);
  await ana.press('copy-link');
  await expect(ana.find('copy-link')).toHaveText('Copied');
  await expect(copied).toHaveCount(1);
  expect(await ana.page.evaluate(() => localStorage.getItem('copied'))).toBe(link);
});

test('without its link, a table among friends is not to be seen', async ({ visit, come }) => {
  const [ana, ben] = await Promise.all([come('Ana'), visit('Ben')]);
  const link = await ana.host('Block');
  await expect(ben.find('no-tables')).toBeVisible();
  await ben.page.goto(new URL(link).pathname);
  await expect(ben.find('shut')).toBeVisible();
  await ben.press('to-lobby');
  await expect(ben.find('create-table')).toBeVisible();
});

test('an address that is encoded wrongly leads to a page all the same', async ({ come }) => {
  const ana = await come('Ana');
  await ana.page.goto('/t/%E0%A4%A');
  await expect(ana.find('shut')).toBeVisible();
  await ana.picture('an address that is encoded wrongly');
  ana.expectsRefusal = true;
  await ana.page.goto('/m/%E0%A4%A');
  await expect(ana.find('no-record')).toBeVisible();
  await ana.page.goto('/rules/%E0%A4%A');
  await expect(ana.find('rules-Five-Up')).toBeVisible();
});

test('a table of the lobby is joined with one click', async ({ visit, come }) => {
  const [ana, ben] = await Promise.all([come('Ana'), visit('Ben')]);
  await ana.host('Block', {}, 'public');
  await ben.press('join');
  await ben.waitForPlaying();
  await expect(ana.find('seat-1')).toContainText('Ben');
});

test('the host gives a seat to somebody else', async ({ come }) => {
  const [ana, ben, cleo] = await Promise.all([come('Ana'), come('Ben'), come('Cleo')]);
  const link = await ana.open('Block');
  await ben.join(link);
  await ana.press('remove-1');
  await expect(ben.find('shut')).toContainText('somebody else');
  await cleo.join(link);
  await expect(ana.find('chair-1')).toContainText('Cleo');
});

test('a rematch keeps sides, settings and watchers', async ({ come }) => {
  const [ana, ben, cleo] = await Promise.all([come('Ana'), come('Ben'), come('Cleo')]);
  const link = await ana.host('Block', ONE_ROUND, 'public');
  await cleo.page.goto(link);
  await expect(cleo.find('waiting')).toBeVisible();
  await ben.join(link);
  await Promise.all([ana.playQuickly(), ben.playQuickly()]);
  const title = await cleo.page.getByRole('heading', { level: 1 }).textContent();

  await ana.press('rematch');
  await expect(ben.find('rematch-wanted')).toHaveText('Ana wants a rematch.');
  await expect(ana.find('rematch-wanted')).toBeEmpty();
  await ben.press('rematch');
  for (const person of [ana, ben, cleo]) {
    await expect(person.find('summary')).toBeHidden();
    await expect(person.find('seat-0')).toContainText(person === ana ? 'You' : 'Ana');
    await expect(person.find('seat-1')).toContainText(person === ben ? 'You' : 'Ben');
    await expect(person.find('score-0').locator('.score-points')).toHaveText('0');
    await expect(person.page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  }
  expect(await ana.hand()).toHaveLength(7);
  expect(await cleo.hand()).toEqual([]);
});

test('several tabs of one person show the same seat, and each can play', async ({ come }) => {
  const { ana, ben, link } = await playing(come);
  const tab = await ana.tab();
  await tab.page.goto(link);
  await tab.waitForPlaying();
  expect(await tab.hand()).toEqual(await ana.hand());
  await expect(ben.find('seat-0')).not.toHaveAttribute('data-away');

  await playUntilLaid([tab, ben], 6);
  await Promise.all([tab.playQuickly(), ben.playQuickly()]);
  await expect(ana.find('rematch')).toBeVisible();
  // Closing one of two tabs isn't leaving.
  await tab.page.close();
  await ana.press('rematch');
  await expect(ana.find('rematch')).toHaveAttribute('aria-disabled', 'true');
  tab.mustHaveNoTrouble();
});

test('a page that is loaded anew goes on where it was', async ({ come }) => {
  const { ana, ben } = await playing(come);
  const [hand, laid] = [await ana.hand(), await ana.laid()];
  await ana.page.reload();
  await ana.waitForPlaying();
  expect(await ana.hand()).toEqual(hand);
  expect(await ana.laid()).toBe(laid);
  await playUntilLaid([ana, ben], 6);
});

test('a match among friends is found again in the lobby, from another page too', async ({
  come,
}) => {
  const { ana, ben } = await playing(come);
  const anasTurn = (await ana.playable()).length > 0;
  const [leaving, other] = anasTurn ? [ana, 'Ben'] : [ben, 'Ana'];
  const row = leaving.find('own-tables').getByRole('listitem');
  await leaving.press('back');
  await expect(row).toHaveAttribute('data-waits', 'true');
  await expect(row).toContainText('Your turn');
  await expect(row).toContainText(other);
  await expect(leaving.find('no-tables')).toBeVisible();

  await leaving.press('rules-link');
  await expect(leaving.find('turns')).toHaveText('1');
  await leaving.page.reload();
  await leaving.page.getByRole('link', { name: '1 table waits for you' }).click();
  await row.getByRole('button', { name: 'Continue' }).click();
  await leaving.step();
  await expect(leaving.find('turns')).toBeHidden();

  // Whose turn it is shows as it changes, and an own public table isn't offered to be joined.
  const third = await leaving.tab();
  await third.host('Block', {}, 'public');
  await third.press('back');
  await expect(third.find('own-tables').getByRole('listitem')).toHaveCount(2);
  await expect(third.find('join')).toBeHidden();
});

test('a server that crashed and came back goes on with the round', async ({ come, server }) => {
  const { ana, ben } = await playing(come);
  const people = [ana, ben];
  const before = await Promise.all(people.map((person) => person.hand()));
  for (const person of people) person.expectsOutage = true;

  await server.stop('SIGKILL');
  for (const person of people) await expect(person.find('connection')).toBeVisible();
  // What was there stays to be looked at.
  expect(await ana.hand()).toEqual(before[0]);
  await server.again();
  for (const person of people) await expect(person.find('connection')).toBeHidden();

  expect(await Promise.all(people.map((person) => person.hand()))).toEqual(before);
  await playUntilLaid(people, 6);
});

test('a network that is gone and back again loses nothing', async ({ come }) => {
  const { ana, ben } = await playing(come);
  ana.expectsOutage = true;
  await ana.page.context().setOffline(true);
  await expect(ana.find('connection')).toBeVisible();
  await expect(ben.find('seat-0')).toHaveAttribute('data-away', 'true');
  await ana.page.context().setOffline(false);
  await expect(ana.find('connection')).toBeHidden();
  await expect(ben.find('seat-0')).not.toHaveAttribute('data-away');
  await playUntilLaid([ana, ben], 6);
});
