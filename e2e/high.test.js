/** A game that isn't the client's own, on the pages that it shares with the others. */
import { badlyPlaced, boxes, DESKTOP, PHONE, windowOf, within } from './boxes.js';
import { expect, test } from './fixtures.js';
import { serveGame } from './games/serve.js';

/** @typedef {import('./person.js').Person} Person */

/** A low window in which the seats still stand round the table. */
const LOW = { width: 820, height: 600 };

/** Somebody whose browser has the game. @param {import('./fixtures.js').Fixtures['come']} come @param {string} name */
async function comeWithGame(come, name) {
  const person = await come(name, { browser: { serviceWorkers: 'block' } });
  await serveGame(person.page.context(), 'high');
  return person;
}

/** Opens a table and goes there. @param {Person} person @param {string} seating @param {number} target */
async function openTable({ page }, seating, target) {
  const data = { rules: { high: { seating, target } }, access: 'link', kept_seats: 0 };
  const answer = await page.request.post('/api/tables', { data });
  const { table } = await answer.json();
  await page.goto(`/t/${table}`);
}

/** The tiles that may be played. @param {Person} person */
const playable = ({ page }) => page.locator('.held[data-playable="true"]');

/** What there is to do next at the table. @param {Person} person */
const nextTo = (person) => ({
  over: person.find('rematch'),
  next: person.find('next-round').and(person.page.locator(':not([aria-disabled])')),
  tile: playable(person).first(),
});

/** Plays a tile, or goes on to the next round; false once the match is over. @param {Person} person */
async function step(person) {
  const { over, next, tile } = nextTo(person);
  await over.or(next).or(tile).first().waitFor();
  if (await over.isVisible()) return false;
  if (await next.isVisible()) {
    await next.click();
    await expect(next).toBeHidden();
  } else {
    const id = await tile.getAttribute('data-testid');
    await person.press(id ?? '');
    await expect(person.find(id ?? '')).toBeHidden();
  }
  return true;
}

/** Drags a tile to the board. @param {Person} person */
async function drag(person) {
  const { page } = person;
  const tile = playable(person).first();
  const id = (await tile.getAttribute('data-testid')) ?? '';
  const [[from], [board]] = [
    await boxes(page, `[data-testid="${id}"]`),
    await boxes(page, '.board'),
  ];
  await page.mouse.move((from.left + from.right) / 2, (from.top + from.bottom) / 2);
  await page.mouse.down();
  const [x, y] = [(board.left + board.right) / 2, (board.top + board.bottom) / 2];
  await page.mouse.move(x, y - 30, { steps: 4 });
  // The page draws the place in the next frame.
  await expect(page.locator('.dragged')).toBeVisible();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  await page.mouse.move(x, y, { steps: 2 });
  await expect(page.locator('.dragged')).toHaveAttribute('data-over', 'true');
  await page.mouse.up();
  await expect(person.find(id)).toBeHidden();
  await expect(person.find(id.replace('tile', 'laid'))).toBeVisible();
}

/** The person on turn, and the other one. @param {Person[]} people @returns {Promise<Person[]>} */
async function inTurn([one, other]) {
  const isFirst = await Promise.any([
    playable(one)
      .first()
      .waitFor()
      .then(() => true),
    playable(other)
      .first()
      .waitFor()
      .then(() => false),
  ]);
  return isFirst ? [one, other] : [other, one];
}

test('a match of a game without a line is played by drag, key and tap, over a loss of the connection, and replayed', async ({
  come,
  server,
}) => {
  const [ana, ben] = await Promise.all([comeWithGame(come, 'Ana'), comeWithGame(come, 'Ben')]);
  await openTable(ana, 'two', 4);
  const link = await ana.find('invite-link').inputValue();
  await ana.ready();
  await ben.join(link);

  const [leader, follower] = await inTurn([ana, ben]);
  await expect(leader.find('turn')).toHaveText('Lead a tile.');
  // Nothing can be chosen ahead.
  await follower.page.locator('.held').first().click();
  await expect(follower.page.locator('[data-ahead]')).toHaveCount(0);
  await expect(follower.find('unchoose')).toBeHidden();
  await drag(leader);
  await expect(follower.find('turn')).toHaveText('Play a tile on the trick.');
  await follower.page.keyboard.press('2');
  await expect(follower.page.locator('.held')).toHaveCount(2);
  for (const { page } of [ana, ben])
    await expect(page.locator('[data-testid^="laid-"]')).toHaveCount(2);

  for (const person of [ana, ben]) person.expectsOutage = true;
  const seen = (/** @type {Person} */ { page }) => page.locator('.board, .held').allTextContents();
  const before = await Promise.all([ana, ben].map(seen));
  await server.stop('SIGKILL');
  await expect(ana.find('connection')).toBeVisible();
  await server.again();
  for (const person of [ana, ben]) await expect(person.find('connection')).toBeHidden();
  expect(await Promise.all([ana, ben].map(seen))).toEqual(before);

  const play = async (/** @type {Person} */ person) => {
    while (await step(person));
  };
  await Promise.all([play(ana), play(ben)]);
  for (const person of [ana, ben]) {
    await expect(person.find('moment')).toContainText(/wins?\b.*\d/);
    await expect(person.find('finish')).toHaveText('Last trick!');
    await expect(person.find('moment').locator('.moment-picture > svg')).toBeVisible();
    await expect(person.find('summary-words')).toContainText(/trick/);
    await expect(person.find('shield'), person.name).toHaveAttribute('data-result', 'good');
    // Nobody advises in this game, and its rules stand nowhere yet.
    for (const id of ['analyse', 'played', 'open-rules'])
      await expect(person.find(id), id).toBeHidden();
  }
  await ana.picture('high tile, match over');
  await mustReplay(ana);
});

/** Steps through the record of a match. @param {Person} person */
async function mustReplay(person) {
  await person.press('replay');
  await person.press('replay-first');
  const where = person.find('replay-where');
  const moves = async () => Number(/\d+$/.exec((await where.textContent()) ?? '')?.[0]);
  await expect(where).toContainText('Round 1, move 0 of');
  await expect(person.find('replay-status')).toContainText('lead');
  const last = await moves();
  expect(last).toBe(2 * 3);
  for (let at = 1; at <= last; at += 1) {
    await person.press('replay-forward');
    await expect(where).toContainText(`move ${at} of`);
    await expect(person.page.locator('[data-testid^="laid-"]')).toHaveCount(at % 2 === 0 ? 2 : 1);
    await expect(person.find('replay-status')).toContainText('plays');
  }
  await expect(person.find('replay-status')).toContainText('trick');
  await person.press('replay-last');
  await expect(person.find('replay-status')).toContainText('The match goes to');
  await person.picture('high tile, replay');
  await person.press('verify-record');
  await expect(person.find('fair-verdict')).toContainText('everything agrees.');
}

/** What of a table can be seen whole, and lies over nothing else. @param {Person} person @param {string} title */
async function mustFit({ page }, title) {
  const size = page.viewportSize() ?? DESKTOP;
  const parts = [
    '.seats > .seat',
    '.dock-play > .seat',
    '.hand-tools',
    '.board',
    '.status',
    '.held',
  ];
  expect.soft(await badlyPlaced(page, parts, windowOf(size)), title).toEqual([]);
  const [board] = await boxes(page, '.board');
  for (const tile of await boxes(page, '[data-testid^="laid-"]'))
    expect.soft(within(tile, board), `${title}: a tile on the board`).toBe(true);
}

for (const { seating, others, window } of [
  { seating: 'eight', others: 7, window: DESKTOP },
  { seating: 'five', others: 4, window: PHONE },
]) {
  test(`a match of ${seating} is played against computer players at ${window.width} pixels`, async ({
    come,
  }) => {
    const ana = await comeWithGame(come, 'Ana');
    await ana.page.setViewportSize(window);
    await openTable(ana, seating, 4);
    for (let seat = 1; seat <= others; seat += 1)
      await ana.find(`computer-${seat}`).selectOption('beginner');
    await expect(ana.page.locator('.seating .chair[data-ready]')).toHaveCount(others);
    await ana.picture(`high tile, ${seating}, waiting`);
    await ana.promised();
    await ana.ready();
    await playable(ana).first().waitFor();
    await expect(ana.page.locator('.seats > .seat')).toHaveCount(others);
    await step(ana);
    await playable(ana).first().waitFor();
    for (const size of [window, window === DESKTOP ? PHONE : DESKTOP, LOW]) {
      await ana.page.setViewportSize(size);
      await mustFit(ana, `${seating} at ${size.width}`);
      await ana.picture(`high tile, ${seating}`);
    }
    await ana.page.setViewportSize(window);
    while (await step(ana));
    await expect(ana.find('shield')).toHaveAttribute('data-result', 'good');
    await mustFit(ana, `${seating}, over`);
    await ana.picture(`high tile, ${seating}, over`);
  });
}
