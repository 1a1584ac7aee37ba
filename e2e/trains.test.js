/** Mexican Train on the page of a table: played by mouse, touch and keyboard, with two seats and with eight, and replayed. */
import { badlyPlaced, boxes, DESKTOP, PHONE, windowOf, within } from './boxes.js';
import { expect, test } from './fixtures.js';
import { axe, settled } from './look.js';
import { MEXICAN_TRAIN } from './unit/trains_match.js';

/** @typedef {import('./person.js').Person} Person */

const SMALL_PHONE = { width: 360, height: 740 };
const PHONE_ACROSS = { width: 844, height: 390 };
const TABLET = { width: 768, height: 1024 };

/** What the hosts choose, beside what a test is about. */
const OPTIONS = {
  ...MEXICAN_TRAIN,
  seating: 'two',
  tile_set: 'double_twelve',
  hand_size: 10,
  rounds: 1,
};

/** Opens a table and goes there. @param {Person} person @param {Partial<typeof OPTIONS>} options */
async function openTable({ page }, options) {
  const data = { rules: { trains: { ...OPTIONS, ...options } }, access: 'link', kept_seats: 0 };
  const answer = await page.request.post('/api/tables', { data });
  const { table } = await answer.json();
  await page.goto(`/t/${table}`);
}

/** The tiles that may be played. @param {Person} person */
const playable = ({ page }) => page.locator('.held[data-playable="true"]');

/** The places of the tile in hand. @param {Person} person */
const places = ({ page }) => page.locator('.trains-place');

/** How a player takes a tile to a train, if there is a choice. @typedef {(person: Person, tile: string) => Promise<void>} Manner */

/** By mouse: a click on the tile, and one on the last train that it fits. @type {Manner} */
async function byMouse(person, tile) {
  await person.find(tile).click();
  await playedOrChoosing(person, tile);
  if ((await places(person).count()) > 0) await places(person).last().click();
}

/** By keys: Enter takes the tile, arrows go from train to train, and Enter plays. @type {Manner} */
async function byKeys(person, tile) {
  const { keyboard } = person.page;
  await person.find(tile).focus();
  await keyboard.press('Enter');
  await playedOrChoosing(person, tile);
  const count = await places(person).count();
  if (count === 0) return;
  await expect(places(person).first()).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(places(person).nth(1)).toBeFocused();
  await expect(places(person).nth(1)).toHaveAttribute('aria-label', /which (begins|ends) with \d/);
  await keyboard.press('Enter');
}

/** By dragging it to the first train that it fits. @type {Manner} */
async function byDrag(person, tile) {
  const { page } = person;
  const from = await middleOf(person.find(tile));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 30, { steps: 4 });
  await places(person).first().waitFor();
  const ghost = page.locator('.trains-ghost').first();
  const to = await middleOf(ghost);
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await expect(page.locator('.dragged')).toHaveAttribute('data-over', 'true');
  await page.mouse.up();
}

/** @param {import('@playwright/test').Locator} one */
async function middleOf(one) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await one.boundingBox()) ?? {};
  return { x: x + width / 2, y: y + height / 2 };
}

/** A tile that fits one train alone is played by one tap. @param {Person} person @param {string} tile */
const playedOrChoosing = (person, tile) =>
  expect(async () => {
    const isGone = (await person.find(tile).count()) === 0;
    expect(isGone || (await places(person).count()) > 0).toBe(true);
  }).toPass();

/** Makes one move; false once the match is over. @param {Person} person @param {Manner} move */
async function step(person, move) {
  const over = person.find('rematch');
  const tile = playable(person).first();
  await over.or(tile).first().waitFor();
  if (await over.isVisible()) return false;
  const id = (await tile.getAttribute('data-testid')) ?? '';
  await move(person, id);
  await expect(person.find(id)).toBeHidden();
  return true;
}

/** Plays until the match is over. @param {Person} person @param {readonly Manner[]} manners */
async function play(person, manners) {
  for (let at = 0; await step(person, manners[at % manners.length]); at += 1);
}

test('a match is played by mouse and keys, over a loss of the connection, and replayed', async ({
  come,
  server,
}) => {
  const ana = await come('Ana');
  const ben = await come('Ben', { browser: { viewport: PHONE } });
  await openTable(ana, {});
  const link = await ana.find('invite-link').inputValue();
  await ana.ready();
  await ben.join(link);
  await Promise.any([ana, ben].map((one) => playable(one).first().waitFor()));

  const trains = ['0', '1', 'm'];
  for (const person of [ana, ben])
    for (const train of trains) await expect(person.find(`train-${train}`)).toBeVisible();
  await expect(ana.page.locator('.trains-hub')).toBeVisible();
  await expect(ben.page.locator('.trains-hub')).toBeHidden();
  await expect(ben.find('train-1')).toContainText('Your train');

  for (const person of [ana, ben]) person.expectsOutage = true;
  const seen = async (/** @type {Person} */ { page }) =>
    await page
      .locator('.trains-tile, .held, .trains-sign')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-testid')));
  const before = await Promise.all([ana, ben].map(seen));
  await server.stop('SIGTERM');
  await expect(ana.find('connection')).toBeVisible();
  await server.again();
  for (const person of [ana, ben]) await expect(person.find('connection')).toBeHidden();
  expect(await Promise.all([ana, ben].map(seen))).toEqual(before);

  await Promise.all([play(ana, [byMouse, byKeys, byDrag]), play(ben, [byMouse, byKeys])]);
  for (const person of [ana, ben]) {
    await expect(person.find('moment')).toContainText(/wins?\b/);
    await expect(person.find('finish')).toContainText(/Out!|Blocked/);
    await expect(person.find('shield'), person.name).toHaveAttribute('data-result', 'good');
    await person.picture('trains, match over');
  }
  await mustReplay(ana);
});

/** Steps through the record of a match. @param {Person} person */
async function mustReplay(person) {
  await person.press('replay');
  await person.press('replay-first');
  await expect(person.find('replay-where')).toContainText('Round 1, move 0 of');
  await expect(person.page.locator('.trains-tile')).toHaveCount(0);
  await expect(person.find('replay-status')).toContainText('engine is 12-12');
  await person.press('replay-last');
  await expect(person.find('replay-status')).toContainText(/wins?\b/);
  await expect(person.page.locator('.trains-tile').first()).toBeVisible();
  await person.picture('trains, replay');
  await person.press('verify-record');
  await expect(person.find('fair-verdict')).toContainText('everything agrees.');
}

/** Plays the first tiles that may be played, until the turn may be ended or the match is over. @param {Person} person */
async function playUntilStop(person) {
  const ends = person.find('stop').or(person.find('rematch')).filter({ visible: true });
  for (;;) {
    await ends.or(playable(person)).first().waitFor();
    if ((await ends.count()) > 0) return;
    const id = await playable(person).first().getAttribute('data-testid');
    await byMouse(person, id ?? '');
    await expect(person.find(id ?? '')).toBeHidden();
  }
}

test('a long first turn is laid tile by tile, and ended', async ({ come }) => {
  const ana = await come('Ana');
  const stop = ana.find('stop');
  // A hand in which no tile follows another from the engine on has no such turn: then others are dealt.
  await expect(async () => {
    await openTable(ana, { first_turn: 'whole_train', hand_size: 15 });
    await ana.find('computer-1').selectOption('beginner');
    await ana.ready();
    await playable(ana).first().waitFor();
    await expect(stop).toBeHidden();
    await playUntilStop(ana);
    expect(await stop.isVisible()).toBe(true);
  }).toPass();
  await ana.picture('trains, first turn');
  await stop.click();
  await expect(stop).toBeHidden();
});

/** What of a table can be seen whole, and lies over nothing else. @param {Person} person @param {string} title */
async function mustFit({ page }, title) {
  const size = page.viewportSize() ?? DESKTOP;
  const parts = ['.seats > .seat', '.trains-field', '.held', '.hand-tools'];
  expect.soft(await badlyPlaced(page, parts, windowOf(size)), title).toEqual([]);
  const signs = await boxes(page, '.trains-sign');
  for (const box of signs)
    expect.soft(within(box, windowOf(size)), `${title}: a sign in the window`).toBe(true);
}

test('eight seats are played against computer players, in windows of all sizes', async ({
  come,
}) => {
  const ana = await come('Ana');
  await openTable(ana, { seating: 'eight' });
  for (let seat = 1; seat < 8; seat += 1)
    await ana.find(`computer-${seat}`).selectOption('beginner');
  await ana.promised();
  await ana.ready();
  for (const size of [DESKTOP, TABLET, PHONE, SMALL_PHONE, PHONE_ACROSS]) {
    await playable(ana).first().waitFor();
    await ana.page.setViewportSize(size);
    await expect(ana.page.locator('.trains-sign')).toHaveCount(9);
    // The window is laid out by the frame after it has got its size.
    await settled(ana.page);
    await mustFit(ana, `${size.width} pixels`);
    await ana.picture('trains, eight');
    expect.soft(await axe(ana.page), `${size.width} pixels`).toEqual([]);
    const tile = (await playable(ana).first().getAttribute('data-testid')) ?? '';
    await ana.find(tile).click();
    await playedOrChoosing(ana, tile);
    for (const box of await boxes(ana.page, '.trains-place'))
      expect.soft(Math.min(box.width, box.height), `${size.width} pixels`).toBeGreaterThan(39);
    await ana.picture('trains, eight, choosing');
    if ((await places(ana).count()) > 0) await places(ana).first().click();
  }
  await ana.page.setViewportSize(PHONE);
  await play(ana, [byMouse]);
  await expect(ana.find('shield')).toHaveAttribute('data-result', 'good');
  await ana.picture('trains, eight, over');
});
