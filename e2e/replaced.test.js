/** What a page of yesterday's build asks its server for, which was replaced, and what is asked for on a bad network. */
import { expect, test } from './fixtures.js';
import { standInFront } from './newer_server.js';
import { openPrepared } from './prepared.js';
import { allPips, roundLike, updateTo, worldAt } from './prepared_world.js';

/** @import { Page } from '@playwright/test' */
/** @import { ServerMessage, VisibleEvent } from '../static/js/protocol.js' */
/** @import { Person } from './person.js' */

const TEN_MINUTES_MS = 600_000;
/** The page's clock goes on in such steps: the server answers between them. */
const STEP_MS = 2_000;

/**
 * Counts the requests for the files of a page's build from now on.
 *
 * @param {Page} page
 */
function countFiles(page) {
  /** @type {Record<string, number>} */
  const counts = {};
  page.on('request', (request) => {
    const [, file] = /^\/[0-9a-f]{16}\/(.+)/.exec(new URL(request.url()).pathname) ?? [];
    if (!file) return;
    const name = `${request.method()} ${file}`;
    counts[name] = (counts[name] ?? 0) + 1;
  });
  return counts;
}

/** Has ten minutes pass on a page's clock. @param {Page} page */
async function passTenMinutes(page) {
  for (let passed = 0; passed < TEN_MINUTES_MS; passed += STEP_MS) {
    await page.clock.runFor(STEP_MS);
    await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
  }
}

/**
 * Each of these files didn't come, and was asked for once.
 *
 * @param {Record<string, number>} counts
 * @param {string[]} files
 */
function expectOnce(counts, files) {
  test.info().annotations.push({ type: 'requests', description: JSON.stringify(counts) });
  const found = files.map((file) => [file, counts[`GET ${file}`]]);
  expect(found).toEqual(files.map((file) => [file, 1]));
  // Two parts may be in one file, and the server is asked for its build before and after it is replaced.
  expect(Object.entries(counts).filter(([, count]) => count > 2)).toEqual([]);
}

const GAME = 'Quinientos';
const PLAYED = roundLike(4, ({ blocked, last }) => !blocked && last === 0);
const TOTALS = [[0, 120]];

/** What ends the round that is played. */
function roundOver() {
  const hands = allPips(PLAYED.hands);
  const outcome = /** @type {const} */ ({ type: 'domino', by: 0, points: hands, parts: { hands } });
  /** @type {VisibleEvent[]} */
  const ending = [
    { type: 'domino', seat: 0 },
    { type: 'scored', side: 0, points: hands, reason: 'domino' },
  ];
  const totals = [...TOTALS, [hands, 120]];
  const after = worldAt({ game: GAME, played: PLAYED, totals, outcome, ending });
  return updateTo(after, ending);
}

/** A friend's invitation. @type {ServerMessage} */
const INVITED = {
  type: 'invited',
  table: 'f'.repeat(32),
  invite: 'abc',
  person: 'b'.repeat(32),
  name: 'Ben',
  notation: 'Draw 100',
};

test('what a table has not fetched of a server that was replaced is asked for once in ten minutes', async ({
  visitAt,
  server,
}) => {
  const front = await standInFront(server.address);
  const ana = await visitAt(front.address, 'Ana');
  ana.expectsRefusal = true;
  await ana.page.clock.install();
  const counts = countFiles(ana.page);
  // What a round was worth is fetched before it is wanted, so it is gone before.
  await ana.page.route('**/js/games/line/views/extended.js', (route) =>
    route.fulfill({ status: 404 }),
  );
  const playing = worldAt({ game: GAME, played: PLAYED, totals: TOTALS });
  const tell = await openPrepared(ana.page, playing);
  front.replace({ keepSockets: true });
  await ana.openSheet('rules');
  await expect(ana.find('sheet-rules').getByTestId('failed')).toBeVisible();
  await ana.find('sheet-rules').getByTestId('close-sheet').click();
  await tell(INVITED);
  await tell(roundOver());
  await ana.press('verify');
  await expect(ana.find('sheet-verify').getByTestId('failed')).toBeVisible();
  await expect(ana.find('connection')).toHaveText(/Boneyard was updated\./);
  await passTenMinutes(ana.page);
  expectOnce(counts, [
    'js/games/line/views/rules_article.js',
    'js/views/people/banners.js',
    'js/views/fair/panel.js',
  ]);
  expect(counts['GET js/games/line/views/extended.js']).toBe(2);
  // The line tells it, and nothing else.
  await expect(ana.find('notice')).toBeHidden();
  await ana.page.close();
  await front.close();
});

test('a search at a server that was replaced asks for its parts once in ten minutes', async ({
  visitAt,
  server,
}) => {
  const front = await standInFront(server.address);
  const ana = await visitAt(front.address, 'Ana');
  ana.expectsRefusal = true;
  await ana.page.clock.install();
  await ana.page.reload();
  await expect(ana.find('create-public')).toBeVisible();
  const counts = countFiles(ana.page);
  front.replace({ keepSockets: true });
  await ana.press('anybody');
  await expect(ana.find('connection')).toHaveText(/Boneyard was updated\./);
  await passTenMinutes(ana.page);
  expectOnce(
    counts,
    ['views/people/quick', 'views/people/banners', 'table/views/match'].map(
      (name) => `js/${name}.js`,
    ),
  );
  await ana.page.close();
  await front.close();
});

test('the lists of the front page are asked for once in ten minutes of a bad network', async ({
  visit,
}) => {
  const ana = await visit('Ana');
  ana.expectsOutage = true;
  await ana.page.clock.install();
  const file = 'js/views/front/people.js';
  await ana.page.route(`**/${file}`, (route) => route.abort('connectionrefused'));
  const counts = countFiles(ana.page);
  await ana.page.reload();
  await expect(ana.find('failed')).toBeVisible();
  await passTenMinutes(ana.page);
  expectOnce(counts, [file]);
  await ana.page.unroute(`**/${file}`);
  await ana.press('retry');
  await expect(ana.find('create-public')).toBeVisible();
});
