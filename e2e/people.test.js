import { expect, test } from './fixtures.js';
import { look } from './look.js';
import { playRated } from './rated.js';

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

/** Has everybody see the matches, or nobody else, on the page of the account. @param {Person} person @param {string} choice @param {boolean} on */
async function choose(person, choice, on) {
  await person.page.goto('/account');
  const stored = person.page.waitForResponse('**/api/account/preferences');
  await person.find(`prefers-${choice}`).setChecked(on, { force: true });
  expect((await stored).ok()).toBe(true);
}

const RATING = { rating: 1648, margin: 128, provisional: false, matches: 12 };

test('friends are asked, accepted, seen and invited with one click', async ({ come }) => {
  const ana = await come('Ana');
  const ben = await come('Ben');
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

test('a guest sends a link to a person from an earlier match, for a table like that one', async ({
  visit,
}) => {
  const ana = await visit('Ana');
  const { line } = await (await ana.page.request.get('/api/presets')).json();
  const { rules } = line.presets.find(
    (/** @type {{ name: string }} */ { name }) => name === 'Draw',
  );
  const match = {
    id: 'r',
    notation: 'Draw 150',
    seats: [{ name: 'Ana' }, { name: 'Ben' }, { name: 'Computer', computer: 'club' }],
    seat: 0,
    ended_ms: Date.now() - DAY_MS,
  };
  await answer(ana, '**/api/me/matches?*', { matches: [match], before: null });
  await answer(ana, '**/api/m/r', { rules: { line: { ...rules, target: 150 } } });
  ana.expectsRefusal = true;
  await ana.page.goto('/friends');
  await expect(ana.find('played-with').getByRole('listitem')).toHaveCount(1);
  await look(ana, 'friends of a guest');
  await ana.find('played-Ben').getByTestId('send-link').click();
  await expect(ana.find('invite-link')).toBeVisible();
  await expect(ana.page.getByRole('heading', { level: 1 })).toContainText('150');
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
    sides: 2,
    change: 18,
  };
  const family = {
    ...match,
    notation: 'Chickenfoot 10',
    others: ['Ana', 'Cleo', null],
    won: false,
    sides: 4,
    place: 2,
  };
  const curve = [1500, 1560, 1648].map((rating, i) => ({ at_ms: DAY_MS * (i + 1), rating }));
  await answer(ana, '**/api/people/open', {
    ...base,
    person: 'open',
    friendship: 'none',
    ratings: [{ board: 'draw', now: RATING, wins: 7, curve }],
    matches: [match, family],
    best: [match],
    opponents: [{ name: 'Ana', matches: 3, wins: 2 }],
  });
  await answer(ana, '**/api/people/shut', { ...base, person: 'shut', friendship: 'friends' });
  await ana.page.goto('/p/open');
  await expect(ana.find('person-name')).toHaveText('Ben');
  await expect(ana.find('rating-draw')).toContainText('1648');
  await expect(ana.page.getByRole('img', { name: /Draw: from 1500 to 1648/ })).toBeVisible();
  await expect(ana.page.locator('#person-matches + ul > li')).toContainText([
    /won\s*\+18/,
    /Place 2 of 4\s*\+18/,
  ]);
  await look(ana, 'a person’s page');
  await ana.page.goto('/p/shut');
  await expect(ana.find('person')).toContainText('The ratings aren’t public.');
  await expect(ana.find('person')).toContainText('The matches aren’t public.');
});

test('strangers see the matches of those who show them, and no one who doesn’t', async ({
  server,
  come,
}) => {
  const [ana, ben, eve] = [await come('Ana'), await come('Ben'), await come('Eve')];
  const [anaId, benId] = [await keep(ana), await keep(ben)];
  await playRated(ana, ben, { preset: 'Draw', access: 'public' });
  // Nobody plays a hundred matches here.
  for (const person of [ana, ben, eve]) person.expectsOutage = true;
  await server.stop('SIGTERM');
  await server.example('sure_ratings');
  await server.again();

  await eve.page.goto('/leaderboard/draw');
  const places = eve.find('leaderboard').locator('tbody tr');
  await expect(places).toHaveText([/^1Ana/, /^2Ben/]);
  await places.first().getByRole('link').click();
  await expect(eve.page).toHaveURL(new RegExp(`/p/${anaId}$`));
  await expect(eve.find('person-name')).toHaveText('Ana');
  await expect(eve.find('rating-draw')).toContainText('1 rated match, 1 won');
  await expect(eve.find('person')).toContainText('The matches aren’t public.');

  // Ana shows hers. Ben does not, so nothing there leads to him.
  await choose(ana, 'matches_public', true);
  await eve.page.reload();
  const matches = eve.page.locator('#person-matches + ul');
  await expect(matches).toContainText('A player');
  await expect(eve.find('person')).not.toContainText('Ben');
  await expect(matches.getByRole('link')).toHaveCount(0);
  await look(eve, 'a person’s page with an opponent who isn’t named');

  await choose(ben, 'matches_public', true);
  await eve.page.reload();
  await expect(matches.getByRole('link')).toContainText('Ben');
  const opponents = eve.page.locator('#person-opponents + ul');
  const way = opponents.getByRole('link', { name: 'Ben' });
  await expect(way).toHaveAttribute('href', `/p/${benId}`);
  await matches.getByRole('link').click();
  await expect(eve.find('record-result')).toContainText('Ben has resigned');

  // A place says nothing of those who show no ratings.
  await choose(ana, 'ratings_public', false);
  await eve.page.goto(`/p/${anaId}`);
  await expect(eve.find('person')).toContainText('The ratings aren’t public.');
  await expect(async () => {
    await eve.page.goto('/leaderboard/draw');
    await expect(places).toHaveText([/^1Ben/], { timeout: 1000 });
  }).toPass();
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
