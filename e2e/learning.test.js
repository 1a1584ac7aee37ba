import { expect, test } from './fixtures.js';
import { look } from './look.js';

/** The tutorial, from the first visit to a real table. */

/** @typedef {import('./person.js').Person} Person */

/**
 * Plays a tile of the tutorial.
 *
 * @param {Person} person
 * @param {string} tile
 */
async function playTile(person, tile) {
  await person.find('tutorial').getByTestId(`tile-${tile}`).click();
}

/**
 * Plays a tile, and goes on to the next step.
 *
 * @param {Person} person
 * @param {string} tile
 */
async function pass(person, tile) {
  await playTile(person, tile);
  await person.press('tutorial-next');
}

test('a minute of dominoes ends at a real table', async ({ visit }) => {
  const ana = await visit('Ana');
  await ana.press('learn');
  await expect(ana.find('tutorial')).toBeVisible();
  await look(ana, 'tutorial');
  await pass(ana, '4-2');
  // This one fits at both ends.
  await playTile(ana, '6-2');
  await expect(ana.find('tutorial-next')).toBeHidden();
  await ana.press('end-b');
  await ana.press('tutorial-next');
  await pass(ana, '4-4');
  await pass(ana, '5-2');
  // Not what was asked for: once more.
  await playTile(ana, '6-1');
  await expect(ana.find('tutorial-sum')).toHaveText('1 + 2 = 3');
  await ana.press('tutorial-next');
  await playTile(ana, '4-2');
  await expect(ana.find('tutorial-sum')).toHaveText('6 + 4 = 10');
  await ana.press('tutorial-next');
  // Two tiles are drawn before one fits.
  await pass(ana, '6-3');
  await look(ana, 'tutorial, the end');
  await ana.press('tutorial-open');
  await expect(ana.find('create-dialog')).toBeVisible();
  await ana.press('open-table');
  await expect(ana.find('invite-link')).toBeVisible();
});

test('the tutorial is played with the keyboard alone', async ({ visit }) => {
  const ana = await visit('Ana');
  const { keyboard } = ana.page;
  await ana.find('learn').focus();
  await keyboard.press('Enter');
  await expect(ana.find('tutorial').getByTestId('tile-4-2')).toBeFocused();
  await keyboard.press('Enter');
  await expect(ana.find('tutorial-next')).toBeFocused();
  await keyboard.press('Enter');
  await keyboard.press('Home');
  await expect(ana.find('tutorial').getByTestId('tile-6-2')).toBeFocused();
  await keyboard.press('Enter');
  await expect(ana.find('end-a')).toBeFocused();
  await keyboard.press('Enter');
  await expect(ana.find('tutorial-next')).toBeFocused();
  await keyboard.press('Escape');
  await expect(ana.find('tutorial')).toBeHidden();
});

test('who has seen the tutorial, or waved it aside, is not asked again', async ({ visit }) => {
  const ana = await visit('Ana');
  await expect(ana.find('tutorial-offer')).toBeVisible();
  await ana.press('learn-no');
  await expect(ana.find('tutorial-offer')).toBeHidden();
  await ana.page.reload();
  await expect(ana.find('create-table')).toBeVisible();
  await expect(ana.find('tutorial-offer')).toBeHidden();
  await ana.press('rules-link');
  await ana.press('learn');
  await ana.press('tutorial-skip');
  await expect(ana.find('tutorial')).toBeHidden();
});

test('the tutorial leads to a table where a seat is free', async ({ visit }) => {
  const ben = await visit('Ben');
  await ben.create('Five-Up', { public: true });
  const ana = await visit('Ana');
  await expect(ana.find('join')).toBeVisible();
  await ana.press('learn');
  await pass(ana, '4-2');
  await playTile(ana, '6-2');
  await ana.press('end-a');
  await ana.press('tutorial-next');
  await pass(ana, '4-4');
  await pass(ana, '5-2');
  await pass(ana, '4-2');
  await pass(ana, '6-3');
  await ana.press('tutorial-sit');
  await ana.waitForPlaying();
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
