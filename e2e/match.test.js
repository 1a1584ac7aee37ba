import { expect, test } from './fixtures.js';
import { takeTurns } from './person.js';
import { matchAt, openPrepared } from './prepared.js';
import { lineIn } from './unit/samples.js';

/** With tiles that fly. */
const MOVING = /** @type {const} */ ({ browser: { reducedMotion: 'no-preference' } });

/** A game of each variant, mostly of one round. The first is played by hand, and shows all that moves. */
const GAMES = [
  { preset: 'Block', target: 1, byHand: true },
  { preset: 'Draw', target: 1, byHand: false },
  { preset: 'All Fives', target: 15, byHand: false },
  { preset: 'Fives and Threes', target: 3, byHand: false },
];

for (const { preset, target, byHand } of GAMES) {
  test(`two people finish a match of ${preset} while a third watches`, async ({ come }) => {
    const names = ['Ana', 'Ben', 'Cleo'];
    const wishes = byHand ? MOVING : {};
    const [ana, ben, cleo] = await Promise.all(names.map((name) => come(name, wishes)));
    const link = await ana.host(preset, { target }, 'public');
    await cleo.page.goto(link);
    await expect(cleo.find('waiting')).toBeVisible();
    await ben.join(link);
    await expect(cleo.find('board')).toBeVisible();

    await ana.waitForPlaying();
    expect(await ana.hand()).not.toEqual([]);
    expect(await cleo.hand()).toEqual([]);
    await expect(cleo.page.locator('[data-playable]')).toHaveCount(0);
    await Promise.all([ana, ben].map((one) => (byHand ? one.play() : one.playQuickly())));

    await expect(cleo.find('summary')).toBeVisible();
    // The points fly to their side, so they take a moment to be there.
    const points = (/** @type {import('./person.js').Person} */ person) => async () =>
      Math.max(...(await Promise.all([person.points(0), person.points(1)])));
    await expect.poll(points(ana)).toBeGreaterThanOrEqual(target);
    await expect.poll(points(cleo)).toBeGreaterThanOrEqual(target);
  });
}

test('what a player says with a tile is told to the other', async ({ visit }) => {
  const [ana, ben] = await Promise.all([visit('Ana'), visit('Ben')]);
  const link = await ana.create('Muggins', {
    choose: (person) => person.chooseOption('calls-muggins'),
  });
  // More than two tiles can make: a claim that is true is told as plain points.
  ana.announces = 7;
  await ben.join(link);
  // Ana plays at the first or the second turn.
  await takeTurns([ana, ben], async () => (await ana.laid()) > 1);
  await expect(ana.find('history')).toContainText('and say 7.');
  await expect(ben.find('history')).toContainText('and says 7.');
});

test('points that nobody said are taken by calling muggins', async ({ visit }) => {
  const ana = await visit('Ana', { at: null });
  /** @type {import('../static/js/protocol.js').ClientMessage[]} */
  const sent = [];
  const wishes = /** @type {const} */ ({ moment: 'hand', seats: 2, turn: 0, calls: 'muggins' });
  const table = matchAt(wishes);
  const own = table.view && lineIn(table.view).own;
  if (!own) throw new Error('nobody plays here');
  own.may_call = true;
  const show = await openPrepared(ana.page, table, { hear: (message) => sent.push(message) });
  await ana.press('muggins');
  await expect(ana.find('muggins')).toBeHidden();
  const calls = () =>
    sent.filter((message) => message.type === 'move' && lineIn(message.move) === 'call');
  await expect.poll(calls).toHaveLength(1);
  const taken = matchAt(wishes);
  if (!taken.view) throw new Error('nobody plays here');
  lineIn(taken.view).history.push(
    { type: 'called', seat: 0 },
    { type: 'scored', side: 0, points: 10, reason: 'call' },
  );
  await show(taken);
  await expect(ana.find('history')).toContainText('You call Muggins! and take 10.');
});

test('forced tiles play themselves where the visitor leaves that switched on', async ({ come }) => {
  const [ana, ben] = await Promise.all([
    come('Ana', { settings: { auto_play: true }, ...MOVING }),
    come('Ben', { settings: { auto_play: true }, ...MOVING }),
  ]);
  // The highest double must lead, so the first tile is forced; what is played on it may be as well.
  const link = await ana.host('Draw');
  await ben.join(link);
  await expect.poll(() => ana.laid()).toBeGreaterThan(0);
});

test('the focus goes along from the waiting room through a round to the next', async ({
  come,
  seatQuickPlayer,
}) => {
  const ana = await come('Ana');
  const { page } = ana;
  const hasFocus = page.locator(':focus');
  const link = await ana.open('Block', {}, 'public');
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
