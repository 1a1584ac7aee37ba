import { expect, test } from './fixtures.js';
import { takeTurns } from './person.js';

/** With tiles that fly. */
const MOVING = /** @type {const} */ ({ browser: { reducedMotion: 'no-preference' } });

/** A game of each variant, mostly of one round; the first shows all that moves. */
const GAMES = [
  { preset: 'Block', target: 1, wishes: MOVING },
  { preset: 'Draw', target: 1, wishes: {} },
  { preset: 'All Fives', target: 15, wishes: {} },
  { preset: 'Fives and Threes', target: 3, wishes: {} },
];

for (const { preset, target, wishes } of GAMES) {
  test(`two people finish a match of ${preset} while a third watches`, async ({ visit }) => {
    const names = ['Ana', 'Ben', 'Cleo'];
    const [ana, ben, cleo] = await Promise.all(names.map((name) => visit(name, wishes)));
    const link = await ana.create(preset, {
      public: true,
      choose: (person) => person.chooseTarget(target),
    });
    await cleo.page.goto(link);
    await expect(cleo.find('waiting')).toBeVisible();
    await ben.join(link);
    await expect(cleo.find('board')).toBeVisible();

    await ana.waitForPlaying();
    expect(await ana.hand()).not.toEqual([]);
    expect(await cleo.hand()).toEqual([]);
    await expect(cleo.page.locator('[data-playable]')).toHaveCount(0);
    await Promise.all([ana.play(), ben.play()]);

    await expect(cleo.find('summary')).toBeVisible();
    // The points fly to their side, so they take a moment to be there.
    const points = (/** @type {import('./person.js').Person} */ person) => async () =>
      Math.max(...(await Promise.all([person.points(0), person.points(1)])));
    await expect.poll(points(ana)).toBeGreaterThanOrEqual(target);
    await expect.poll(points(cleo)).toBeGreaterThanOrEqual(target);
  });
}

test('points that nobody says are taken by calling muggins', async ({ visit }) => {
  // How many plays it takes until both were seen is up to the tiles.
  test.slow();
  const [ana, ben] = await Promise.all([visit('Ana'), visit('Ben')]);
  const link = await ana.create('Muggins', {
    choose: async (person) => {
      // More than anybody gets before everything was seen.
      await person.chooseTarget(1000);
      await person.chooseOption('calls-muggins');
    },
  });
  // Ana says the same with every play, mostly wrong; Ben says nothing at all.
  ana.announces = 1;
  await ben.join(link);
  const wanted = new Set(['calls Muggins!', 'and say 1']);
  await takeTurns([ana, ben], async () => {
    const told = (await ana.find('history').textContent()) ?? '';
    for (const words of wanted) if (told.includes(words)) wanted.delete(words);
    return wanted.size === 0;
  });
  expect([...wanted]).toEqual([]);
});

test('forced tiles play themselves where the visitor leaves that switched on', async ({
  visit,
}) => {
  const [ana, ben] = await Promise.all([
    visit('Ana', { settings: { auto_play: true }, ...MOVING }),
    visit('Ben', { settings: { auto_play: true }, ...MOVING }),
  ]);
  // The highest double must lead, so the first tile is forced; what is played on it may be as well.
  const link = await ana.create('Draw');
  await ben.join(link);
  await expect.poll(() => ana.laid()).toBeGreaterThan(0);
});

test('the focus goes along from the waiting room through a round to the next', async ({
  visit,
  seatQuickPlayer,
}) => {
  const ana = await visit('Ana');
  const { page } = ana;
  const hasFocus = page.locator(':focus');
  const link = await ana.create('Block', { public: true });
  await ana.press('not-ready');
  await seatQuickPlayer(link, { name: 'Ben' });
  await ana.find('ready').focus();
  await page.keyboard.press('Enter');
  await ana.waitForPlaying();
  await expect(hasFocus).toHaveAttribute('data-tile');

  const next = ana.find('next-round');
  const playable = page.locator('[data-playable]');
  await playable.or(next).first().waitFor();
  while (!(await next.isVisible())) {
    await ana.step();
    await playable.or(next).first().waitFor();
  }
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(next).toBeHidden();
  await expect(hasFocus).toHaveAttribute('data-tile');
});
