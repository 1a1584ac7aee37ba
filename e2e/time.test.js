import { expect, test } from './fixtures.js';
import { look } from './look.js';
import { matchAt, openAt, START } from './prepared.js';

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

test('a clock runs for whose turn it is, and warns before it runs out', async ({ come }) => {
  const ana = await come('Ana', { at: null });
  /** @param {number} turn @param {boolean} warned */
  const at = (turn, warned) => {
    const table = matchAt({ moment: 'hand', seats: 2, turn, clock: true });
    const [since_ms, until_ms] = [START, START + 60_000];
    if (table.time) table.time.running = { seat: turn, since_ms, until_ms, warned };
    return table;
  };
  const { jumpTo, show } = await openAt(ana.page, at(0, false));
  const running = ana.page.locator('.clock[data-running]');
  await expect(ana.find('clock-0')).toHaveText('1:00');
  await expect(ana.find('clock-1')).toHaveText('1:00');
  await jumpTo(12_000);
  await expect(ana.find('clock-0')).toHaveText('0:48');
  await expect(ana.find('clock-1')).toHaveText('1:00');
  await expect(running).toHaveCount(1);
  await look(ana, 'a running clock');
  for (const [turn, title] of /** @type {const} */ ([
    [0, 'a clock that warns'],
    [1, 'a clock that warns, the other player'],
  ])) {
    await show(at(turn, true));
    await expect(ana.find(`clock-${turn}`)).toHaveAttribute('data-warned', 'true');
    await expect(ana.page.locator('.clock[data-warned]')).toHaveCount(1);
    await expect(running).toHaveCount(1);
    await look(ana, title);
  }
});

test('a match is given up only after a question, and can be played anew', async ({ come }) => {
  const [ana, ben] = await Promise.all([come('Ana'), come('Ben')]);
  await ben.join(await ana.host('Draw'));
  await Promise.all([ana.layQuickly(2), ben.layQuickly(2)]);
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
  await expect(ana.find('moment')).toContainText('You win the match');
  await expect(ana.find('summary-words')).toContainText('Ben has resigned');
  await look(ana, 'a match that was resigned');
  await Promise.all([ana.press('rematch'), ben.press('rematch')]);
  await expect(ana.find('summary')).toBeHidden();
  await ana.waitForPlaying();
});
