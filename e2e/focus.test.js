import { createEvent, enterAs, keepName } from './entrants.js';
import { expect, test } from './fixtures.js';

/** @typedef {import('./person.js').Person} Person */

/**
 * Presses a button by the keyboard, and waits until it is gone. Then the focus must be on another control.
 * @param {Person} person
 * @param {string} id
 */
async function pressAway(person, id) {
  const button = person.find(id).first();
  await expect(button).toBeVisible();
  const handle = await button.elementHandle();
  await button.focus();
  await person.page.keyboard.press('Enter');
  await expect
    .poll(() => handle?.evaluate((one) => one.isConnected && one.checkVisibility()), {
      message: id,
    })
    .toBe(false);
  await expect
    .poll(() => person.page.evaluate(() => document.activeElement?.tagName), { message: id })
    .toMatch(/^(BUTTON|A|INPUT|SELECT|SUMMARY|TEXTAREA)$/);
}

test('a button of a tournament that goes leaves the focus to the next', async ({ come }) => {
  const olga = await come('Olga');
  const { request } = olga.page;
  await keepName(request, 'Olga of the Club');
  const repeat = { days: 7, zone: 'Europe/Lisbon', more: 2 };
  const soon = await createEvent(request, {
    check_in: true,
    starts_ms: Date.now() + 5 * 60_000,
    repeat,
  });
  await olga.page.goto(`/e/${soon}`);
  await pressAway(olga, 'event-enter');
  await pressAway(olga, 'event-withdraw');
  await pressAway(olga, 'event-withdraw-sure');
  await pressAway(olga, 'event-stop-repeating');
  await pressAway(olga, 'event-stop-repeating-sure');
  await pressAway(olga, 'event-pause');
  await pressAway(olga, 'event-resume');
  await pressAway(olga, 'event-call-off');
  await pressAway(olga, 'event-call-off-sure');

  const arena = await createEvent(request, { format: 'arena', rounds: undefined, minutes: 60 });
  const ben = await come('Ben');
  await ben.page.goto(`/e/${arena}`);
  await pressAway(ben, 'event-enter');
  await request.put(`/api/tournaments/${arena}/entry`, { data: {} });
  await request.post(`/api/tournaments/${arena}/actions`, { data: { action: 'start' } });
  await ben.page.waitForURL('**/t/*', { timeout: 60_000 });
  await ben.page.goto(`/e/${arena}`);
  await pressAway(ben, 'event-break');
  await pressAway(ben, 'event-back');
});

test('a button of the friends and of the account that goes leaves the focus to the next', async ({
  come,
  server,
}) => {
  const olga = await come('Olga');
  const { request } = olga.page;
  await keepName(request, 'Olga of the Club');
  const { person } = await (await request.get('/api/account')).json();
  const event = await createEvent(request);
  const ids = [];
  for (const name of ['Anna', 'Cleo', 'Dora']) {
    const other = await enterAs(server.address, event, name);
    ids.push((await (await other.get('/api/account')).json()).person);
    if (name !== 'Dora') await other.put(`/api/friends/${person}`);
  }
  await request.put(`/api/friends/${ids[2]}`);
  await olga.page.goto('/friends');
  await expect(olga.find('friend-Dora')).toBeVisible();
  await pressAway(olga, 'accept-friend');
  await pressAway(olga, 'decline-friend');
  await pressAway(olga, 'withdraw-friend');

  await olga.page.goto(`/p/${ids[0]}`);
  await pressAway(olga, 'unfriend');
  await pressAway(olga, 'befriend');
  await pressAway(olga, 'block');
  await olga.page.goto('/account');
  await expect(olga.find('blocks')).toContainText('Anna');
  await pressAway(olga, 'unblock');
  await pressAway(olga, 'recovery-again');
});
