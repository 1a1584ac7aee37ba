import { badlyPlaced, named, windowOf } from './boxes.js';
import { expect, test } from './fixtures.js';
import { look, lookOnPhone, settled } from './look.js';
import { MEXICAN_TRAIN } from './unit/trains_match.js';

test('a request for a seat is seen by the host, the other player and the asker', async ({
  come,
}) => {
  const { ana, ben, cleo } = await meet(come);
  await cleo.press('ask-2');
  await expect(cleo.find('request-waiting')).toContainText('Waiting for the host, Ana');
  await expect(cleo.find('ask-2')).toBeHidden();
  await expect(ana.find('request')).toContainText('Cleo asks to play');
  await expect(ben.find('request')).toContainText('Cleo asks to play');
  await expect(ben.find('request-yes')).toHaveCount(0);
  // A request lapses after a minute, so nothing is done with it once it has been looked at.
  await lookOnPhone(ana, 'somebody asks for a seat');
  await lookOnPhone(cleo, 'a request that waits');
});

test('somebody who watches is let in the second time, and plays the computer’s hand', async ({
  come,
}) => {
  const { ana, ben, cleo } = await meet(come);
  await lookOnPhone(cleo, 'a seat to ask for');
  await cleo.press('ask-2');
  await ana.press('request-no');
  await expect(cleo.find('notice')).toContainText('was declined');
  await expect(cleo.find('request-waiting')).toBeHidden();

  await cleo.press('ask-2');
  await ana.press('request-yes');
  await expect(cleo.find('notice')).toContainText('The seat is yours');
  await expect(cleo.page.locator('.held')).not.toHaveCount(0);
  await expect(ana.find('seat-2')).toContainText('Cleo');
  await expect(ana.find('live')).toContainText('Cleo takes over');
  await cleo.picture('the seat of a computer player');
  await untilPlayed([ana, ben, cleo], cleo);
});

test('a friend who comes late with the link is an outsider until she is let in', async ({
  come,
}) => {
  const { ana, ben, cleo } = await meet(come, 'link');
  await expect(cleo.find('outside')).toContainText('Max');
  await look(cleo, 'a private match from outside');
  await lookOnPhone(cleo, 'a private match from outside');
  await cleo.press('ask-2');
  await expect(cleo.find('request-waiting')).toContainText('Waiting for the host, Ana');
  await expect(cleo.find('ask-2')).toBeHidden();
  // While the host is away, the other player decides.
  await ana.page.goto('/rules');
  await expect(cleo.find('request-waiting')).toContainText('Waiting for the players');
  await ben.press('request-yes');
  await expect(cleo.find('notice')).toContainText('The seat is yours');
  await expect(cleo.page.locator('.held')).not.toHaveCount(0);
  await expect(cleo.find('outside')).toBeHidden();
  await expect(ben.find('seat-2')).toContainText('Cleo');
});

/** What a watcher is shown of the players: their names, hands and points, and how to ask for a seat. */
const OF_PLAYERS =
  '.dock .seat :is(.seat-name, .seat-hand, .seat-score), .turn-line, ' +
  '.seats .seat :is(.seat-hand, .seat-score, .seat-note, .seat-sit)';

for (const [game, count] of /** @type {const} */ ([
  ['Draw', 4],
  ['Mexican Train', 6],
  ['Mexican Train', 8],
])) {
  test(`the players of a match of ${game} with ${count} are read by who watches, in windows of all sizes`, async ({
    come,
  }) => {
    // The host, whose seat is at the lower edge, has a long name.
    const host = await come('Anastasia of Rome');
    const watcher = await come('Ben');
    if (game === 'Draw') await host.open('Draw', { seating: 'four' }, 'public');
    else {
      const seating = count === 6 ? 'six' : 'eight';
      const trains = { ...MEXICAN_TRAIN, tile_set: 'double_twelve', seating };
      const data = { rules: { trains }, access: 'public', kept_seats: 0 };
      const answer = await host.page.request.post('/api/tables', { data });
      await host.page.goto(`/t/${(await answer.json()).table}`);
    }
    for (let seat = 1; seat < count; seat += 1)
      await host.find(`computer-${seat}`).selectOption('beginner');
    await host.ready();
    await host.waitForPlaying();
    const { page } = watcher;
    await page.goto(host.page.url());
    for (const [width, height] of [
      [320, 568],
      [390, 844],
      [844, 390],
      [1280, 800],
    ]) {
      const size = { width, height };
      await page.setViewportSize(size);
      await expect(page.locator('.seat-sit[data-asks]')).toHaveCount(count - 1);
      for (const what of ['.seat-hand', '.seat-score'])
        await expect(page.locator(what).filter({ visible: true })).toHaveCount(count);
      for (const what of ['.dock .seat-name', '.turn-line'])
        await expect(page.locator(what)).toBeVisible();
      await settled(page);
      const wrong = await badlyPlaced(page, [OF_PLAYERS], windowOf(size));
      expect.soft(wrong, named(size)).toEqual([]);
    }
  });
}

/**
 * Two who play with a computer player, and one who comes later.
 *
 * @param {(name: string) => Promise<import('./person.js').Person>} come
 * @param {'link' | 'public'} [access] `public`: anybody may watch
 */
async function meet(come, access = 'public') {
  const ana = await come('Ana');
  const link = await ana.host('Party Draw', { seating: 'three' }, access);
  const ben = await come('Ben');
  await ben.join(link);
  await ana.find('computer-2').selectOption('casual');
  await expect(ana.find('seat-2')).toContainText('Max');
  const cleo = await come('Cleo');
  await cleo.page.goto(link);
  return { ana, ben, cleo };
}

/**
 * All play until one of them has.
 *
 * @param {import('./person.js').Person[]} people
 * @param {import('./person.js').Person} one
 */
async function untilPlayed(people, one) {
  const comes = async (/** @type {import('./person.js').Person} */ person) => {
    await person.waitForTurn();
    return person;
  };
  /** @type {import('./person.js').Person | undefined} */
  let last;
  while (last !== one) {
    last = await Promise.any(people.map(comes));
    expect(await last.step()).toBe(true);
  }
}
