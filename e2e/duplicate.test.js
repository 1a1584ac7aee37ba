import { expect, test } from './fixtures.js';
import { look } from './look.js';
import { playQuickly } from './quick_player.js';

/** @typedef {import('./person.js').Person} Person */

/** The pairing of a round, and whole matches of the protocol take their time. */
const SLOW = { timeout: 60_000 };

/** Makes an account without its page, and creates a duplicate of one round with two boards. @param {Person} organiser */
async function createDuplicate(organiser) {
  const answer = await organiser.page.request.post('/api/account', { data: { name: 'Olga' } });
  expect(answer.ok()).toBe(true);
  await organiser.page.goto('/tournaments');
  await organiser.press('new-tournament');
  await organiser.find('event-new-name').fill('Duplicate');
  await organiser.find('event-new-rounds').fill('1');
  await organiser.page.locator('.event-more > summary').click();
  await organiser.find('event-new-cut').selectOption('2');
  await organiser.find('event-new-deals').selectOption('same');
  await expect(organiser.find('event-deals-hint')).toContainText('luck decides less');
  for (const field of ['target', 'cut', 'rated']) {
    await expect(organiser.find(`event-new-${field}`)).toBeHidden();
  }
  await look(organiser, 'a new duplicate');
  await organiser.find('event-new-boards').selectOption('2');
  await organiser.press('create-tournament');
  await expect(organiser.find('event-name')).toHaveText('Duplicate');
  return organiser.page.url();
}

/** Plays the match at the table of the page. @param {Person} person */
const playMatch = ({ page, name }) => playQuickly(page, page.url(), { name });

/** Waits until the page of each shows a table, and returns the tables by their addresses. @param {Person[]} people */
async function tablesOf(people) {
  /** @type {Map<string, Person[]>} */
  const tables = new Map();
  for (const person of people) {
    await person.page.waitForURL('**/t/*', SLOW);
    const here = person.page.url();
    tables.set(here, [...(tables.get(here) ?? []), person]);
  }
  return [...tables.values()];
}

/**
 * How many rounds the browser of a person has not found good.
 * @param {Person} person
 */
const uncheckedRounds = ({ page }) =>
  page.evaluate(() => {
    const notes = JSON.parse(localStorage.getItem('boneyard.deals') ?? '[]');
    const rounds = notes.flatMap((/** @type {any} */ { rounds }) => Object.values(rounds ?? {}));
    const good = rounds.filter((/** @type {any} */ { checks }) => checks?.length === 0);
    return rounds.length === 0 ? Number.NaN : rounds.length - good.length;
  });

test('two tables have the same deals, and each browser checks them', async ({ come }) => {
  test.setTimeout(240_000);
  const olga = await come('Olga');
  const link = await createDuplicate(olga);
  /** @type {Person[]} */
  const people = [];
  for (const name of ['Ana', 'Ben', 'Cleo', 'Dan']) {
    const person = await come(name);
    await person.page.goto(link);
    await person.press('event-enter');
    await expect(olga.find('standings')).toContainText(name);
    people.push(person);
  }
  // Dan comes late, so one table is ready before the other.
  const [dan] = people.slice(-1);
  await dan.page.goto('/healthz');
  await olga.press('event-start');
  const tables = await tablesOf(people.slice(0, 3));
  const first = tables.find((seated) => seated.length === 2) ?? [];
  const [alone] = tables.find((seated) => seated.length === 1) ?? [];
  const [one, leaver] = first;
  expect(alone).toBeDefined();
  await expect(one.find('waiting')).toContainText('The other tables of this round are not ready');
  await look(one, 'a table that waits for the others of its round');

  await dan.page.goto(link);
  await dan.press('event-table');
  const second = [alone, dan];
  await expect(one.page.locator('.table-round')).toContainText('Board 1 of 2', SLOW);
  await Promise.all(first.map(playMatch));
  const words = one.find('summary-words');
  await expect(words).toContainText('when the last table of this round has ended', SLOW);
  await expect(one.find('shield')).toHaveAttribute('data-result', 'unseen');
  await expect(one.find('replay')).toBeHidden();
  await look(one, 'a match of boards that is over before the others');
  await expect(olga.find('matches')).toContainText('ended, the result follows');
  await look(olga, 'a duplicate, while a match is played');

  // A page that has left the table before the proofs came checks the records.
  await leaver.press('to-tournament');
  await Promise.all(second.map(playMatch));
  await expect.poll(() => uncheckedRounds(leaver), SLOW).toBe(0);
  await expect(leaver.find('event-deals')).toBeHidden();
  for (const person of [one, ...second]) {
    await expect(person.find('shield')).toHaveAttribute('data-result', 'good', SLOW);
    await expect(person.find('replay')).toBeVisible();
  }
  await one.press('verify');
  await one.press('fair-details');
  await expect(one.find('fair-same')).toContainText('as at 1 other table');
  await look(one, 'the deal of a match of boards');
  await expect(olga.find('matches')).toContainText('By board: ', SLOW);
  await expect(olga.find('event-phase')).toContainText('The tournament has ended');
  await expect(olga.find('scoring')).toContainText('50% is the average');
  await expect(olga.find('standings').locator('tbody tr').first()).toContainText('%');
  await look(olga, 'a duplicate that has ended');
});
