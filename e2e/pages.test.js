import { DESKTOP, PHONE } from './boxes.js';
import { expect, test } from './fixtures.js';
import { look, lookAround } from './look.js';
import { matchAt, openPrepared } from './prepared.js';
import { PreparedRound } from './prepared_round.js';

/**
 * Every page in every state that is worth looking at, in the windows of a desktop, a phone and a tablet. With `PICTURES=1`
 * the pictures are in `e2e/screenshots`.
 */

/**
 * Opens tables as the create dialog does, without going there.
 *
 * @param {import('./person.js').Person} host
 * @param {string[]} presets
 */
async function openTables(host, presets) {
  await host.page.evaluate(async (names) => {
    const { line } = await (await fetch('/api/presets')).json();
    for (const name of names) {
      const { rules } = line.presets.find((/** @type {any} */ one) => one.name === name);
      await fetch('/api/tables', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ rules: { line: rules }, access: 'public', kept_seats: 0 }),
      });
    }
  }, presets);
}

test('the lobby', async ({ visit }) => {
  const ana = await visit('Ana');
  await expect(ana.find('no-tables')).toBeVisible();
  await lookAround(ana, 'lobby, empty');
  const host = await visit('Bartholomew the Magnific');
  await openTables(host, ['Five-Up', 'Party Draw', 'Fives and Threes', 'Muggins']);
  await expect(ana.find('join')).toHaveCount(4);
  await lookAround(ana, 'lobby');
  await host.page.goto('/');
  await expect(host.find('more-own-tables')).toBeVisible();
  await lookAround(host, 'lobby, own tables');
  await ana.press('own-menu');
  // On a phone the menu lies over the felt, and axe takes the one for the other's background.
  await look(ana, 'menu');
  await ana.page.setViewportSize(PHONE);
  await ana.picture('menu');
  await ana.page.setViewportSize(DESKTOP);
  await ana.press('change-name');
  await lookAround(ana, 'name');
  await ana.find('name-input').fill('Anabel');
  await ana.press('name-save');
  await expect(ana.find('my-name')).toHaveText('Anabel');
});

test('all pages have one head, and no link is in a colour of the browser', async ({ visit }) => {
  const ana = await visit('Ana');
  const { page } = ana;
  // Guests have no friends to be told of.
  ana.expectsRefusal = true;
  const heads = new Set();
  for (const path of ['account', 'friends', 'import', 'leaderboard', 'me', 'tournaments']) {
    await page.goto(`/${path}`);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    const box = await title.boundingBox();
    heads.add(await title.evaluate((one, y) => `${y} ${getComputedStyle(one).fontSize}`, box?.y));
    const links = await page.getByRole('link').all();
    for (const link of links) await expect(link).not.toHaveCSS('color', 'rgb(0, 0, 238)');
  }
  expect([...heads]).toHaveLength(1);
});

test('pages of a demo say so', async ({ visit }) => {
  const ana = await visit('Ana');
  await expect(ana.find('demo')).toBeHidden();
  await ana.page.route('**/api/me', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), demo: true } });
  });
  for (const path of ['/leaderboard/draw', '/']) {
    await ana.page.goto(path);
    await expect(ana.find('demo')).toBeVisible();
  }
  await lookAround(ana, 'lobby, demo');
});

test('the dialog for a new table', async ({ visit }) => {
  const ana = await visit('Ana');
  await ana.press('create-public');
  await expect(ana.find('choose-game')).toContainText('Draw');
  await lookAround(ana, 'create');
  await ana.press('choose-game');
  await expect(ana.find('family-world')).toBeVisible();
  await lookAround(ana, 'create, games');
  await ana.press('family-fives');
  await ana.press('pick-Fives');
  await ana.chooseOption('calls-muggins');
  await ana.find('calls-muggins').scrollIntoViewIfNeeded();
  await lookAround(ana, 'create, all options');
});

test('the page on which a game is chosen', async ({ visit }) => {
  const ana = await visit('Ana', { settings: { game: 'Fives' } });
  await ana.press('all-games');
  await expect(ana.find('pick-Fives')).toHaveAttribute('aria-current', 'true');
  await lookAround(ana, 'games');
  await ana.press('family-world');
  await ana.press('pick-Six-Love');
  await lookAround(ana, 'games of the world');
});

test('the rules', async ({ visit }) => {
  const ana = await visit('Ana');
  await ana.press('rules-link');
  await expect(ana.find('rules-Five-Up')).toBeVisible();
  await lookAround(ana, 'rules');
  await ana.press('rules-Muggins · muggins calls');
  await expect(ana.find('rules').locator('figure').first()).toBeVisible();
  await lookAround(ana, 'rules, Muggins');
  await ana.find('part-strategy').check({ force: true });
  await expect(ana.find('rules').locator('.best').first()).toBeVisible();
  await lookAround(ana, 'strategy, Muggins');
  for (const reading of ['glossary', 'odds', 'more']) {
    await ana.page.goto(`/rules/${reading}`);
    await expect(ana.find('reading').locator('dd, td').first()).toBeVisible();
    await lookAround(ana, `rules, ${reading}`);
  }
});

test('the lesson', async ({ visit }) => {
  const ana = await visit('Ana');
  await ana.press('tile-6-0');
  await expect(ana.find('tile-2-1')).toHaveAttribute('data-playable', 'true');
  await lookAround(ana, 'lesson');
});

test('what a way to a match needs beyond one tap', async ({ visit }) => {
  const ana = await visit('Ana');
  await ana.press('anybody-choices');
  await expect(ana.find('play-now')).toBeVisible();
  await lookAround(ana, 'anybody, choices');
});

test('a table before its match', async ({ come, seatQuickPlayer }) => {
  const ana = await come('Ana');
  const link = await ana.host('Party Block', { seating: 'partners' }, 'public');
  await lookAround(ana, 'waiting');
  const felt = await ana.page.locator('.felt').boundingBox();
  const wide = ana.page.viewportSize()?.width ?? 0;
  expect(felt && wide - felt.x - felt.width, 'as far from both edges').toBe(felt?.x);
  await seatQuickPlayer(link, { name: 'Benedetta' });
  await expect(ana.find('chair-1')).toContainText('Benedetta');
  await lookAround(ana, 'waiting, some are here');
});

// That nothing is cut off at any number of tiles is seen by `languages.test.js` and `matrix.test.js`.
test('a table in the middle of a round', async ({ visit }) => {
  const ana = await visit('Ana', { at: null });
  const round = await PreparedRound.at(ana);
  await round.show(4, 0);
  await ana.picture('early');
  await round.show(8, 0);
  expect(await choosesAmongEnds(ana)).toBe(true);
  await lookAround(ana, 'chosen');
  await round.show(12, 0);
  await expect(ana.find('board')).toHaveAttribute('data-arms', '4');
  await lookAround(ana, 'four arms');
  await round.show(12, null);
  await lookAround(ana, 'watcher');
  await round.show(22, 0);
  await ana.picture('long');
  await round.show(25, 0);
  await expect(ana.find('next-round')).toBeVisible();
  await lookAround(ana, 'round over');
  await round.show(25, null);
  await lookAround(ana, 'watcher, round over');
});

/**
 * Taps a tile that fits more than one end, if there is one.
 *
 * @param {import('./person.js').Person} person
 */
async function choosesAmongEnds(person) {
  const ends = await person.openEnds();
  for (const tile of await person.playable()) {
    const [a, b] = tile.split('-');
    const fits = ends.filter((pips) => pips === a || pips === b).length;
    if (fits < 2) continue;
    await person.press(`tile-${tile}`);
    await person.page.locator('button.end').first().waitFor();
    return true;
  }
  return false;
}

test('the sheets of a table', async ({ come, seatQuickPlayer }) => {
  const ana = await come('Ana');
  const link = await ana.host('Five-Up', {}, 'public');
  await seatQuickPlayer(link, { name: 'Benedetta' });
  await ana.waitForTurn();
  for (const sheet of ['rules', 'invite', 'settings']) {
    await ana.openSheet(sheet);
    await lookAround(ana, `sheet, ${sheet}`);
    await ana.closeSheet(sheet);
  }
  // Beside a wide table they are a panel.
  await ana.page.setViewportSize(PHONE);
  for (const sheet of ['history', 'chat']) {
    await ana.openSheet(sheet);
    await look(ana, `sheet, ${sheet}`);
    await ana.closeSheet(sheet);
  }
});

test('the end of a match', async ({ visit }) => {
  const ana = await visit('Ana', { at: null });
  const show = await openPrepared(
    ana.page,
    matchAt({ moment: 'lead', seats: 2, calls: 'muggins' }),
  );
  await lookAround(ana, 'muggins');
  await show(matchAt({ moment: 'match over', seats: 2 }));
  await expect(ana.find('rematch')).toBeVisible();
  await lookAround(ana, 'match over');
});

test('a hint', async ({ visit }) => {
  const ana = await visit('Ana');
  await ana.press('play-computer');
  await ana.waitForTurn();
  await ana.press('hint');
  await expect(ana.find('hint-line')).toContainText('The expert: ');
  await lookAround(ana, 'hint');
});

test('a visitor makes a link for a calendar in the settings, and withdraws it', async ({
  visit,
}) => {
  const ana = await visit('Ana');
  await ana.choose('open-settings');
  await ana.press('setting-feed');
  await ana.press('feed-make');
  await expect(ana.find('feed-token')).toHaveValue(/^boneyard_[0-9a-f]{64}$/);
  const address = await ana.find('feed-calendar').inputValue();
  const calendar = await ana.page.request.get(address);
  expect(calendar.headers()['content-type']).toContain('text/calendar');
  await ana.find('feed-token').scrollIntoViewIfNeeded();
  await lookAround(ana, 'feed');
  await ana.press('feed-remove');
  await expect(ana.find('feed-make')).toBeVisible();
  expect((await ana.page.request.get(address)).status()).toBe(401);
});

test('a visitor makes a bot in the settings', async ({ visit }) => {
  const ana = await visit('Ana');
  await ana.choose('open-settings');
  await ana.press('setting-bots');
  await ana.find('bot-name').fill('Deep Bone');
  await ana.press('bot-make');
  await expect(ana.find('bot-token')).toHaveValue(/^boneyard_[0-9a-f]{64}$/);
  await ana.find('bot-token').scrollIntoViewIfNeeded();
  await lookAround(ana, 'bots');
  await ana.find('bots').getByRole('button', { name: 'Delete Deep Bone' }).click();
  await expect(ana.find('bots').getByRole('listitem')).toHaveCount(0);
});
