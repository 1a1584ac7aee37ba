/** Ringway on the page of a table: placed by mouse, touch and keyboard, alone and with others, and replayed. */
import { badlyPlaced, boxes, DESKTOP, PHONE, windowOf } from './boxes.js';
import { expect, test } from './fixtures.js';
import { axe } from './look.js';

/** @typedef {import('./person.js').Person} Person */

const SMALL_PHONE = { width: 320, height: 568 };
const PHONE_ACROSS = { width: 844, height: 390 };

/** Opens a table and goes there. @param {Person} person @param {string} seating @param {number} target */
async function openTable({ page }, seating, target) {
  const data = {
    rules: { race: { seating, target, after_double: 'far_end' } },
    access: 'link',
    kept_seats: 0,
  };
  const answer = await page.request.post('/api/tables', { data });
  const { table } = await answer.json();
  await page.goto(`/t/${table}`);
}

/** The tiles that may be placed, or put into the pit. @param {Person} person */
const playable = ({ page }) => page.locator('.held[data-playable="true"]');

/** How a player chooses a place and is sure of it. @typedef {(person: Person) => Promise<void>} Manner */

/** By mouse: a tap on the place, and another one. @type {Manner} */
async function byMouse({ page }) {
  const at = await middleOf(page.locator('.race-place').last());
  await page.mouse.move(at.x, at.y);
  await expect(page.getByTestId('ghost-seen')).toBeVisible();
  await page.mouse.click(at.x, at.y);
  await expect(page.getByTestId('ghost-picked')).toBeVisible();
  await page.mouse.click(at.x, at.y);
}

/** By finger: a tap on the place, and the button. @type {Manner} */
async function byTouch(person) {
  const at = await middleOf(person.page.locator('.race-place').first());
  await person.page.touchscreen.tap(at.x, at.y);
  await expect(person.find('ghost-picked')).toBeVisible();
  await person.press('place-tile');
}

/** By keys: the focus goes to a place, Enter picks it, and Enter again places. @type {Manner} */
async function byKeys({ page }) {
  await page.locator('.race-place[tabindex="0"]').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.race-place[aria-pressed="true"]')).toBeFocused();
  await page.keyboard.press('Enter');
}

/** @param {import('@playwright/test').Locator} one */
async function middleOf(one) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await one.boundingBox()) ?? {};
  return { x: x + width / 2, y: y + height / 2 };
}

/** Makes one move; false once the match is over. @param {Person} person @param {Manner} place */
async function step(person, place) {
  const over = person.find('rematch');
  const tile = playable(person).first();
  await over.or(tile).first().waitFor();
  if (await over.isVisible()) return false;
  const before = await person.laid();
  await tile.click();
  const isPit = (await person.page.locator('.race-place').count()) === 0;
  if (isPit) await person.press('place-tile');
  else await place(person);
  if (!isPit) await expect.poll(() => person.laid()).toBeGreaterThan(before);
  return true;
}

test('a match is played by mouse, touch and keys, over a loss of the connection, and replayed', async ({
  come,
  server,
}) => {
  const ana = await come('Ana');
  const ben = await come('Ben', { browser: { hasTouch: true, viewport: PHONE } });
  await openTable(ana, 'two', 25);
  const link = await ana.find('invite-link').inputValue();
  await ana.ready();
  await ben.join(link);
  await Promise.any([ana, ben].map((one) => playable(one).first().waitFor()));

  // The leader's tile covers the star, and turns about it.
  const leader = (await playable(ana).count()) > 0 ? ana : ben;
  await playable(leader).first().click();
  const count = await leader.page.locator('.race-place').count();
  expect([4, 8]).toContain(count);
  await leader.page.locator('.race-place').first().focus();
  await leader.page.keyboard.press('Enter');
  const lies = async () =>
    await leader.page.locator('.race-place[aria-pressed="true"]').getAttribute('aria-label');
  const first = await lies();
  await leader.page.keyboard.press('r');
  await expect.poll(lies).not.toBe(first);
  await leader.press('turn-tile');
  await leader.page.keyboard.press('Escape');
  await expect(leader.page.locator('.race-place')).toHaveCount(0);

  const manners = new Map([
    [ana, [byMouse, byKeys]],
    [ben, [byTouch, byTouch, byKeys]],
  ]);
  const play = async (/** @type {Person} */ person, most = 200) => {
    const all = manners.get(person) ?? [];
    for (let at = 0; at < most && (await step(person, all[at % all.length])); at += 1);
  };
  await play(leader, 1);
  for (const person of [ana, ben]) await expect.poll(() => person.laid()).toBe(1);

  for (const person of [ana, ben]) person.expectsOutage = true;
  const seen = async (/** @type {Person} */ { page }) =>
    await page
      .locator('.race-tile, .held, .race-stand')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-testid')));
  const before = await Promise.all([ana, ben].map(seen));
  await server.stop('SIGTERM');
  await expect(ana.find('connection')).toBeVisible();
  await server.again();
  for (const person of [ana, ben]) await expect(person.find('connection')).toBeHidden();
  expect(await Promise.all([ana, ben].map(seen))).toEqual(before);

  await Promise.all([play(ana), play(ben)]);
  for (const person of [ana, ben]) {
    await expect(person.find('moment')).toContainText(/wins?\b/);
    await expect(person.find('finish')).toContainText(/Target reached|Blocked/);
    await expect(person.find('moment').locator('.race-excerpt')).toBeAttached();
    await expect(person.find('summary-worth')).toContainText('from diamonds');
    await expect(person.find('shield'), person.name).toHaveAttribute('data-result', 'good');
    // A match is one round, and what is left in the hands counts for nobody.
    await expect(person.page.locator('.table-round')).not.toContainText('Round');
    await expect(person.page.locator('.left', { hasText: 'pips' })).toHaveCount(0);
    await person.picture('ringway, match over');
  }
  await mustReplay(ana);
});

/** Steps through the record of a match. @param {Person} person */
async function mustReplay(person) {
  await person.press('replay');
  await person.press('replay-first');
  const where = person.find('replay-where');
  await expect(where).toContainText('Round 1, move 0 of');
  await expect(person.page.locator('.race-tile')).toHaveCount(0);
  await expect(person.find('replay-status')).toContainText('lightest tile');
  await person.press('replay-forward');
  await expect(person.page.locator('.race-tile')).toHaveCount(1);
  await person.press('replay-last');
  await expect(person.find('replay-status')).toContainText(/wins?\b/);
  await person.picture('ringway, replay');
  await person.press('verify-record');
  await expect(person.find('fair-verdict')).toContainText('everything agrees.');
}

/** Whether the first tile may be placed; otherwise it can only go into the pit. @param {Person} person */
async function mayPlace(person) {
  const { page } = person;
  await playable(person).first().click();
  const count = await page.locator('.race-place').count();
  await page.keyboard.press('Escape');
  return count > 0;
}

/** Drags the first tile that may be placed to the middle of the board's first place. @param {Person} person */
async function drag(person) {
  const { page } = person;
  while (!(await mayPlace(person))) {
    await step(person, byKeys);
    await playable(person).first().waitFor();
  }
  const from = await middleOf(playable(person).first());
  const before = await person.laid();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 30, { steps: 4 });
  await expect(page.locator('.dragged')).toBeVisible();
  await page.locator('.race-place').first().waitFor({ state: 'attached' });
  const to = await middleOf(page.locator('.race-place').first());
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await expect(page.locator('.dragged')).toHaveAttribute('data-over', 'true');
  await page.mouse.up();
  await expect.poll(() => person.laid()).toBeGreaterThan(before);
}

/** What of a table can be seen whole, and lies over nothing else. @param {Person} person @param {string} title */
async function mustFit({ page }, title) {
  const size = page.viewportSize() ?? DESKTOP;
  const parts = ['.seats > .seat', '.race-field', '.held', '.race-button', '.hand-tools'];
  expect.soft(await badlyPlaced(page, parts, windowOf(size)), title).toEqual([]);
}

test('four seats are played against computer players on a phone', async ({ come }) => {
  const ana = await come('Ana');
  await ana.page.setViewportSize(PHONE);
  await openTable(ana, 'four', 25);
  for (const seat of [1, 2, 3]) await ana.find(`computer-${seat}`).selectOption('beginner');
  await expect(ana.page.locator('.seating .chair[data-ready]')).toHaveCount(3);
  await ana.promised();
  await ana.ready();
  await playable(ana).first().waitFor();
  await drag(ana);
  await playable(ana).first().waitFor();
  for (const { size, board } of [
    { size: PHONE, board: 385 },
    { size: SMALL_PHONE, board: 285 },
    { size: PHONE_ACROSS, board: 325 },
    { size: DESKTOP, board: 720 },
  ]) {
    await ana.page.setViewportSize(size);
    const wide = async () => (await boxes(ana.page, '.race-field'))[0].width;
    await expect.poll(wide, `${size.width} pixels`).toBeGreaterThan(board);
    await mustFit(ana, `${size.width} pixels`);
    await playable(ana).first().click();
    await mustFit(ana, `${size.width} pixels, choosing`);
    await ana.picture('ringway, four');
    expect.soft(await axe(ana.page), `${size.width} pixels`).toEqual([]);
    await ana.page.keyboard.press('Escape');
  }
  await ana.page.setViewportSize(PHONE);

  // The board is magnified, and the page isn't.
  const width = async () => (await boxes(ana.page, '.race-field'))[0].width;
  const whole = await width();
  await ana.press('zoom');
  await expect.poll(width).toBeGreaterThan(1.5 * whole);
  await expect(ana.find('zoom')).toHaveAttribute('aria-pressed', 'true');
  await ana.press('zoom');
  await expect.poll(width).toBe(whole);

  while (await step(ana, byKeys));
  await expect(ana.find('shield')).toHaveAttribute('data-result', 'good');
  await ana.picture('ringway, four, over');
});
