import { expect, test } from './fixtures.js';
import { look } from './look.js';
import { playUntilLaid } from './person.js';

/** @typedef {import('./person.js').Person} Person */

/**
 * Ticks these games alone, and looks for a match.
 *
 * @param {Person} person
 * @param {...string} presets
 */
async function playNow(person, ...presets) {
  await tick(person, presets);
  await person.press('play-now');
}

/** Looks for these games, which nobody else looks for. @param {Person} person @param {...string} presets */
async function search(person, ...presets) {
  await playNow(person, ...presets);
  await expect(person.find('searching')).toBeVisible();
}

/** Opens the choice of what to look for, unless it is open. @param {Person} person */
async function openChoices(person) {
  const play = person.find('play-now');
  const more = person.find('anybody-choices');
  await play.or(more).filter({ visible: true }).waitFor();
  if (await more.isVisible()) await more.click();
  await play.waitFor();
}

/** @param {Person} person @param {string[]} presets */
async function tick(person, presets) {
  await openChoices(person);
  const more = person.find('quick-more');
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
  const boxes = person.page.locator('.quick-games input');
  const changed = await boxes.evaluateAll(
    (all, wanted) =>
      all
        .filter((one) => one instanceof HTMLInputElement)
        .filter(({ checked, dataset }) => checked !== wanted.includes(dataset.testid ?? ''))
        .map(({ dataset }) => dataset.testid ?? ''),
    presets.map((preset) => `quick-${preset}`),
  );
  for (const id of changed) await person.find(id).click({ force: true });
  for (const preset of presets) await expect(person.find(`quick-${preset}`)).toBeChecked();
}

/** The person was brought to a quick match. @param {Person} person */
async function mustPlay(person) {
  await person.page.waitForURL('**/t/*');
  await expect(person.page.locator('.table-round')).toContainText(/Quick match|Round/);
  await person.waitForPlaying();
}

test('two who look for the same game are seated together, and play', async ({ visit }) => {
  const ana = await visit('Ana');
  const ben = await visit('Ben');
  await look(ana, 'play now');
  await search(ana, 'Fives', 'Draw');
  await expect(ana.find('quick-wanted')).toHaveText('Draw & Fives');
  await openChoices(ben);
  await expect(ben.find('seek-counts')).toContainText('1 person looking');
  await look(ana, 'a search');
  await playNow(ben, 'Block', 'Draw');
  await Promise.all([mustPlay(ana), mustPlay(ben)]);
  expect(ana.page.url()).toBe(ben.page.url());
  await expect(ana.page.locator('.table-title')).toContainText('Draw');
  await expect(ana.page.locator('.table-round')).toContainText('not rated');
  await playUntilLaid([ana, ben], 3);
});

test('a search goes on elsewhere, is cancelled, and remembers its games', async ({ visit }) => {
  const ana = await visit('Ana');
  const ben = await visit('Ben');
  await search(ana, 'Block');
  await ana.press('rules-link');
  await expect(ana.find('search-bar')).toContainText('Looking: Block');
  await look(ana, 'a search on another page');
  await ana.press('search-bar-cancel');
  await expect(ana.find('search-bar')).toBeHidden();
  // Nobody is left to meet, and who looks doesn't count.
  await search(ben, 'Block');
  await expect(ben.page.locator('.quick-search .quick-counts')).toBeEmpty();
  await ben.press('quick-cancel');
  await expect(ben.find('anybody')).toBeFocused();
  await ben.page.reload();
  await openChoices(ben);
  await expect(ben.find('quick-Block')).toBeChecked();
  await expect(ben.find('quick-Fives')).not.toBeChecked();
});

test('a tab that is closed looks no more', async ({ visit }) => {
  const ana = await visit('Ana');
  const ben = await visit('Ben');
  const cem = await visit('Cem');
  const tab = await ana.tab();
  await tab.page.goto('/');
  await search(tab, 'Fives');
  await tick(ben, ['Fives']);
  await expect(ben.find('seek-counts')).toContainText('1 person looking');
  await tab.page.close();
  await expect(ben.find('seek-counts')).toBeEmpty();
  await playNow(ben, 'Fives');
  await playNow(cem, 'Fives');
  await Promise.all([mustPlay(ben), mustPlay(cem)]);
  expect(ana.page.url()).not.toContain('/t/');
});

test('a search comes back after the connection was lost', async ({ visit, server }) => {
  const ana = await visit('Ana');
  const ben = await visit('Ben');
  await search(ana, 'Fives');
  await tick(ben, ['Fives']);
  for (const person of [ana, ben]) person.expectsOutage = true;
  await server.stop('SIGKILL');
  await expect(ana.find('connection')).toContainText('Connection lost');
  await server.again();
  await expect(ben.find('seek-counts')).toContainText('1 person looking');
  await playNow(ben, 'Fives');
  await Promise.all([mustPlay(ana), mustPlay(ben)]);
});

test('who plays the computer meanwhile is called to the match that is found', async ({ visit }) => {
  const ana = await visit('Ana');
  await search(ana, 'Fives');
  await expect(ana.find('play-meanwhile')).toBeVisible();
  await look(ana, 'a computer player is offered');
  await ana.press('play-meanwhile');
  await ana.page.waitForURL('**/t/*');
  await ana.waitForPlaying();
  const meanwhile = ana.page.url();
  await expect(ana.find('search-bar')).toContainText('Looking: Fives');

  const ben = await visit('Ben');
  await playNow(ben, 'Fives');
  await expect(ana.find('found-dialog')).toBeVisible();
  await expect(ana.page).toHaveTitle('● Match found – Boneyard');
  await ana.press('found-come');
  await ana.page.waitForURL((url) => String(url) !== meanwhile);
  await Promise.all([mustPlay(ana), mustPlay(ben)]);
  expect(ana.page.url()).toBe(ben.page.url());
  await playUntilLaid([ana, ben], 2);
});

test('two partners by link meet two who came alone', async ({ visit }) => {
  const [ana, ben, cem, dora] = [
    await visit('Ana'),
    await visit('Ben'),
    await visit('Cem'),
    await visit('Dora'),
  ];
  await openChoices(ana);
  await ana.find('quick-company-partner').check({ force: true });
  await search(ana, 'Spanish Pairs');
  const link = await ana.find('partner-link').inputValue();
  await look(ana, 'a link for a partner');
  await ben.page.goto(link);
  await expect(ben.find('partner-calls')).toContainText('Ana looks for a match with you');
  await look(ben, 'a partner’s link');
  await search(ben, 'Spanish Pairs');
  await expect(ana.find('partner')).toHaveText('Partner: Ben');
  await expect(ben.find('partner')).toHaveText('Partner: Ana');
  await search(cem, 'Spanish Pairs');
  await playNow(dora, 'Spanish Pairs');
  const all = [ana, ben, cem, dora];
  await Promise.all(all.map(mustPlay));
  expect(new Set(all.map(({ page }) => page.url())).size).toBe(1);
  const partner = ana.page.locator('.seat', { hasText: 'partner' });
  await expect(partner).toContainText('Ben');
});

test('without the partner the search ends', async ({ visit }) => {
  const ana = await visit('Ana');
  const ben = await visit('Ben');
  await openChoices(ana);
  await ana.find('quick-company-partner').check({ force: true });
  await search(ana, 'Spanish Pairs');
  await ben.page.goto(await ana.find('partner-link').inputValue());
  await search(ben, 'Spanish Pairs');
  await expect(ana.find('partner')).toHaveText('Partner: Ben');
  await ben.press('quick-cancel');
  await expect(ana.find('notice')).toContainText('Your partner is gone');
  await expect(ana.find('anybody')).toBeVisible();
});

test('a player who looks is a row of the list, and one button sits down with them', async ({
  visit,
}) => {
  const ana = await visit('Ana');
  const ben = await visit('Ben');
  await search(ana, 'Fives', 'Block');
  const row = ben.find('seeker');
  await expect(row).toContainText(/Ana.*Block · Fives · (Looking for a match|waiting for)/);
  await expect(ben.find('no-tables')).toBeHidden();
  await expect(ana.find('seeker'), 'nobody meets themselves').toHaveCount(0);
  // Of the games ticked on the page only what Ana looks for is counted.
  await tick(ben, ['Draw']);
  await expect(ben.find('seek-counts')).toBeEmpty();
  await ben.press('quick-close');
  await look(ben, 'a player who looks');
  await ben.press('sit-with');
  await Promise.all([mustPlay(ana), mustPlay(ben)]);
  expect(ana.page.url()).toBe(ben.page.url());
});

test('who looks is brought to an open table', async ({ visit }) => {
  const ana = await visit('Ana');
  const ben = await visit('Ben');
  await ana.press('create-public');
  await ana.press('open-table');
  await expect(ana.find('waiting')).toBeVisible();
  await ben.find('game-Draw').check({ force: true });
  await expect(ben.find('anybody')).toContainText('Ana is waiting');
  await ben.press('anybody');
  await ben.page.waitForURL('**/t/*');
  await Promise.all([ana.waitForPlaying(), ben.waitForPlaying()]);
});

test('one tap looks for the game that is chosen on the page', async ({ visit }) => {
  const ana = await visit('Ana');
  await ana.find('game-Fives').check({ force: true });
  await ana.press('anybody');
  await expect(ana.find('quick-wanted')).toHaveText('Fives');
  await ana.press('quick-cancel');
  await ana.page.reload();
  await expect(ana.find('game-Fives')).toBeChecked();
});

test('with a partner every game of pairs may be looked for', async ({ visit }) => {
  const ana = await visit('Ana');
  await openChoices(ana);
  await ana.find('quick-company-partner').check({ force: true });
  await ana.press('quick-every');
  await ana.press('play-now');
  await expect(ana.find('quick-wanted')).toContainText('Quinientos');
});
