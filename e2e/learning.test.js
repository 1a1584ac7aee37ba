import { expect, testOfPages as test } from './fixtures.js';
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
  await playTile(ana, '6-0');
  // Nothing fits: a tile is drawn.
  await playTile(ana, '3-3');
  await playTile(ana, '5-0');
  await tap(ana, '4-0');
  await expect(ana.find('lesson-again')).toBeHidden();
  await ana.press('end-b');
  // What was taught is the game that is chosen.
  await expect(ana.find('lesson-text')).toContainText('win the round: 7 points');
  await expect(ana.find('lesson-text')).toContainText('That was Draw');
  await expect(ana.find('game-Draw')).toBeChecked();
  await look(ana, 'lesson, the end');
  await ana.press('lesson-again');
  await expect(ana.find('lesson-text')).toHaveText('Your move: tap a bright tile');
  await playTile(ana, '6-0');
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
  await expect(ana.find('tile-6-0')).toHaveAttribute('data-playable', 'true');
  await ana.find('tile-6-0').focus();
  await keyboard.press('Enter');
  await expect(ana.find('lesson').getByTestId('laid-6-0')).toBeVisible();
});

test('the felt shows the game that is chosen, and the lesson chooses what it teaches', async ({
  visit,
}) => {
  const ana = await visit('Ana');
  await ana.find('game-Fives').check({ force: true });
  await expect(ana.find('front-game')).toContainText('multiple of five');
  await expect(ana.find('tile-2-1')).toBeHidden();
  await ana.press('learn');
  await expect(ana.find('game-Draw')).toBeChecked();
  await expect(ana.find('tile-2-1')).toBeFocused();
  await expect(ana.find('front-game')).toBeHidden();
});

test('the rules lead to the lesson', async ({ visit }) => {
  const ana = await visit('Ana', { settings: { game: 'Fives' } });
  await ana.press('rules-link');
  await ana.press('learn');
  await expect(ana.find('tile-2-1')).toBeVisible();
});

test('strategy is read beside the rules, at the table as well, and has an address', async ({
  visit,
}) => {
  const ana = await visit('Ana');
  await ana.host('Fives and Threes');
  await ana.openSheet('rules');
  const rules = ana.find('sheet-rules').getByTestId('rules');
  await expect(rules.getByRole('heading', { name: 'The deal' })).toBeVisible();
  await expect(rules.getByText('threes')).not.toHaveCount(0);
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

test('the glossary, the odds and more games are read beside the rules', async ({ visit }) => {
  const ana = await visit('Ana');
  const reading = ana.find('reading');
  const way = (/** @type {string} */ name) => ana.find(`read-${name}`).filter({ visible: true });
  await ana.press('rules-link');
  await way('glossary').click();
  await expect(ana.page).toHaveURL(/\/rules\/glossary$/);
  await expect(reading.getByText('domino!, go out')).toBeVisible();
  await expect(way('glossary')).toHaveAttribute('aria-current', 'page');
  await way('odds').click();
  await expect(reading.getByRole('row', { name: '3 tiles 17.7%' })).toBeVisible();
  await expect(reading.getByText('domino!, go out')).toBeHidden();
  await ana.page.goto('/rules/more');
  await expect(reading.getByText('Texas 42')).toBeVisible();
  await ana.press('reading-back');
  await expect(reading).toBeHidden();
  await expect(ana.find('rules-Six-Love')).toBeVisible();
});

test('a wrong rule is reported from the foot of its page', async ({ visit }) => {
  const ana = await visit('Ana', { at: '/rules/Six-Love' });
  const address = await ana.find('wrong-rule').getAttribute('href');
  expect(address).toMatch(/template=rules\.yml&game=Six-Love&version=Boneyard\+\d/);
  await ana.page.goto('/rules');
  await expect(ana.find('wrong-rule')).toBeHidden();
});
