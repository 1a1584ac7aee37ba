import { expect, test } from './fixtures.js';
import { look } from './look.js';

/** @typedef {import('./person.js').Person} Person */

/** Taps a tile of the lesson once it fits. @param {Person} person @param {string} tile */
async function tap(person, tile) {
  await person.page.locator(`[data-playable][data-testid="tile-${tile}"]`).click();
}

/** Plays a tile of the lesson that fits at one end. @param {Person} person @param {string} tile */
async function playTile(person, tile) {
  await tap(person, tile);
  await expect(person.find(`laid-${tile}`)).toBeVisible();
}

test('the front page is a table in play, whose round leads to the ways to a match', async ({
  visit,
}) => {
  const ana = await visit('Ana');
  await expect(ana.find('lesson-text')).toHaveText('Your move: tap a bright tile');
  await playTile(ana, '2-1');
  await playTile(ana, '4-0');
  // Nothing fits: a tile is drawn.
  await playTile(ana, '2-2');
  await expect(ana.find('lesson-sum')).toHaveText('2 + 2 + 0 + 6 = 10');
  await playTile(ana, '5-0');
  await tap(ana, '5-3');
  await expect(ana.find('lesson-again')).toBeHidden();
  await ana.press('end-c');
  await expect(ana.find('lesson-text')).toContainText('win the round');
  await look(ana, 'lesson, the end');
  await ana.press('lesson-again');
  await expect(ana.find('lesson-text')).toHaveText('Your move: tap a bright tile');
  await playTile(ana, '4-0');
  await expect(ana.find('lesson-text')).toContainText('Ada');
});

test('the lesson is played with the keyboard alone', async ({ visit }) => {
  const ana = await visit('Ana');
  const { keyboard } = ana.page;
  await ana.find('learn').focus();
  await keyboard.press('Enter');
  await expect(ana.find('tile-2-1')).toBeFocused();
  await keyboard.press('Enter');
  await expect(ana.find('lesson').getByTestId('laid-2-1')).toBeVisible();
  await expect(ana.find('tile-4-0')).toHaveAttribute('data-playable', 'true');
  await ana.find('tile-4-0').focus();
  await keyboard.press('Enter');
  await expect(ana.find('lesson').getByTestId('laid-4-0')).toBeVisible();
});

test('the rules lead to the lesson', async ({ visit }) => {
  const ana = await visit('Ana');
  await ana.press('rules-link');
  await ana.press('learn');
  await expect(ana.find('tile-2-1')).toBeVisible();
});

test('strategy is read beside the rules, at the table as well, and has an address', async ({
  visit,
}) => {
  const ana = await visit('Ana');
  await ana.create('Fives and Threes');
  await ana.openSheet('rules');
  const rules = ana.find('sheet-rules').getByTestId('rules');
  await expect(rules.getByRole('heading', { name: 'The deal' })).toBeVisible();
  await rules.getByTestId('part-strategy').check({ force: true });
  await expect(rules.getByText('The 6‑6 on the 6 makes 6 + 6 + 3 = 15: 8 points.')).toBeVisible();
  await expect(rules.getByRole('heading', { name: 'The deal' })).toBeHidden();
  await rules.getByTestId('part-rules').check({ force: true });
  await expect(rules.getByRole('heading', { name: 'The deal' })).toBeVisible();
  await ana.page.keyboard.press('Escape');
  await expect(ana.find('invite-link')).toBeVisible();
  await ana.page.goto('/rules/Draw');
  await ana.find('part-strategy').check({ force: true });
  const strategy = ana.page.getByRole('heading', { name: 'Make the others draw' });
  await expect(strategy).toBeVisible();
  await expect(ana.page).toHaveURL(/\/rules\/Draw#strategy$/);
  await ana.page.reload();
  await expect(strategy).toBeVisible();
  await ana.page.goBack();
  await expect(ana.find('rules').getByRole('heading', { name: 'The deal' })).toBeVisible();
});
