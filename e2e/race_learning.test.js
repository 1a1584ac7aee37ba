/** What explains and teaches Ringway: its rules, its advice and its lesson. */
import { PHONE } from './boxes.js';
import { expect, testOfPages as test } from './fixtures.js';
import { look } from './look.js';

/** @typedef {import('./person.js').Person} Person */

const LESSON = '/rules/Ringway#lesson';

/** The tiles of the lesson in their order; "stop" in place of one. */
const MOVES = ['6-3', '5-2', '4-1', '4-4', '4-3', '2-2', 'stop', '4-3'];

/** Places the tile that is picked where it may go. @typedef {(person: Person) => Promise<void>} Manner */

/** By finger: a tap on the place, and another one. @type {Manner} */
async function byTouch({ page }) {
  const place = page.locator('.race-place');
  for (const pressed of ['false', 'true']) {
    await expect(place).toHaveAttribute('aria-pressed', pressed);
    await place.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const { x = 0, y = 0, width = 0, height = 0 } = (await place.boundingBox()) ?? {};
    await page.touchscreen.tap(x + width / 2, y + height / 2);
  }
}

/** By keys. @type {Manner} */
async function byKeys({ page }) {
  const place = page.locator('.race-place');
  await place.focus();
  await page.keyboard.press('Enter');
  await expect(place).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Enter');
}

/** Plays the lesson to its end. @param {Person} person @param {(id: string) => Promise<void>} press @param {Manner} put */
async function playLesson(person, press, put) {
  for (const [at, tile] of MOVES.entries()) {
    if (tile === 'stop') {
      await press('stop');
      continue;
    }
    await expect(person.find(`tile-${tile}`)).toHaveAttribute('data-playable', 'true');
    await press(`tile-${tile}`);
    await put(person);
    await expect(person.find('board-text')).toContainText(tile);
    if (at === 0) await expect(person.find('lesson-text')).toContainText('Ada');
  }
  await expect(person.find('lesson-text')).toContainText('25 points: you win!');
}

test('the lesson is played to its end by touch, and once more', async ({ visit }) => {
  const browser = { hasTouch: true, viewport: PHONE };
  const ana = await visit('Ana', { at: '/ringway', browser });
  await ana.press('front-lesson');
  await expect(ana.page).toHaveURL(new RegExp(`${LESSON}$`));
  await expect(ana.find('lesson-text')).toContainText('Your move');
  await look(ana, 'the lesson of Ringway');
  await playLesson(ana, (id) => ana.find(id).tap(), byTouch);
  await look(ana, 'the lesson of Ringway, the end');
  await ana.press('lesson-again');
  await expect(ana.find('tile-6-3')).toHaveAttribute('data-playable', 'true');
});

test('the lesson is played to its end with the keyboard', async ({ visit }) => {
  const ana = await visit('Ana', { at: '/rules' });
  await ana.press('learn-ringway');
  /** @param {string} id */
  const press = async (id) => {
    await ana.find(id).focus();
    await ana.page.keyboard.press('Enter');
  };
  await playLesson(ana, press, byKeys);
});

test('another move than that of the lesson is answered', async ({ visit }) => {
  const ana = await visit('Ana', { at: LESSON });
  for (const tile of MOVES.slice(0, 4)) {
    await ana.page.locator(`[data-playable][data-testid="tile-${tile}"]`).focus();
    await ana.page.keyboard.press('Enter');
    await byKeys(ana);
  }
  await ana.press('stop');
  await expect(ana.find('lesson-text')).toContainText('something better');
  await expect(ana.find('tile-4-3')).toHaveAttribute('data-playable', 'true');
});

test('rules and advice are read at a table, where the lesson is played as well', async ({
  come,
}) => {
  const ana = await come('Ana');
  const rules = { race: { seating: 'two', target: 50, after_double: 'either_end' } };
  const data = { rules, access: 'link', kept_seats: 0 };
  const { table } = await (await ana.page.request.post('/api/tables', { data })).json();
  await ana.page.goto(`/t/${table}`);
  await ana.openSheet('rules');
  const sheet = ana.find('sheet-rules');
  await expect(sheet.getByText('At 50 points the game is over at once')).toBeVisible();
  await expect(sheet.getByText('one of the halves of the double')).toBeVisible();
  await sheet.getByTestId('part-strategy').check({ force: true });
  await expect(sheet.getByText('Don’t open diamonds')).toBeVisible();
  await sheet.getByTestId('part-lesson').check({ force: true });
  await expect(sheet.getByTestId('lesson-text')).toContainText('Your move');
  await sheet.getByTestId('tile-6-3').click();
  await byKeys(ana);
  await expect(sheet.getByTestId('lesson-text')).toContainText('Ada to play');
});

test('the rules and the advice of Ringway can be read by everybody', async ({ visit }) => {
  const ana = await visit('Ana', { at: '/rules/Ringway' });
  await expect(ana.find('rules').getByText('The first tile covers the star.')).toBeVisible();
  await look(ana, 'rules of Ringway');
  await ana.find('part-strategy').check({ force: true });
  await expect(ana.page).toHaveURL(/#strategy$/);
  await expect(ana.find('rules').getByText('Add your number to the diamond')).toBeVisible();
  await look(ana, 'advice on Ringway');
});
