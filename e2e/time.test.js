import { expect, test } from './fixtures.js';
import { look } from './look.js';
import { playUntilLaid } from './person.js';

/**
 * Two people in the middle of a round, with a clock of fifteen seconds for each move. Where tiles
 * are drawn it is never blocked as early as that.
 *
 * @param {import('./fixtures.js').Fixtures['visit']} visit
 */
async function timed(visit) {
  const [ana, ben] = await Promise.all([visit('Ana'), visit('Ben')]);
  const link = await ana.create('Draw', {
    choose: (person) => person.find('clock-move15').check({ force: true }),
  });
  await ben.join(link);
  await playUntilLaid([ana, ben], 4);
  return { ana, ben, link };
}

/**
 * Opens the dialog with the ways out of a match.
 *
 * @param {import('./person.js').Person} person
 */
async function waysOut(person) {
  const menu = person.find('menu');
  if (await menu.isVisible()) await menu.click();
  await person.press('leave');
  await expect(person.find('leaving')).toBeVisible();
}

test('a clock runs for whose turn it is, and warns before it runs out', async ({ visit }) => {
  const { ana, ben } = await timed(visit);
  const laid = await ana.laid();
  for (const person of [ana, ben]) {
    await expect(person.find('clock-0')).toBeVisible();
    await expect(person.find('clock-1')).toBeVisible();
    await expect(person.page.locator('.clock[data-running]')).toHaveCount(1);
  }
  await look(ana, 'a running clock');
  await expect(ana.page.locator('.clock[data-warned]')).toHaveCount(1);
  await look(ana, 'a clock that warns');
  await look(ben, 'a clock that warns, the other player');
  // Nobody plays: a tile is placed, and the match goes on.
  await expect.poll(() => ana.laid()).toBeGreaterThan(laid);
});

test('a match is given up only after a question, and can be played anew', async ({ visit }) => {
  const { ana, ben } = await timed(visit);
  await waysOut(ben);
  await look(ben, 'the ways out of a match');
  await ben.press('leave-offer');
  await expect(ana.find('end-offer')).toContainText('Ben');
  await look(ana, 'an offer to end the match');
  await ana.press('end-decline');
  await expect(ben.find('end-offer')).toBeHidden();
  await waysOut(ben);
  await ben.press('leave-resign');
  await ben.press('resign-yes');
  await expect(ana.find('summary')).toContainText('You win the match');
  await expect(ana.find('summary-words')).toContainText('Ben has resigned');
  await look(ana, 'a match that was resigned');
  await Promise.all([ana.press('rematch'), ben.press('rematch')]);
  await expect(ana.find('summary')).toBeHidden();
  await ana.waitForPlaying();
});
