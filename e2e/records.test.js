import { badlyPlaced, boxes } from './boxes.js';
import { expect, test } from './fixtures.js';
import { look, settled } from './look.js';

/** @typedef {import('./person.js').Person} Person */

/**
 * Plays a match of All Fives against somebody quick, to its end.
 *
 * @param {Person} ana
 * @param {(link: string) => Promise<void>} seatQuickPlayer
 * @param {number} [target]
 */
async function playMatch(ana, seatQuickPlayer, target = 10) {
  await seatQuickPlayer(await ana.open('All Fives', { target }));
  await ana.ready();
  await ana.playQuickly();
}

/** How far the replay is. @param {Person} person */
const at = (person) => person.find('scrubber').inputValue();

test('a finished match is replayed, position by position, and shared', async ({
  come,
  seatQuickPlayer,
}) => {
  const ana = await come('Ana');
  await playMatch(ana, seatQuickPlayer, 40);
  await ana.press('replay');
  // The page opens at the end, with the result.
  await expect(ana.find('replay-status')).toContainText(/wins? the match/);
  await ana.press('replay-first');
  await expect(ana.find('replay-where')).toContainText('Round 1, move 0 of');
  await expect(ana.page).toHaveTitle('Replay – Boneyard');
  const laid = ana.page.locator('.laid');
  await expect(laid).toHaveCount(0);
  await expect(ana.page.locator('.replay-hand')).toHaveCount(2);
  await expect(ana.page.locator('.replay-hand .bone')).toHaveCount(14);

  await ana.page.keyboard.press('ArrowRight');
  await expect(laid).toHaveCount(1);
  await expect(ana.find('replay-history')).toContainText(/leads \d-\d/);
  // The tile that was played keeps its place in the hand.
  await expect(ana.page.locator('.replay-hand [data-gone]')).toHaveCount(1);
  await expect(ana.find('scrubber')).toHaveAttribute(
    'aria-valuetext',
    /Round 1, move 1 of \d+\. \S+ leads \d-\d/,
  );
  await ana.page.keyboard.press('ArrowRight');
  await expect(laid).toHaveCount(2);
  await ana.press('replay-back');
  await expect(laid).toHaveCount(1);
  await ana.page.keyboard.press('End');
  await expect(ana.find('replay-status')).toContainText(/wins? the match/);
  const last = await at(ana);
  await ana.page.keyboard.press('Home');
  expect(await at(ana)).toBe('0');
  await ana.find('scrubber').fill(last);
  await expect(ana.find('replay-status')).toContainText(/wins? the match/);
  await look(ana, 'replay');

  // She has come from the table.
  await expect(ana.find('to-rematch')).toBeVisible();
  await ana.press('share');
  await expect(ana.find('share-dialog')).toBeVisible();
  await ana.page.keyboard.press('Escape');

  await ana.press('replay-first');
  await ana.press('replay-play');
  await expect.poll(() => at(ana)).not.toBe('0');
  await ana.press('replay-play');

  // Somebody else opens the link to a position, and sees that very one.
  await ana.find('scrubber').fill('3');
  const link = await ana.find('record-link').inputValue();
  expect(link).toMatch(/\?at=r1p3$/);
  const ben = await come('Ben');
  await ben.page.goto(link);
  await expect(ben.page.locator('.laid')).toHaveCount(3);
  await expect(ben.find('replay-where')).toContainText('Round 1, move 3 of');
  await expect(ben.page).toHaveURL(/\?at=r1p3$/);
  await expect(ben.find('to-rematch')).toBeHidden();
  const [json, text] = await Promise.all([
    ben.page.request.get((await ben.find('get-json').getAttribute('href')) ?? ''),
    ben.page.request.get((await ben.find('get-transcript').getAttribute('href')) ?? ''),
  ]);
  expect((await json.json()).transcript).toBe(await text.text());

  // What was downloaded can be brought again.
  await ben.page.goto('/import');
  await ben.find('transcript').fill(await text.text());
  await ben.press('import');
  await expect(ben.find('analyse')).toBeHidden();
  await expect(ben.find('scrubber')).toHaveAttribute('max', last);
  await look(ben, 'import');
});

test('a visitor finds their matches and figures, hides one, and takes their name out', async ({
  visit,
  come,
  seatQuickPlayer,
}) => {
  const ana = await visit('Ana');
  await ana.choose('me-link');
  await expect(ana.find('no-matches')).toBeVisible();
  await ana.page.goto('/');
  await playMatch(ana, seatQuickPlayer);
  await ana.page.goto('/');
  await playMatch(ana, seatQuickPlayer);
  await ana.page.goto('/me');
  await expect(ana.find('match')).toHaveCount(2);
  await expect(ana.find('matches-won')).toContainText('of 2');
  // Two matches show no trend, and are found without a filter.
  await expect(ana.page.locator('.plot-bar')).toHaveCount(0);
  await expect(ana.find('filter-variant')).toBeHidden();
  const hide = ana.find('hide-match').first();
  await hide.click();
  await expect(hide).toHaveAttribute('aria-pressed', 'true');
  await look(ana, 'my matches');
  const record = await ana.find('match').first().getAttribute('href');
  const stranger = await come('Cleo');
  await stranger.page.goto(record ?? '');
  await expect(stranger.page.locator('.replay-who').first()).toContainText('A player');
  await hide.click();
  await expect(hide).toHaveAttribute('aria-pressed', 'false');
  await stranger.page.reload();
  await expect(stranger.page.locator('.replay-who').first()).toContainText('Ana');

  await ana.press('delete-name');
  await ana.press('delete-name-sure');
  await expect(ana.find('name-deleted')).toContainText('2 matches');
  await ana.find('match').first().click();
  await expect(ana.page.locator('.replay-who').first()).toContainText('A player');
});

test('many matches are plotted, and filtered by the server', async ({ come, seatQuickPlayer }) => {
  const ana = await come('Ana');
  await playMatch(ana, seatQuickPlayer);
  // The server's answer as if the match had been played often, with a further page.
  await ana.page.route(/\/api\/me\/matches/, async (route) => {
    const answer = await (await route.fetch()).json();
    const [match] = answer.matches;
    const matches = Array.from({ length: 10 }, (_, i) => ({ ...match, id: `${i}`.repeat(32) }));
    await route.fulfill({ json: { matches, before: 'older' } });
  });
  await ana.page.goto('/me');
  await expect(ana.find('match')).toHaveCount(10);
  await expect(ana.page.locator('.plot-bar')).toHaveCount(30);
  await ana.page.locator('.figures-table summary').click();
  await expect(ana.page.locator('.figures-table tbody tr')).toHaveCount(10);
  await look(ana, 'many matches');
  await ana.page.unroute(/\/api\/me\/matches/);
  await ana.find('filter-variant').selectOption('block');
  await expect(ana.find('no-matches')).toBeVisible();
  await ana.find('filter-variant').selectOption('all_fives');
  await ana.find('filter-opponent').fill('quick');
  await expect(ana.find('match')).toHaveCount(1);
});

test('the replay and the own page fit a phone', async ({ come, seatQuickPlayer }) => {
  const ana = await come('Ana');
  await playMatch(ana, seatQuickPlayer);
  await ana.page.setViewportSize({ width: 390, height: 844 });
  await ana.press('replay');
  await expect(ana.find('replay-status')).toContainText(/wins? the match/);
  const last = Number(await at(ana));
  const board = ana.page.locator('.replay .board');
  const { width, height } = (await board.boundingBox()) ?? { width: 0, height: 0 };
  await board.click({ position: { x: width / 4, y: height / 2 } });
  expect(await at(ana)).toBe(String(last - 1));
  await board.click({ position: { x: (3 * width) / 4, y: height / 2 } });
  expect(await at(ana)).toBe(String(last));
  await ana.press('replay-back');
  await look(ana, 'replay');
  await ana.page.goto('/me');
  await expect(ana.find('match')).toHaveCount(1);
  await look(ana, 'my matches');
});

/** Eight players, of whom the visitor was third. */
const EIGHT = {
  record: '8'.repeat(32),
  id: '8'.repeat(32),
  notation: 'Chickenfoot 10',
  variant: 'chickenfoot',
  ended_ms: Date.UTC(2026, 0, 10),
  seats: ['Ana', 'Cleophea', 'Dan', 'Eva', 'Finn', 'Gina', 'Hal', 'Ivo'].map((name) => ({ name })),
  seat: 0,
  side: 0,
  scores: [301, 412, 200, 455, 280, 344, 380, 500],
  places: [3, 6, 1, 7, 2, 4, 5, 8],
  winner: 2,
  ending: { type: 'played', winner: 2 },
  figures: { rounds: 10, points: 301, outs: 1, plays: 90, scoring_plays: 0 },
};

const PERSON = {
  person: 'ana',
  name: 'Ana',
  created_ms: EIGHT.ended_ms,
  friendship: 'none',
  blocked: false,
};

test('what a match of eight brought is read in windows of all widths', async ({ come }) => {
  const ana = await come('Ana');
  const others = EIGHT.seats.slice(1).map(({ name }) => name);
  const listed = { ...EIGHT, others, won: false, sides: 8, place: 3, change: -12 };
  const answers = {
    '**/api/me/matches*': { matches: [EIGHT] },
    '**/api/people/ana': { ...PERSON, matches: [listed] },
  };
  for (const [path, json] of Object.entries(answers))
    await ana.page.route(path, (route) => route.fulfill({ json }));
  for (const [path, name] of [
    ['/me', 'match'],
    ['/p/ana', 'person-match'],
  ]) {
    await ana.page.goto(path);
    const card = ana.page.locator(`.${name}`);
    await expect(card).toContainText('Place 3 of 8');
    for (const width of [320, 390, 640, 1280]) {
      await ana.page.setViewportSize({ width, height: 800 });
      await settled(ana.page);
      const [around] = await boxes(ana.page, `.${name}`);
      const parts = `.${name} :is(.faces, .${name}-words > *, .in-line > *, time)`;
      await expect(ana.page.locator(parts)).toHaveCount(6);
      expect.soft(await badlyPlaced(ana.page, [parts], around), `${path}, ${width}`).toEqual([]);
      // A name may take two lines, but no line of a few letters.
      const [{ height }] = await boxes(ana.page, `.${name}-words`);
      expect.soft(height, `${path}, ${width}: lines`).toBeLessThan(160);
    }
  }
});

test('a match that is not there, and junk for a transcript, are said to be so', async ({
  server,
  newPage,
}) => {
  // Without a person: the browser reports such answers as trouble.
  const page = await newPage({ baseURL: server.address, locale: 'en' });
  const answer = await page.goto(`/m/${'0'.repeat(32)}`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByTestId('no-record')).toBeVisible();
  await page.getByTestId('no-record').getByRole('link', { name: 'To the lobby' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/import');
  await page.getByTestId('transcript').fill('rules Chess 150');
  await page.getByTestId('import').click();
  await expect(page.getByTestId('import-wrong')).toContainText('line 1');
});
