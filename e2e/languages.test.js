import { DESKTOP, PHONE } from './boxes.js';
import { expect, testOfPages as test } from './fixtures.js';
import { PreparedRound } from './prepared_round.js';
import { watchRequests } from './requests.js';
import { widestOf } from './words.js';

/**
 * The client in every language: which one is spoken, and whether every word has room.
 */

/** @typedef {import('./person.js').Person} Person */

/** The language that says most with most letters. */
const LONGEST = 'fr';

const WINDOWS = [DESKTOP, PHONE];

/** What has words of ours in it. Names of people may be cut off: they show it by an ellipsis. */
const WORDS =
  'button, a, label, legend, summary, h1, h2, h3, p, dt, dd, figcaption, li, option, [class*="label"], [class*="pill"], [class*="line"], [class*="note"]';

/**
 * Finds words that are cut off, or that reach beyond their page, in each window.
 *
 * @param {Person} person
 * @param {string} title what is looked at
 */
async function mustFit({ page }, title) {
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    // The page hears of its size before the next frame, and draws what follows from it in that frame.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect.soft(await cutWords(page), `${title} at ${window.width}`).toEqual([]);
  }
}

/** @param {import('@playwright/test').Page} page */
async function cutWords(page) {
  return await page.evaluate((words) => {
    /** @param {Element} one */
    const isSeen = (one) =>
      one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen');
    /** @param {Element} one */
    const isCutOnPurpose = (one) =>
      [one, ...one.querySelectorAll('*')].some(
        (each) => getComputedStyle(each).textOverflow === 'ellipsis',
      );
    const cut = [...document.querySelectorAll(words)].filter(
      (one) =>
        one.clientWidth > 0 &&
        one.scrollWidth > one.clientWidth + 1 &&
        isSeen(one) &&
        !isCutOnPurpose(one),
    );
    const said = cut.map((one) => `${one.tagName}.${one.className}: ${one.textContent}`);
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return said;
    const beyond = [...document.querySelectorAll('*')].filter(
      (one) => one.getBoundingClientRect().right > clientWidth,
    );
    return [...said, `the page: ${beyond.map((one) => one.getAttribute('class')).join(', ')}`];
  }, WORDS);
}

/**
 * The create dialog shows all that everybody chooses at once, on a phone held across as well.
 *
 * @param {Person} person
 */
async function mustBeSeenWhole({ page }) {
  for (const size of [...WINDOWS, { width: 844, height: 390 }]) {
    await page.setViewportSize(size);
    const hidden = () =>
      page
        .locator('.dialog-scroll:has(> .create-form)')
        .evaluate((one) => one.scrollHeight - one.clientHeight);
    await expect.poll(hidden, `beyond ${size.width} × ${size.height}`).toBe(0);
    await expect.soft(page.getByTestId('open-table')).toBeInViewport({ ratio: 1 });
  }
}

// Longer texts than any language has move what moves in one of them.
for (const words of ['', 'long']) {
  test(`nothing in the lobby moves away under a finger, ${words || 'usual'} texts`, async ({
    newPage,
    server,
  }) => {
    for (const width of [320, 390, 768, 1280]) {
      const page = await newPage({
        baseURL: server.address,
        locale: 'en',
        viewport: { width, height: 1400 },
        // What moves must not make the page jump either.
        reducedMotion: 'no-preference',
      });
      // Where the ways to a table stood, at each change.
      await page.addInitScript(() => {
        /** @type {number[]} */
        const tops = [];
        const look = () => {
          const ways = document.querySelector('.doors');
          const top = ways && Math.round(ways.getBoundingClientRect().top);
          if (top !== null && top !== tops.at(-1)) tops.push(top);
          requestAnimationFrame(look);
        };
        look();
        Object.assign(window, { tops });
      });
      const allIsThere = watchRequests(page);
      await page.goto(`/?words=${words}`);
      await page.getByTestId('no-tables').waitFor();
      await allIsThere();
      const tops = await page.evaluate(() => /** @type {any} */ (window).tops);
      expect(tops, `${width} pixels`).toHaveLength(1);
    }
  });
}

/** The length of the longest word: it can't be broken. @param {string} text */
const longestWord = (text) => Math.max(...text.split(/[\s\u2010-]/u).map((word) => word.length));

/**
 * Whose words must fit: those of the longest language, and two that nobody speaks, which have of each text the longest
 * of all languages, and that with the longest word.
 * @type {Record<string, ((text: string) => number) | null>}
 */
const LANGUAGES = {
  [LONGEST]: null,
  'the longest texts of all languages': ({ length }) => length,
  'the texts with the longest words of all languages': longestWord,
};

for (const [name, room] of Object.entries(LANGUAGES)) {
  test(`words fit: ${name}`, async ({ visit }) => {
    const language = room ? 'en' : name;
    const ana = await visit('Ana', { at: null, settings: { language } });
    const { page } = ana;
    if (room) {
      await page.route('**/locales/en/*.json', (route) => {
        const [, part] = /(\w+)\.json/.exec(route.request().url()) ?? [];
        return route.fulfill({ json: widestOf(part, room) });
      });
    }
    await ana.arrive();
    await mustFit(ana, 'lobby');
    await ana.picture(`lobby, ${name}`);
    await ana.press('create-public');
    await ana.chooseGame('Fives');
    await ana.find('seating-partners').check({ force: true });
    await mustFit(ana, 'create');
    await mustBeSeenWhole(ana);
    await ana.chooseGame('Muggins · muggins calls');
    await ana.openOptions();
    await mustFit(ana, 'create, all options');
    await ana.press('choose-game');
    await mustFit(ana, 'create, games');
    await ana.press('family-world');
    await mustFit(ana, 'create, games of the world');
    await ana.press('pick-Six-Love');
    await mustFit(ana, 'create, Six-Love, all options');
    await ana.press('more-options');
    await mustBeSeenWhole(ana);
    await page.keyboard.press('Escape');
    await lookAtGames(ana);
    await lookAtRules(ana, name);
    await lookAtTable(ana, name);
  });
}

/** @param {Person} ana */
async function lookAtGames(ana) {
  await ana.press('all-games');
  for (const family of ['draw', 'fives', 'world']) {
    await ana.press(`family-${family}`);
    await mustFit(ana, `games, ${family}`);
  }
}

/**
 * @param {Person} ana
 * @param {string} name of the language
 */
async function lookAtTable(ana, name) {
  await ana.open('Quick All Fives');
  await mustFit(ana, 'waiting');
  const round = await PreparedRound.at(ana);
  // How many tiles there are changes no words: the lead, the middle and the end of a round are enough.
  for (const laid of [0, 12, 25]) {
    await round.show(laid, 0);
    await mustFit(ana, `${laid} tiles`);
  }
  await ana.picture(`round over, ${name}`);
  await round.show(12, 0);
  await ana.picture(`table, ${name}`);
  for (const sheet of ['rules', 'history', 'invite', 'settings', 'chat']) {
    await ana.openSheet(sheet);
    await mustFit(ana, sheet);
    await ana.closeSheet(sheet);
  }
}

/**
 * @param {Person} ana
 * @param {string} name of the language
 */
async function lookAtRules(ana, name) {
  await ana.press('rules-link');
  await ana.find('rules-Five-Up').waitFor();
  await mustFit(ana, 'rules');
  for (const preset of ['Muggins · muggins calls', 'Fives and Threes', 'Kozel']) {
    await ana.press(`rules-${preset}`);
    await expect(ana.page).toHaveURL(`/rules/${encodeURIComponent(preset)}`);
    await expect(ana.find('rules').locator('figure').first()).toBeVisible();
    await mustFit(ana, `rules, ${preset}`);
    await ana.press('rules-all');
  }
  await mustFit(ana, 'rules, all games');
  await ana.press('rules-Dominican Pairs');
  await mustFit(ana, 'rules, Dominican Pairs');
  await ana.page.goto('/rules/Five-Up');
  await expect(ana.find('rules').locator('figure').first()).toBeVisible();
  await ana.picture(`rules, ${name}`, { fullPage: true });
  await ana.page.goto('/rules/Five-Up#strategy');
  await expect(ana.find('rules').locator('.best').first()).toBeVisible();
  await mustFit(ana, 'strategy, Five-Up');
  for (const reading of ['glossary', 'odds', 'more']) {
    await ana.page.goto(`/rules/${reading}`);
    await expect(ana.find('reading').locator('dd, td').first()).toBeVisible();
    await mustFit(ana, `rules, ${reading}`);
  }
}

test('the browser’s language is spoken, and only its words are fetched', async ({ visit }) => {
  const ana = await visit('Ana', {
    settings: { language: 'auto' },
    browser: { locale: 'pt-BR' },
  });
  /** @type {string[]} */
  const fetched = [];
  ana.page.on('request', (request) => {
    const file = /\/locales\/(\w+)\/\w+\.json$/.exec(request.url())?.[1];
    if (file) fetched.push(file);
  });
  await ana.page.goto('/rules/Draw');
  await expect(ana.page.getByRole('heading', { level: 1 })).toHaveText('Com compra');
  await expect(ana.find('rules')).toBeVisible();
  await expect(ana.page.locator('html')).toHaveAttribute('lang', 'pt');
  expect([...new Set(fetched)]).toEqual(['pt']);
});

test('another language is chosen at the foot of the page, and kept', async ({ visit }) => {
  const ana = await visit('Ana');
  await ana.press('language-fr');
  await expect(ana.page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(ana.find('create-table')).toContainText('Avec un ami');
  await expect(ana.find('my-name')).toHaveText('Ana');
  await ana.page.reload();
  await expect(ana.find('language-fr')).toHaveAttribute('aria-pressed', 'true');
});

test('translators see the keys of the texts in their places', async ({ come }) => {
  const ana = await come('Ana');
  await ana.page.goto('/?words=keys');
  await expect(ana.find('create-table')).toContainText('front.friend');
  await ana.page.goto('/');
  await expect(ana.find('create-table')).toContainText('With a friend');
});

test('a refusal is told in the visitor’s language', async ({ visit }) => {
  const ana = await visit('Ana', { settings: { language: 'es' } });
  await ana.page.goto('/t/00000000000000000000000000000000');
  await expect(ana.page.getByRole('heading', { name: 'Esa mesa no existe' })).toBeVisible();
});

test('a language that does not come gives way to English, and is tried again when asked', async ({
  visit,
}) => {
  const ana = await visit('Ana', { settings: { language: 'es' } });
  const file = '**/locales/es/*.json';
  ana.expectsOutage = true;
  await ana.page.route(file, (route) => route.abort('connectionrefused'));
  await ana.page.reload();
  await expect(ana.page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(ana.find('create-table')).toContainText('With a friend');
  await expect(ana.find('connection')).toContainText('Español could not be loaded.');
  await ana.picture('a language is missing');
  await ana.page.unroute(file);
  await ana.find('connection').getByRole('button').click();
  await expect(ana.page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(ana.find('create-table')).toContainText('Con un amigo');
  await expect(ana.find('connection')).toBeHidden();
});

test('a page without any words says so, and can be tried again', async ({ visit }) => {
  const ana = await visit('Ana');
  // A page of its own: that the client fails is no surprise here.
  const page = await ana.page.context().newPage();
  const files = '**/locales/**';
  await page.route(files, (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boneyard could not be loaded');
  await page.unroute(files);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByTestId('create-table')).toBeVisible();
});
