/** What is fetched while the page is open: it fails, comes late, or is wanted no more. */
import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.js';
import { holdBack } from './held.js';
import { look } from './look.js';

const [, TRANSCRIPT] =
  /```transcript\n(.*?)```/s.exec(readFileSync('docs/record.md', 'utf8')) ?? [];

/** The sample's first lines: a match that stops after its lead. */
const STOPPED = `${TRANSCRIPT.split('\n').slice(0, 3).join('\n')}\n`;

/**
 * The network loses some requests, until the returned function is called.
 *
 * @param {import('./person.js').Person} person
 * @param {RegExp} address
 */
async function lose(person, address) {
  person.expectsOutage = true;
  await person.page.route(address, (route) => route.abort('connectionrefused'));
  return () => person.page.unroute(address);
}

test('a page of which a part is lost on the way says so, and comes when it is tried again', async ({
  visit,
}) => {
  const ana = await visit('Ana');
  for (const [what, part] of /** @type {const} */ ([
    ['program', /\/js\/views\/records\/me_page/],
    ['words', /\/locales\/\w+\/later\.json/],
    ['matches', /\/api\/me\/matches/],
  ])) {
    await ana.page.goto('/');
    const mend = await lose(ana, part);
    await ana.choose('me-link');
    await expect(ana.find('failed'), what).toBeVisible();
    if (what === 'program') await look(ana, 'failed page');
    await mend();
    await ana.press('retry');
    await expect(ana.find('no-matches'), what).toBeVisible();
    await expect(ana.find('failed'), what).toHaveCount(0);
  }
});

test('a match whose program is lost says so, and comes when it is tried again', async ({
  visit,
}) => {
  const ana = await visit('Ana');
  const mend = await lose(ana, /\/js\/table\/views\/match/);
  await ana.press('play-computer');
  await expect(ana.find('failed')).toBeVisible();
  await mend();
  await ana.press('retry');
  await ana.waitForTurn();
});

test('a match whose game is lost says so, and comes when it is tried again', async ({ visit }) => {
  const ana = await visit('Ana');
  const mend = await lose(ana, /\/js\/games\/line\/game/);
  await ana.press('play-computer');
  await expect(ana.find('failed')).toBeVisible();
  await mend();
  await ana.press('retry');
  await ana.waitForTurn();
});

test('a match whose program was lost in advance comes by itself', async ({ visit }) => {
  const [ana, ben] = await Promise.all([visit('Ana'), visit('Ben')]);
  const mend = await lose(ana, /\/js\/table\/views\/match/);
  const lost = ana.page.waitForEvent('requestfailed');
  await ana.press('anybody');
  await lost;
  await mend();
  await ben.press('anybody');
  await Promise.all([ana.find('board').waitFor(), ben.find('board').waitFor()]);
});

test('rules that are lost on the way come when they are asked for again', async ({ visit }) => {
  const ana = await visit('Ana');
  const mend = await lose(ana, /\/js\/views\/rules_page|\/api\/presets/);
  await ana.press('rules-link');
  await expect(ana.find('failed')).toBeVisible();
  await mend();
  await ana.press('retry');
  await expect(ana.find('rules-Five-Up')).toBeVisible();
});

test('of two transcripts, the one that was brought last is replayed', async ({ come }) => {
  const ana = await come('Ana');
  await ana.page.goto('/import');
  const first = await holdBack(ana, '**/api/replay', (n) => n === 1);
  await ana.find('transcript').fill(TRANSCRIPT);
  await ana.press('import');
  await expect.poll(first.requests).toBe(1);
  const givenUp = ana.page.waitForEvent('requestfailed');
  await ana.find('transcript').fill(STOPPED);
  await ana.press('import');
  await expect(ana.find('scrubber')).toHaveAttribute('max', '1');
  // The page wants the first answer no more.
  await givenUp;
  first.release();
  await ana.page.evaluate(() => fetch('/healthz'));
  await expect(ana.find('scrubber')).toHaveAttribute('max', '1');
});

test('a record that is left is fetched no further', async ({ visit }) => {
  const ana = await visit('Ana');
  const answer = await ana.page.request.post('/api/replay', {
    data: { transcript: TRANSCRIPT, from: 1 },
  });
  const { lengths, rounds, ...rest } = await answer.json();
  const many = Array(100).fill(lengths[0]);
  let asked = 0;
  let answered = 0;
  await ana.page.route('**/api/m/**', async (route) => {
    if (!route.request().url().includes('/steps')) {
      const seats = [{ name: 'Ana' }, { name: 'Ben' }];
      const known = { ...rest, seats, scores: [35, 0], ended_ms: 1, transcript: TRANSCRIPT };
      await route.fulfill({ json: { ...known, ending: { type: 'agreed' }, fairness: null } });
      return;
    }
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
    const json = { ...rest, lengths: many, rounds, next: asked + 1 };
    await route.fulfill({ json }).catch(() => {});
    answered += 1;
  });
  await ana.page.evaluate(() => {
    history.pushState(null, '', `/m/${'0'.repeat(32)}`);
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect.poll(() => asked).toBeGreaterThan(3);
  await ana.page.evaluate(() => {
    history.pushState(null, '', '/');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(ana.find('create-table')).toBeVisible();
  // One request may have been on its way. The next would follow as soon as it is answered.
  await expect.poll(() => answered).toBe(asked);
  const then = asked;
  await ana.page.evaluate(() => fetch('/healthz'));
  expect(asked).toBe(then);
});

test('a double click makes one bot', async ({ visit }) => {
  const ana = await visit('Ana');
  await ana.choose('open-settings');
  await ana.press('setting-bots');
  await ana.find('bot-name').fill('Deep Bone');
  const posts = await holdBack(ana, '**/api/bots');
  await ana.find('bot-make').dblclick();
  await expect.poll(posts.requests).toBeGreaterThan(0);
  posts.release();
  await expect(ana.find('bot-token')).toBeVisible();
  await expect(ana.find('bots').getByRole('listitem')).toHaveCount(1);
  expect(posts.requests()).toBe(1);
});

test('who cancels while a table is being opened stays in the lobby', async ({ visit }) => {
  // A service worker that starts at this moment would take the request past `holdBack`.
  const ana = await visit('Ana', { browser: { serviceWorkers: 'block' } });
  await ana.press('create-table');
  const tables = await holdBack(ana, '**/api/tables');
  await ana.press('open-table');
  await expect.poll(tables.requests).toBe(1);
  const givenUp = ana.page.waitForEvent('requestfailed');
  await ana.page.keyboard.press('Escape');
  await expect(ana.find('create-dialog')).toBeHidden();
  await givenUp;
  tables.release();
  await ana.page.evaluate(() => fetch('/healthz'));
  await expect(ana.find('create-table')).toBeVisible();
  expect(new URL(ana.page.url()).pathname).toBe('/');
});

test('the dialog for a new table begins at its first choice', async ({ visit }) => {
  const ana = await visit('Ana');
  const presets = await holdBack(ana, '**/api/presets');
  await ana.page.reload();
  await ana.press('create-table');
  // Before its choices are there, it opens no table.
  await expect.poll(presets.requests).toBe(1);
  await expect(ana.find('open-table')).toBeDisabled();
  presets.release();
  await expect(ana.find('open-table')).toBeEnabled();
  const focused = ana.page.locator(':focus');
  await expect(focused).toHaveAttribute('data-testid', 'choose-game');
  await ana.page.keyboard.press('Tab');
  await expect(focused).toHaveAttribute('name', 'seating');
});

test('an address without a page says so, and leads home', async ({ server, newPage }) => {
  // Without a person: the browser reports such answers as trouble.
  const page = await newPage({ baseURL: server.address, locale: 'fr' });
  const answer = await page.goto('/nonsense');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle('Cette page n’existe pas – Boneyard');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cette page n’existe pas');
  await page.getByTestId('to-lobby').click();
  await expect(page.getByTestId('create-table')).toBeVisible();
  await page.goto(`/m/${'0'.repeat(32)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cette partie n’existe pas');
  expect((await page.request.get('/js/nonsense.js')).headers()['content-type']).toContain(
    'text/plain',
  );
});
