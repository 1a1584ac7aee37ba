import { expect, test } from './fixtures.js';

/** A game of each variant, and a target that takes a round or two. */
const GAMES = [
  { preset: 'Block', target: 25 },
  { preset: 'Draw', target: 25 },
  { preset: 'All Fives', target: 30 },
  { preset: 'Fives and Threes', target: 6 },
];

for (const { preset, target } of GAMES) {
  test(`two people finish a match of ${preset} while a third watches`, async ({ visit }) => {
    const [ana, ben, cleo] = await Promise.all([visit('Ana'), visit('Ben'), visit('Cleo')]);
    const link = await ana.create(preset, {
      public: true,
      choose: (person) => person.chooseTarget(target),
    });
    await ben.join(link, 1);
    await cleo.page.goto(link);
    await Promise.all([ana.ready(), ben.ready()]);
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
  const [ana, ben] = await Promise.all([visit('Ana'), visit('Ben')]);
  const link = await ana.create('Muggins', {
    choose: async (person) => {
      await person.chooseTarget(15);
      await person.chooseOption('calls-muggins');
    },
  });
  await ben.join(link, 1);
  // Ana says the same with every play, mostly wrong; Ben says nothing at all.
  ana.announces = 1;
  await Promise.all([ana.ready(), ben.ready()]);
  const told = ana.find('history');
  await Promise.all([
    ana.play(),
    ben.play(),
    expect(told).toContainText('calls Muggins!', { timeout: 150_000 }),
    expect(told).toContainText('and says 1', { timeout: 150_000 }),
  ]);
});

test('forced tiles play themselves where the visitor leaves that switched on', async ({
  visit,
}) => {
  const [ana, ben] = await Promise.all([
    visit('Ana', { settings: { auto_play: true } }),
    visit('Ben', { settings: { auto_play: true } }),
  ]);
  // The highest double must lead, so the first tile is forced.
  const link = await ana.create('Draw');
  await ben.join(link, 1);
  await Promise.all([ana.ready(), ben.ready()]);
  await expect.poll(() => ana.laid()).toBe(1);
});
