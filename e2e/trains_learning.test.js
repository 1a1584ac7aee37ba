/** What explains and teaches Mexican Train and Chickenfoot: their rules, their advice and their lessons. */
import { PHONE } from './boxes.js';
import { expect, testOfPages as test } from './fixtures.js';
import { look } from './look.js';

/** @typedef {import('./person.js').Person} Person */

const LESSON = '/rules/Mexican%20Train#lesson';
const FOOT_LESSON = '/rules/Chickenfoot#lesson';

/** The tiles of the lessons in their order; the first and the last one fit two places. */
const TRAIN = ['9-4', '4-4', '4-1', '7-3', '6-5', '8-2', '8-6'];
const FOOT = ['9-3', '9-1', '5-5', '5-2', '5-0', '1-0'];

/**
 * Plays a lesson to its end: a tile that fits one place is played with it.
 * @param {Person} person
 * @param {readonly string[]} tiles
 * @param {(id: string) => Promise<void>} press
 * @param {string} twice the tile that asks for its place
 */
async function playLesson(person, tiles, press, twice) {
  for (const tile of tiles) {
    await expect(person.find(`tile-${tile}`)).toHaveAttribute('data-playable', 'true');
    await press(`tile-${tile}`);
    if (tile !== twice) continue;
    const place = person.page.locator('.trains-place').first();
    await place.focus();
    await person.page.keyboard.press('Enter');
  }
  await expect(person.find('lesson-text')).toContainText('You are out and get no points');
}

test('the lesson of Mexican Train is played to its end by touch, and once more', async ({
  visit,
}) => {
  const browser = { hasTouch: true, viewport: PHONE };
  const ana = await visit('Ana', { at: '/mexican-train', browser });
  await ana.press('front-lesson');
  await expect(ana.page).toHaveURL(new RegExp(`${LESSON}$`));
  await look(ana, 'the lesson of Mexican Train');
  await playLesson(ana, TRAIN, (id) => ana.find(id).tap(), '9-4');
  await look(ana, 'the lesson of Mexican Train, the end');
  await ana.press('lesson-again');
  await expect(ana.find('tile-9-4')).toHaveAttribute('data-playable', 'true');
});

test('the lesson of Chickenfoot is played to its end with the keyboard', async ({ visit }) => {
  const ana = await visit('Ana', { at: '/rules' });
  await ana.press('learn-chickenfoot');
  /** @param {string} id */
  const press = async (id) => {
    await ana.find(id).focus();
    await ana.page.keyboard.press('Enter');
  };
  await playLesson(ana, FOOT, press, '1-0');
  await look(ana, 'the lesson of Chickenfoot, the end');
});

test('another tile than that of the lesson is answered', async ({ visit }) => {
  const ana = await visit('Ana', { at: FOOT_LESSON });
  await ana.find('tile-9-1').focus();
  await ana.page.keyboard.press('Enter');
  await expect(ana.find('lesson-text')).toContainText('play what is said above');
  await expect(ana.find('tile-9-3')).toHaveAttribute('data-playable', 'true');
});

test('the rules and the advice of both games can be read by everybody', async ({ visit }) => {
  const ana = await visit('Ana', { at: '/rules/Mexican%20Train' });
  await expect(ana.find('rules').getByText('Your train begins at the hub.')).toBeVisible();
  await look(ana, 'rules of Mexican Train');
  await ana.find('part-strategy').check({ force: true });
  await expect(ana.page).toHaveURL(/#strategy$/);
  await expect(ana.find('rules').getByText('Plan your train first')).toBeVisible();
  await look(ana, 'advice on Mexican Train');
  await ana.page.goto('/rules/Chickenfoot');
  await expect(ana.find('rules').getByText('The chicken’s foot')).toBeVisible();
  await look(ana, 'rules of Chickenfoot');
});
