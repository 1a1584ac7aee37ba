import { createEvent } from './entrants.js';
import { expect, test } from './fixtures.js';
import { look, lookAround } from './look.js';
import { playQuickly } from './quick_player.js';

/** @typedef {import('./person.js').Person} Person */

/** The rounds of the evening. */
const ROUNDS = 2;
/** Matches of computer players, the pairing of rounds, and whole matches of the protocol take their time. */
const SLOW = { timeout: 60_000 };
const DAY_MS = 24 * 60 * 60_000;

/** Makes an account without its page. @param {Person} person @param {string} name */
async function keep(person, name) {
  const answer = await person.page.request.post('/api/account', { data: { name } });
  expect(answer.ok()).toBe(true);
}

/** Creates an evening that computer players fill up to eight. @param {Person} organiser */
async function createEvening(organiser) {
  await organiser.page.goto('/');
  await expect(organiser.find('front-tournaments')).toHaveCount(0);
  await organiser.press('nav-tournaments');
  await organiser.press('new-tournament');
  await organiser.find('event-new-name').fill('Friday at the club');
  await organiser.find('event-new-rounds').fill(String(ROUNDS));
  await look(organiser, 'the formats of tournaments');
  await openOptions(organiser);
  await organiser.find('event-new-fill').selectOption('8');
  await look(organiser, 'a new tournament');
  await organiser.press('create-tournament');
  await expect(organiser.find('event-name')).toHaveText('Friday at the club');
  return organiser.page.url();
}

/** Opens the form of a tournament, and names it. @param {Person} organiser @param {string} name @param {string} format */
async function beginForm(organiser, name, format) {
  await keep(organiser, organiser.name);
  await organiser.page.goto('/tournaments');
  await organiser.press('new-tournament');
  await organiser.find('event-new-name').fill(name);
  await organiser.find(`event-format-${format}`).check();
  await openOptions(organiser);
}

/** @param {Person} organiser */
const openOptions = ({ page }) => page.locator('.event-more > summary').click();

/** Creates the tournament of the form. @param {Person} organiser @param {string} name */
async function endForm(organiser, name) {
  await organiser.press('create-tournament');
  await expect(organiser.find('event-name')).toHaveText(name);
  return organiser.page.url();
}

/** Plays the match whose table has opened. @param {Person} person @param {string} before the table before */
async function playMatch(person, before) {
  const { page } = person;
  await page.waitForURL((url) => url.pathname.startsWith('/t/') && url.href !== before, SLOW);
  const here = page.url();
  await playQuickly(page, here, { name: person.name });
  return here;
}

test('a tournament can be of a game that is not of the line', async ({ come }) => {
  const olga = await come('Olga');
  await beginForm(olga, 'Night of the ring', 'swiss');
  await olga.press('choose-game');
  await olga.press('family-race');
  await olga.press('pick-Ringway');
  await olga.find('event-new-target').selectOption('75');
  // Of this game a match has one board, where all tables have the same deals.
  await olga.find('event-new-deals').selectOption('same');
  await expect(olga.find('event-new-boards').locator('option')).toHaveText(['1 board']);
  await olga.find('event-new-deals').selectOption('own');
  await endForm(olga, 'Night of the ring');
  await expect(olga.page.getByText('Ringway to 75').first()).toBeVisible();
});

test('no table of several is larger than its game allows', async ({ come }) => {
  const olga = await come('Olga');
  await beginForm(olga, 'Night of the feet', 'tables');
  await olga.press('choose-game');
  await olga.press('family-trains');
  await olga.press('pick-Double Chickenfoot');
  const sizes = olga.find('event-new-seats');
  await expect(sizes).toHaveValue('four');
  const offered = [3, 4, 5, 6].map((n) => `${n} players`);
  await expect(sizes.locator('option')).toHaveText(offered);
  await sizes.selectOption('six');
  await endForm(olga, 'Night of the feet');
  await expect(olga.page.getByText('Double Chickenfoot').first()).toBeVisible();
});

test('two presses lead from the front page to taking part, under a name of one’s own', async ({
  come,
  visit,
}) => {
  const olga = await come('Olga');
  const { request } = olga.page;
  await keep(olga, 'Olga of the Club');
  for (const [name, in_ms] of /** @type {const} */ ([
    ['Next month', 30 * DAY_MS],
    ['Thursday night', 5 * 60_000],
  ])) {
    await createEvent(request, { name, starts_ms: Date.now() + in_ms, listed: true });
  }
  const ana = await visit('Ana', { at: null });
  await ana.page.goto('/');
  const card = ana.find('front-tournaments');
  await expect(card.locator('.event-next')).toContainText('Thursday night');
  await expect(card.getByTestId('event-count')).toHaveText(/^Begins in [45]:\d\d$/);
  await expect(card).toContainText('Next month');
  await lookAround(ana, 'a tournament that begins soon');
  await ana.press('front-event');
  // The page doesn't take the name of a guest who has chosen none.
  await ana.press('event-enter');
  await expect(ana.find('event-my-name')).toBeFocused();
  await ana.find('event-my-name').fill('Ana of the Valley');
  await look(ana, 'taking part in a tournament');
  await ana.page.keyboard.press('Enter');
  await expect(ana.find('event-own')).toContainText('You take part');
  await expect(ana.find('standings')).toContainText('Ana of the Valley');
});

test('an evening of eight with computer players, from the link to the last round', async ({
  come,
}) => {
  test.setTimeout(240_000);
  const olga = await come('Olga');
  await keep(olga, 'Olga of the Club');
  const link = await createEvening(olga);

  const ana = await come('Ana');
  await ana.page.goto(link);
  await ana.press('event-enter');
  await expect(ana.find('event-own')).toContainText('You take part');
  await expect(ana.find('event-count')).toContainText('Begins in');
  await look(ana, 'a tournament that has not begun');
  await expect(olga.find('standings')).toContainText('Ana');

  // Ana's tables open by themselves. The others' matches are played without a table.
  await olga.press('event-start');
  let table = '';
  for (let round = 1; round <= ROUNDS; round += 1) {
    table = await playMatch(ana, table);
    if (round === 1) await expect(olga.find('matches')).toContainText('Ana');
  }
  await ana.find('to-tournament').click(SLOW);
  await expect(ana.find('event-phase')).toContainText('The tournament has ended', SLOW);
  await expect(ana.find('standings').locator('tbody tr')).toHaveCount(8);
  await expect(ana.find('event-own')).toContainText(/You (came in place \d of 8|have won)/);
  await expect(ana.find('event-winner')).toContainText(/ wins$| share the first place$/);
  await expect(ana.find('podium').getByRole('listitem')).toHaveCount(3);
  await look(ana, 'a tournament that has ended');
  await look(olga, 'a tournament, for its organiser');

  await olga.page.goto(`${link}/screen`);
  await expect(olga.find('hall')).toContainText('Friday at the club');
  await look(olga, 'a tournament, in the hall');
  await olga.page.goto('/tournaments');
  await expect(olga.find('tournaments-own')).toContainText('Friday at the club');
  await look(olga, 'tournaments');
});

test('in an arena the next table opens by itself until the player takes a break', async ({
  come,
}) => {
  test.setTimeout(240_000);
  const olga = await come('Olga');
  await beginForm(olga, 'Arena', 'arena');
  await olga.find('event-new-fill').selectOption('4');
  await look(olga, 'a new arena');
  const link = await endForm(olga, 'Arena');
  const ana = await come('Ana');
  await ana.page.goto(link);
  await ana.press('event-enter');
  await expect(olga.find('standings')).toContainText('Ana');
  await olga.press('event-start');
  const first = await playMatch(ana, '');
  await playMatch(ana, first);
  await ana.page.goto(link);
  await ana.press('event-break');
  await expect(ana.find('event-back')).toBeVisible();
  await expect(olga.find('standings')).toContainText('on a break');
  await look(ana, 'an arena, for a player on a break');
  await look(olga, 'an arena, for its organiser');
  await ana.press('event-back');
  await expect(ana.find('event-break')).toBeVisible();
});

test('visitors watch a table from the page, some minutes later than it is played', async ({
  come,
}) => {
  const olga = await come('Olga');
  await beginForm(olga, 'Watched', 'knockout');
  await olga.find('event-new-watching').selectOption('5');
  await look(olga, 'a new tournament that can be watched');
  const link = await endForm(olga, 'Watched');
  for (const name of ['Ana', 'Ben']) {
    const player = await come(name);
    await player.page.goto(link);
    await player.press('event-enter');
    await expect(olga.find('standings')).toContainText(name);
  }
  await olga.press('event-start');
  await expect(olga.find('event-watch')).toBeVisible(SLOW);
  await look(olga, 'a tournament whose tables can be watched');
  await olga.press('event-watch');
  await olga.page.waitForURL((url) => url.pathname.startsWith('/t/'));
  const words = 'You see the table 5 min later than it is played.';
  await expect(olga.page.getByText(words)).toBeVisible();
  await look(olga, 'a table that is seen later');
});

test('partners come together by a link, or by the organiser', async ({ come }) => {
  const olga = await come('Olga');
  await beginForm(olga, 'Pairs', 'knockout');
  await olga.find('event-new-pairs').check();
  await olga.find('event-new-repeat').selectOption('7');
  await look(olga, 'a new tournament of pairs');
  const link = await endForm(olga, 'Pairs');
  const ana = await come('Ana');
  await ana.page.goto(link);
  await ana.press('event-enter');
  await expect(ana.find('event-partner')).toBeVisible();
  await look(ana, 'a tournament of pairs, for a player without a partner');
  const own = await ana.page.request.get(`/api/tournaments/${link.split('/').at(-1)}/own`);
  const { invite } = await own.json();

  const ben = await come('Ben');
  await ben.page.goto(`${link}?partner=${invite}`);
  await ben.press('event-enter');
  await expect(ben.find('event-own')).toContainText('Your partner is Ana');
  await expect(ana.find('event-own')).toContainText('Your partner is Ben');
  for (const name of ['Cleo', 'Dan']) {
    const person = await come(name);
    await person.page.goto(link);
    await person.press('event-enter');
    await expect(olga.find('standings')).toContainText(name);
  }
  await olga.page.getByText('Make two players partners').first().click();
  await look(olga, 'a tournament of pairs, for its organiser');
  await olga.press('event-make-partners');
  await expect(olga.find('standings').getByRole('listitem')).toHaveCount(2);
  await olga.press('event-stop-repeating');
  await olga.press('event-stop-repeating-sure');
  await expect(olga.find('event-stop-repeating')).toBeHidden();
});
