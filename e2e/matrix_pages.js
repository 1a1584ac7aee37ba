/**
 * Looks at the pages beside the table in windows of many sizes, with the names that need most room and those
 * that are written from right to left: what leaves the window, what is cut off, and which name isn't shown in
 * its own direction.
 */
import { join } from 'node:path';
import { named } from './boxes.js';
import { createEvent } from './entrants.js';
import { settled } from './look.js';
import { openRecord } from './prepared_record.js';
import { FOUR } from './prepared_round.js';
import { FELT_LEAST } from './screen.js';

/** @typedef {import('./boxes.js').Size} Size */
/** @typedef {import('./person.js').Person} Person */

/** The least side of what fingers press, in pixels. */
const TARGET_LEAST = 44;

/** The longest name of the widest letter, one in Hebrew and one in Arabic. */
export const NAMES = {
  wide: 'W'.repeat(24),
  hebrew: 'אברהם בן־דוד הגדול',
  arabic: 'عبد الرحمن بن محمد',
};

/** A match of four with these names. */
const REPLAYED = {
  ...FOUR,
  people: [NAMES.wide, NAMES.hebrew, NAMES.arabic, NAMES.wide].map((name) => ({ name })),
};

/** Keeps a person's name as an account. @param {Person} person @returns {Promise<string>} its id */
async function keep({ page, name }) {
  const answer = await page.request.post('/api/account', { data: { name } });
  return (await answer.json()).account.person;
}

/** A rating of 12 matches. */
const RATING = { rating: 1648, margin: 128, provisional: false, matches: 12 };

/**
 * The pages, each with how it is opened. The person has the long name, a friend with each of the other names,
 * and a table with both of them.
 *
 * @param {Person} wide
 * @param {Person} hebrew
 * @param {Person} arabic
 * @returns {Promise<Record<string, () => Promise<unknown>>>}
 */
export async function preparePages(wide, hebrew, arabic) {
  const { page } = wide;
  const [own, friend] = [await keep(wide), await keep(hebrew)];
  await keep(arabic);
  await page.request.put(`/api/friends/${friend}`);
  await hebrew.page.request.put(`/api/friends/${own}`);
  await arabic.page.request.put(`/api/friends/${own}`);
  const row = (/** @type {number} */ place, /** @type {string} */ name) => ({
    place,
    person: friend,
    name,
    rating: RATING,
    own: name === NAMES.wide,
  });
  const rows = Object.values(NAMES).map((name, i) => row(i + 1, name));
  await page.route('**/api/leaderboards/all_fives', (route) =>
    route.fulfill({ json: { board: 'all_fives', rows } }),
  );
  await hebrew.host('Five-Up', {}, 'public');
  await arabic.host('Five-Up', {}, 'public');
  const link = await wide.open('Five-Up', { seating: 'three' });
  await hebrew.join(link);
  await arabic.join(link);
  await wide.find('chair-2').getByText(NAMES.arabic).waitFor();
  const event = await createEvent(page.request, { pairs: true, name: 'W'.repeat(40) });
  for (const person of [wide, hebrew, arabic]) {
    await person.page.request.put(`/api/tournaments/${event}/entry`, { data: {} });
  }
  /** The page of the organiser, who takes part, with all forms and a question open. */
  const organised = async () => {
    await page.goto(`/e/${event}`);
    await wide.find('standings').getByText(NAMES.arabic).waitFor();
    for (const form of await page.locator('.event-page details:visible > summary').all()) {
      await form.click();
    }
    await wide.press('event-remove-player');
    await wide.press('event-call-off');
    await wide.find('event-call-off-sure').waitFor();
  };
  /** Opens a page, presses what leads on, and waits for what it shows then. */
  const open = (/** @type {string} */ path, /** @type {string[]} */ ...presses) => {
    const shown = /** @type {string} */ (presses.pop());
    return async () => {
      await page.goto(path);
      for (const press of presses) await wide.press(press);
      await wide.find(shown).waitFor();
    };
  };
  return {
    'front page': open('/', 'my-name'),
    'create dialog': open('/', 'create-table', 'open-table'),
    account: open('/account', 'account-name'),
    friends: open('/friends', `friend-${NAMES.arabic}`),
    person: open(`/p/${own}`, 'person-name'),
    'person in Hebrew': open(`/p/${friend}`, 'person-name'),
    leaderboard: open('/leaderboard/all_fives', 'leaderboard'),
    'own matches': open('/me', 'me-account'),
    replay: () => openRecord(wide, REPLAYED, '?at=mistake'),
    'page of a game': open('/six-love', 'front-game'),
    games: open('/games?family=world', 'pick-Six-Love'),
    'games in the dialog': open('/', 'create-table', 'choose-game', 'game-search'),
    'rules of a game': open('/rules/Six-Love', 'rules'),
    settings: open('/', 'own-menu', 'open-settings', 'sheet-settings'),
    'waiting room': open(link, 'chair-2'),
    'seat menu': open(link, 'chair-menu-1', 'seat-mute'),
    report: open(link, 'chair-menu-2', 'report', 'report-form'),
    tournament: organised,
  };
}

/**
 * What is wrong with sheets and dialogs: each is read from its top, with its heading in sight. Runs in the page, and so
 * uses nothing of this file.
 * @returns {string[]}
 */
export function faultsOfSheets() {
  /** @type {string[]} */
  const faults = [];
  for (const sheet of document.querySelectorAll('dialog[open], .summary')) {
    if (!sheet.checkVisibility()) continue;
    const name = sheet.getAttribute('data-testid') ?? sheet.className;
    // The heading of the end of a round stands on the felt.
    const named = document.getElementById(sheet.getAttribute('aria-labelledby') ?? '');
    const heading = sheet.querySelector('h2') ?? named;
    if (!heading) {
      faults.push(`${name} has no heading`);
      continue;
    }
    const [box, edge] = [heading.getBoundingClientRect(), sheet.getBoundingClientRect()];
    const isInside = sheet.contains(heading);
    const top = isInside ? Math.max(edge.top, 0) : 0;
    const bottom = isInside ? Math.min(edge.bottom, innerHeight) : innerHeight;
    if (box.top < top - 1 || box.bottom > bottom + 1)
      faults.push(`the heading of ${name} is out of sight`);
    for (const one of [sheet, ...sheet.querySelectorAll('*')]) {
      // A long list shows what is chosen in it.
      if (one.scrollTop > 0 && !one.querySelector('[aria-current]'))
        faults.push(`${name} opens scrolled by ${one.scrollTop} px`);
    }
  }
  return faults;
}

/**
 * What is wrong in a window of any size: words that are cut, what fingers can't hit, and a replay whose board is crowded
 * out. Runs in the page, and so uses nothing of this file.
 * @param {{ boardLeast: number, targetLeast: number }} least the board's share of the felt, and the side of what is pressed
 * @returns {string[]}
 */
function faultsOfRoom({ boardLeast, targetLeast }) {
  /** @type {string[]} */
  const faults = [];
  const nameOf = (/** @type {Element} */ one) =>
    one.getAttribute('data-testid') ?? (one.getAttribute('class') || one.tagName.toLowerCase());
  const isSeen = (/** @type {Element} */ one) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !one.closest('.unseen');
  for (const one of document.querySelectorAll('button, a, label, h1, h2, h3, p, li, .segment')) {
    if (one.clientWidth <= 1 || one.scrollWidth <= one.clientWidth + 1 || !isSeen(one)) continue;
    const shortens = [one, ...one.querySelectorAll('*')].some((each) => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(each);
      return textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
    });
    if (getComputedStyle(one).display !== 'inline' && !shortens)
      faults.push(`${nameOf(one)} is cut`);
  }
  // Links within sentences and lists of words are as high as their line.
  const pressed =
    '.button, .icon-button, .door, .door-more, .segment, .front-rules, .nav-link, .brand, .own-button';
  for (const one of document.querySelectorAll(pressed)) {
    const { width, height } = one.getBoundingClientRect();
    const isLow = height < targetLeast - 0.5 || width < targetLeast - 4.5;
    if (isSeen(one) && isLow)
      faults.push(`${nameOf(one)} is ${Math.round(width)}×${Math.round(height)}`);
  }
  const [board, felt] = ['.replay-table > .board', '.replay-table'].map((selector) =>
    document.querySelector(selector),
  );
  if (board && felt) {
    const share = (board.clientWidth * board.clientHeight) / (felt.clientWidth * felt.clientHeight);
    if (share < boardLeast) faults.push(`the board has ${Math.round(100 * share)} % of the felt`);
    const tiles = document.querySelectorAll('.replay-table .laid').length;
    if (tiles === 0) faults.push('the replay shows no tile');
  }
  return faults;
}

/** Runs in the page, and so uses nothing of this file. @param {string[]} names @returns {string[]} */
function faultsOfNames(names) {
  /** @type {string[]} */
  const faults = [];
  const width = document.documentElement.clientWidth;
  const nameOf = (/** @type {Element} */ one) =>
    one.getAttribute('data-testid') ?? (one.getAttribute('class') || one.tagName.toLowerCase());
  if (document.documentElement.scrollWidth > innerWidth) {
    faults.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  }
  const isSeen = (/** @type {Element} */ one) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !(one.clientWidth === 1 && one.clientHeight === 1);
  /** Whether the element stands in a row that is moved sideways. @param {Element} one */
  const isInRow = (one) => one.closest('.front-games, .finder-chips, .phrases') !== null;
  for (const one of document.querySelectorAll(
    'button, a, input, select, h1, h2, h3, b, p, .name',
  )) {
    if (!isSeen(one)) continue;
    const { left, right } = one.getBoundingClientRect();
    if (!isInRow(one) && (right > width + 1 || left < -1))
      faults.push(`${nameOf(one)} leaves the window`);
  }
  for (const one of document.querySelectorAll('.replay-hand, .curve')) {
    const { bottom } = one.getBoundingClientRect();
    if (bottom > innerHeight) faults.push(`${nameOf(one)} ends below the window`);
  }
  const isolated = (/** @type {string} */ text, /** @type {string} */ name) =>
    text.includes(`\u2068${name}\u2069`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const text = texts.currentNode.nodeValue ?? '';
    const found = names.find((name) => text.includes(name));
    if (!element || !found || !isSeen(element)) continue;
    const style = getComputedStyle(element);
    const hides = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
    if (hides && style.textOverflow !== 'ellipsis') faults.push(`${nameOf(element)} is cut off`);
    if (/[A-Z]/.test(found)) continue;
    if (!isolated(text, found)) faults.push(`${nameOf(element)} doesn’t isolate its name`);
    const isAlone = text.trim().startsWith(`\u2068${found}`) && !element.closest('.history');
    if (isAlone && style.direction !== 'rtl') faults.push(`${nameOf(element)} is left to right`);
  }
  for (const one of document.querySelectorAll('[aria-label], [title]')) {
    for (const text of [one.getAttribute('aria-label') ?? '', one.getAttribute('title') ?? '']) {
      const found = names.find((name) => text.includes(name) && !/[A-Z]/.test(name));
      if (found && !isolated(text, found))
        faults.push(`the label of ${nameOf(one)} isolates nothing`);
    }
  }
  return [...new Set(faults)];
}

/**
 * What is wrong on the pages in windows of these sizes.
 *
 * @param {Person} person
 * @param {Record<string, () => Promise<unknown>>} pages
 * @param {readonly Size[]} sizes
 * @param {string} [pictures] the folder for pictures
 */
export async function lookAtPages(person, pages, sizes, pictures) {
  const { page } = person;
  const faults = [];
  for (const [name, open] of Object.entries(pages)) {
    await page.setViewportSize(sizes[0]);
    await open();
    for (const size of sizes) {
      await page.setViewportSize(size);
      await settled(page);
      // A mouse hits what is lower.
      const targetLeast = size.width < 620 || size.height < 560 ? TARGET_LEAST : 0;
      const found = [
        ...(await page.evaluate(faultsOfNames, Object.values(NAMES))),
        ...(await page.evaluate(faultsOfSheets)),
        ...(await page.evaluate(faultsOfRoom, { boardLeast: FELT_LEAST, targetLeast })),
      ];
      faults.push(...found.map((fault) => `${name}, ${named(size)}: ${fault}`));
      const path = pictures && join(pictures, `${name}, ${named(size)}.png`);
      if (path) await page.screenshot({ path, fullPage: true });
    }
  }
  return faults;
}
