import { expect, test } from './fixtures.js';
import { look } from './look.js';

/** @typedef {import('./person.js').Person} Person */

/** A day, in milliseconds. */
const DAY_MS = 86_400_000;

/** Keeps the visitor as an account; the page comes back as it. @param {Person} person @returns {Promise<string>} its id */
async function keep(person) {
  const { request } = person.page;
  const answer = await request.post('/api/account', { data: { name: person.name } });
  const { account } = await answer.json();
  await person.page.goto('/');
  return account.person;
}

/**
 * Has the server answer so to whatever a page asks of a path.
 *
 * @param {Person} person
 * @param {string} path
 * @param {object} json
 */
const answer = (person, path, json) =>
  person.page.route(path, (route) => route.fulfill({ json: structuredClone(json) }));

const RATING = { rating: 1648, margin: 128, provisional: false, matches: 12 };

test('friends are asked, accepted, seen and invited with one click', async ({ visit }) => {
  const ana = await visit('Ana');
  const ben = await visit('Ben');
  await keep(ana);
  const id = await keep(ben);
  await ben.press('friends');
  await expect(ben.find('no-friends')).toBeVisible();
  await ana.page.request.put(`/api/friends/${id}`);
  // It is told at once.
  await expect(ben.find('friend-Ana')).toBeVisible();
  await look(ben, 'somebody asks to be a friend');
  await ben.press('accept-friend');

  await ana.press('friends');
  await expect(ana.find('friend-Ben')).toContainText('there now');
  await look(ana, 'friends');
  await ana.press('invite-friend');
  await ana.page.waitForURL('**/t/*');
  await expect(ben.find('invited')).toContainText('Ana invites you');
  await look(ben, 'an invitation');
  await ben.press('invited-join');
  await ben.page.waitForURL('**/t/*');
  await ben.press('sit');
  await Promise.all([ana.waitForPlaying(), ben.waitForPlaying()]);
});

test('a person’s page shows ratings with a curve, and says what isn’t public', async ({
  visit,
}) => {
  const ana = await visit('Ana');
  const base = { name: 'Ben', created_ms: Date.now() - 90 * DAY_MS, blocked: false };
  const match = {
    record: 'r',
    ended_ms: Date.now() - DAY_MS,
    notation: 'Draw 100',
    others: ['Ana'],
    won: true,
    change: 18,
  };
  const curve = [1500, 1560, 1648].map((rating, i) => ({ at_ms: DAY_MS * (i + 1), rating }));
  await answer(ana, '**/api/people/open', {
    ...base,
    person: 'open',
    friendship: 'none',
    ratings: [{ board: 'draw', now: RATING, wins: 7, curve }],
    matches: [match],
    best: [match],
    opponents: [{ name: 'Ana', matches: 3, wins: 2 }],
  });
  await answer(ana, '**/api/people/shut', { ...base, person: 'shut', friendship: 'friends' });
  await ana.page.goto('/p/open');
  await expect(ana.find('person-name')).toHaveText('Ben');
  await expect(ana.find('rating-draw')).toContainText('1648');
  await expect(ana.page.getByRole('img', { name: /Draw: from 1500 to 1648/ })).toBeVisible();
  await expect(ana.page.locator('#person-matches + ul')).toContainText('+18');
  await look(ana, 'a person’s page');
  await ana.page.goto('/p/shut');
  await expect(ana.find('person')).toContainText('The ratings aren’t public.');
  await expect(ana.find('person')).toContainText('The matches aren’t public.');
});

test('a leaderboard marks the own row, and each board has an address', async ({ visit }) => {
  const ana = await visit('Ana');
  const row = (/** @type {number} */ place, /** @type {string} */ name) => ({
    place,
    person: name,
    name,
    rating: RATING,
    own: name === 'Ana',
  });
  const rows = [row(1, 'Ben'), row(2, 'Cem')];
  await answer(ana, '**/api/leaderboards/all_fives', {
    board: 'all_fives',
    rows,
    own: row(140, 'Ana'),
  });
  await answer(ana, '**/api/leaderboards/draw_pairs', { board: 'draw_pairs', rows: [] });
  await answer(ana, '**/api/leaderboards/draw', { board: 'draw', rows });
  await ana.press('leaderboards');
  await expect(ana.page.locator('tr[data-own]')).toContainText('140');
  await look(ana, 'a leaderboard');
  await ana.find('board-game-draw').check({ force: true });
  await expect(ana.page).toHaveURL(/\/leaderboard\/draw$/);
  await ana.find('board-company-pairs').check({ force: true });
  await expect(ana.page).toHaveURL(/\/leaderboard\/draw_pairs$/);
  await expect(ana.find('no-ranks')).toBeVisible();
});
