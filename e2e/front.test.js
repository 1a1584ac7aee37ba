import { expect, test } from './fixtures.js';
import { look } from './look.js';

/** What a match on the front page shows of itself. @param {import('./person.js').Person} person */
const boardOf = ({ page }) => page.locator('.featured-board');

test('one match that is being played is shown small, and goes on there', async ({
  visit,
  come,
}) => {
  const [ana, ben, cem] = await Promise.all([come('Ana'), come('Ben'), visit('Cem')]);
  await ben.join(await ana.host('Fives', {}, 'public'));
  await Promise.all([ana.layQuickly(2), ben.layQuickly(2)]);
  const tiles = boardOf(cem).locator('.laid');
  await expect(tiles).toHaveCount(await ana.laid());
  await Promise.all([ana.layQuickly(5), ben.layQuickly(5)]);
  await expect(tiles).toHaveCount(await ana.laid());
  await look(cem, 'a match on the front page');
  // Only a visitor who opens the table watches it.
  const round = ana.page.locator('.table-round');
  await expect(round).not.toContainText('watching');
  await cem.press('watch-featured');
  await expect(round).toContainText('1 watching');
  await cem.page.goBack();
  await expect(round).not.toContainText('watching');
  // Where there is no room for it, it isn't shown.
  await cem.page.setViewportSize({ width: 390, height: 844 });
  await expect(boardOf(cem)).toBeHidden();
});

test('an own table leaves the ways to a match in sight on phones', async ({ visit }) => {
  const ana = await visit('Ana');
  for (const _ of [1, 2]) {
    await ana.press('play-computer');
    await ana.waitForPlaying();
    await ana.page.goto('/');
    await expect(ana.find('back-to-table').first()).toBeVisible();
  }
  for (const [width, height] of [
    [390, 844],
    [360, 640],
  ]) {
    await ana.page.setViewportSize({ width, height });
    await ana.page.reload();
    await expect(ana.find('more-own-tables')).toBeVisible();
    for (const way of ['create-table', 'play-computer', 'anybody']) {
      await expect(ana.find(way)).toBeInViewport({ ratio: 1 });
    }
  }
});

test('the bar at the foot covers no way to a match', async ({ visit }) => {
  const { page } = await visit('Ana', { settings: { language: 'fr' } });
  const bar = page.locator('.site-nav');
  for (const [width, height] of [
    [320, 568],
    [360, 640],
    [390, 664],
  ]) {
    await page.setViewportSize({ width, height });
    const { y } = (await bar.boundingBox()) ?? { y: 0 };
    for (const door of await page.locator('.door-place').all()) {
      const box = await door.boundingBox();
      expect(box && box.y + box.height, `${width}×${height}`).toBeLessThanOrEqual(y);
    }
  }
  // A desktop's window at 400 % has no room for a bar that stays.
  await page.setViewportSize({ width: 320, height: 200 });
  await expect(bar).toHaveCSS('position', 'static');
});

test('on the smallest phone the ways to a match are rows for fingers', async ({ visit }) => {
  const ana = await visit('Ana', { settings: { language: 'de' } });
  const { page } = ana;
  await page.setViewportSize({ width: 320, height: 568 });
  const doors = await page.locator('.door-place').all();
  const boxes = await Promise.all(doors.map((door) => door.boundingBox()));
  const [first, ...others] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 });
  for (const { x, width } of others) expect([x, width]).toEqual([first.x, first.width]);
  expect(Math.min(first.height, ...others.map(({ height }) => height))).toBeGreaterThanOrEqual(44);
  const sizes = await page
    .locator('.hero :is(button, label, p)')
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .map((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
    );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(14);
  for (const more of ['computer-choices', 'anybody-choices']) {
    const box = await ana.find(more).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
});

test('what is being played stands beside the felt, and below it when many wait', async ({
  visit,
  come,
}) => {
  const [ana, ben, dora] = await Promise.all([come('Ana'), come('Ben'), come('Dora')]);
  const cem = await visit('Cem');
  await ben.join(await ana.host('Draw', {}, 'public'));
  const { page } = cem;
  const played = page.locator('.front-playing');
  const felt = page.locator('.hero');
  await expect(played).toBeVisible();
  const beside = await played.boundingBox();
  expect(beside?.y).toBe((await felt.boundingBox())?.y);
  const { request } = dora.page;
  const { line } = await (await request.get('/api/presets')).json();
  const data = { rules: { line: line.presets[0].rules }, access: 'public', kept_seats: 0 };
  for (let i = 0; i < 6; i += 1) await request.post('/api/tables', { data });
  await expect(cem.find('join')).toHaveCount(6);
  const [above, below] = [await felt.boundingBox(), await played.boundingBox()];
  expect(below?.x).toBe(above?.x);
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(30);
  await page.setViewportSize({ width: 390, height: 844 });
  const lists = await page.locator('.front-lists').boundingBox();
  const last = await played.boundingBox();
  expect(last?.y).toBeGreaterThan(lists?.y ?? 0);
});

test('the address of a game shows that game before all else', async ({ visit }) => {
  const ana = await visit('Ana', { settings: { game: 'Block' } });
  const { page } = ana;
  for (const [path, title, about, chip] of /** @type {const} */ ([
    ['/six-love', 'Six-Love · Jamaica', 'Win six rounds', 'Six-Love'],
    ['/fives-and-threes', 'Fives and Threes', 'The pub game', 'Fives and Threes'],
    ['/draw', 'Draw', 'you draw from the boneyard', 'Draw'],
    ['/draw-winner-leads', 'Draw, winner leads', 'Like Draw', 'Draw, winner leads'],
  ])) {
    await page.goto(path);
    await expect(page.locator('h1:visible')).toHaveText(title);
    await expect(page).toHaveTitle(`${chip} – Boneyard`);
    await expect(ana.find('front-game')).toContainText(about);
    await expect(ana.find('front-game').locator('.game-picture > *').first()).toBeVisible();
    await expect(ana.find(`game-${chip}`)).toBeChecked();
    for (const size of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
      { width: 320, height: 568 },
    ]) {
      await page.setViewportSize(size);
      const first = page.locator('.front-games .segment').first();
      await expect(first).toHaveText(chip);
      for (const shown of [page.locator('h1:visible'), first, ana.find('anybody')]) {
        await expect(shown, `${path} at ${size.width}`).toBeInViewport({ ratio: 1 });
      }
    }
  }
  await look(ana, 'the page of a game');
  // Another game has another address.
  await ana.find('game-Fives').check({ force: true });
  await expect(page).toHaveURL(/\/$/);
  await expect(page.locator('h1:visible')).toHaveText('Dominoes with friends');
  await page.goBack();
  await expect(ana.find('game-Draw, winner leads')).toBeChecked();
});

test('a game that was chosen before is seen in its row', async ({ visit }) => {
  const phone = { viewport: { width: 320, height: 568 } };
  for (const game of ['Fives and Threes', 'Kozel']) {
    const ana = await visit('Ana', { settings: { game }, browser: phone });
    const chip = ana.page.locator('.front-games .segment', { has: ana.find(`game-${game}`) });
    await expect(chip).toBeInViewport({ ratio: 1 });
  }
});

test('a link to a table says who invites to what', async ({ visit, come }) => {
  const [ana, ben] = await Promise.all([visit('Ana'), come('Ben')]);
  const link = await ana.create('Draw', {
    choose: async (person) => {
      await person.openOptions();
      await person.chooseOption('hand_size-9');
    },
  });
  await ben.page.goto(link);
  const invitation = ben.find('waiting');
  await expect(invitation.getByRole('heading')).toHaveText('Ana invites you: Draw to 100 points');
  await expect(invitation).toContainText('9 tiles · 2 players · about');
  await look(ben, 'invited by link');
  await ben.press('sit');
  await expect(ben.page.getByText('invites you')).toBeHidden();
  // The host knows what the game is, and who invites.
  await expect(ana.page.getByText('invites you')).toBeHidden();
});

test('the rules of a game lead to a table where it is played', async ({ come }) => {
  const ana = await come('Ana');
  await ana.page.goto('/rules/Quinientos');
  await expect(ana.page.getByRole('heading', { level: 1 })).toHaveText('Quinientos');
  await ana.press('create-table');
  await expect(ana.find('choose-game')).toContainText('Quinientos');
  await ana.page.keyboard.press('Escape');
  await ana.press('play-computer');
  await ana.waitForPlaying();
  await expect(ana.page.locator('.table-title')).toContainText('Quinientos');
});

test('a game is found on its page, and played with a person who waits', async ({ visit, come }) => {
  const [ana, ben] = await Promise.all([come('Ana'), visit('Ben')]);
  await ana.host('Kozel', {}, 'public');
  await ben.press('all-games');
  await expect(ben.page).toHaveURL(/\/games$/);
  await ben.press('family-world');
  await expect(ben.page).toHaveURL(/\/games\?family=world$/);
  await ben.press('family-block');
  await expect(ben.find('pick-Kozel')).toBeHidden();
  await ben.page.goBack();
  await expect(ben.find('pick-Kozel')).toBeVisible();
  await ben.press('pick-Kozel');
  await expect(ben.find('rail-game')).toContainText('4 in pairs · to 101');
  await expect(ben.find('anybody')).toContainText('1 waits');
  // The country and a word of its rules find it, too.
  for (const words of ['ukraine', 'goat 13']) {
    await ben.find('game-search').fill(words);
    await expect(ben.page.locator('.pick:visible')).toHaveCount(1);
    await expect(ben.find('pick-Kozel')).toBeVisible();
  }
  await ben.find('game-search').fill('');
  await ben.press('game-filter-pairs');
  await ben.press('game-filter-3');
  await expect(ben.find('pick-Party Draw')).toBeVisible();
  await expect(ben.find('pick-Kozel')).toBeHidden();
  await ben.press('anybody');
  await expect(ana.find('chair-1')).toContainText('Ben');
  // The game that was chosen is the one of the front page.
  await ben.page.goto('/');
  await expect(ben.find('game-Kozel')).toBeChecked();
});

test('a game that is not of the line is chosen by its family, with options of its own', async ({
  visit,
}) => {
  const ana = await visit('Ana');
  await ana.press('all-games');
  await ana.press('family-race');
  await ana.press('pick-Ringway');
  await expect(ana.find('rail-game')).toContainText('2 to 4 players · to 100 · about 11 min');
  await ana.press('create-table');
  await ana.find('length-50').check({ force: true });
  await ana.find('seating-three').check({ force: true });
  await ana.chooseOption('after_double-either_end');
  await ana.press('open-table');
  await expect(ana.page.locator('.table-title')).toContainText('Ringway to 50 · 3 players');
  await expect(ana.find('chair-2')).toBeVisible();
  // The next table begins with the same choice, and the front page with the game.
  await ana.page.goto('/');
  await expect(ana.find('game-Ringway')).toBeChecked();
  await ana.press('create-table');
  await expect(ana.find('seating-three')).toBeChecked();
  await expect(ana.find('length-50')).toBeChecked();
  await ana.page.goto('/ringway');
  await expect(ana.find('front-game').locator('h1')).toHaveText('Ringway');
});

test('a long name of a person who waits leaves the page its width', async ({ visit, come }) => {
  const [host, ana] = await Promise.all([come('W'.repeat(24)), visit('Ana')]);
  await host.host('Draw', {}, 'public');
  await expect(ana.find('anybody')).toContainText('WWWW');
  for (const width of [320, 390, 768, 1280]) {
    await ana.page.setViewportSize({ width, height: 800 });
    const wide = await ana.page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, `${width}`).toBeLessThanOrEqual(width);
  }
  const about = await ana.find('anybody').evaluate((one) => one.scrollWidth - one.clientWidth);
  expect(about, 'the name stays in its door').toBeLessThanOrEqual(0);
});
