import { expect, test } from './fixtures.js';

/** A game of each variant. */
const GAMES = ['Block', 'Draw', 'All Fives', 'Fives and Threes'];

for (const preset of GAMES) {
  test(`two people finish a match of ${preset} while a third watches`, async ({ visit }) => {
    const [ana, ben, cleo] = await Promise.all([visit('Ana'), visit('Ben'), visit('Cleo')]);
    const link = await ana.create(preset, {
      public: true,
      choose: (person) => person.chooseTarget(20),
    });
    await ben.join(link, 1);
    await cleo.page.goto(link);
    await Promise.all([ana.ready(), ben.ready()]);
    await expect(cleo.find('board')).toBeVisible();

    await Promise.all([ana.play(), ben.play()]);

    await expect(ana.find('summary')).toBeVisible();
    await expect(cleo.find('summary')).toBeVisible();
    await expect(cleo.find('hand')).toBeHidden();
    await ana.picture(`match over, ${preset}`);
  });
}

test('a rematch keeps sides, and an invite link opens right at the table', async ({ visit }) => {
  const [ana, ben] = await Promise.all([visit('Ana'), visit('Ben')]);
  const link = await ana.create('Block', { choose: (person) => person.chooseTarget(1) });
  await ben.join(link, 1);
  await Promise.all([ana.ready(), ben.ready()]);
  await Promise.all([ana.play(), ben.play()]);
  await Promise.all([ana.press('rematch'), ben.press('rematch')]);
  await expect(ana.find('summary')).toBeHidden();
  await expect(ana.find('seat-0')).toContainText('Ana');
  await expect(ben.find('seat-0')).toContainText('Ana');
});

test('every page is worth looking at', async ({ visit }) => {
  const [ana, ben, cleo] = await Promise.all([visit('Ana'), visit('Ben'), visit('Cleo')]);
  await ana.picture('lobby, empty');
  await ana.press('create-public');
  await ana.picture('create');
  await ana.page.keyboard.press('Escape');
  // Nine tiles each and no drawing on make long chains, and a spinner with four arms.
  const link = await ana.create('All Fives', {
    public: true,
    choose: (person) => person.chooseTarget(500),
  });
  await ana.picture('waiting');
  await cleo.picture('lobby');
  await ben.join(link, 1);
  await cleo.page.goto(link);
  await Promise.all([ana.ready(), ben.ready()]);

  const seen = new Set();
  /** @param {import('./person.js').Person} person */
  const look = async (person) => {
    const laid = await person.page.locator('[data-testid^="laid-"]').count();
    const arms = await person.page
      .locator('#board, [data-testid="board"]')
      .getAttribute('data-arms');
    const over = await person.find('summary').isVisible();
    const title = over
      ? 'round over'
      : laid >= 20
        ? 'long'
        : arms === '4'
          ? 'four arms'
          : laid === 4
            ? 'early'
            : null;
    if (title && !seen.has(title)) {
      seen.add(title);
      await person.picture(title);
    }
    if (over && !seen.has('watcher')) {
      seen.add('watcher');
      await cleo.picture('watcher');
    }
    person.enough = seen.size === 5;
  };
  await Promise.all([ana.play(look), ben.play()]);
});
