import { createEvent, enterAs, keepName, matchesOf, organise } from './entrants.js';
import { expect, test } from './fixtures.js';
import { look } from './look.js';

/** @typedef {import('./person.js').Person} Person */

/** The names in the order of their entry. */
const NAMES = ['Anna', 'Ben', 'Cleo', 'Dora'];

/** The server pairs a round within a second or two. */
const SLOW = { timeout: 60_000 };

/**
 * An organiser at the page of a tournament in which four take part.
 * @param {Person} olga
 * @param {string} address the server's
 * @param {Parameters<typeof createEvent>[1]} [wishes]
 */
async function openEvent(olga, address, wishes) {
  const { request } = olga.page;
  await keepName(request, 'Olga of the Club');
  const event = await createEvent(request, wishes);
  const players = [];
  for (const name of NAMES) players.push(await enterAs(address, event, name));
  await olga.page.goto(`/e/${event}`);
  await expect(olga.find('standings')).toContainText('Dora');
  return { event, request, players };
}

/** Opens one of the organiser's forms. @param {Person} olga @param {string} title */
const unfold = (olga, title) =>
  olga.page
    .locator('summary')
    .filter({ hasText: new RegExp(`^${title}$`) })
    .click();

test('the player is withdrawn whom the question named, whoever enters meanwhile', async ({
  come,
  server,
}) => {
  const olga = await come('Olga');
  const { event, players } = await openEvent(olga, server.address);
  await unfold(olga, 'Withdraw a player');
  await olga.find('event-remove').selectOption('4');
  await olga.press('event-remove-player');
  await expect(olga.find('event-remove-player-question')).toContainText('Withdraw Dora?');
  await enterAs(server.address, event, 'Emil');
  await expect(olga.find('standings')).toContainText('Emil');
  await expect(olga.find('event-remove')).toHaveValue('4');
  await expect(olga.find('event-remove-player-question')).toContainText('Withdraw Dora?');
  await look(olga, 'a question about a player');
  await olga.press('event-remove-player-sure');
  await expect(olga.find('standings')).not.toContainText('Dora');
  await expect(olga.find('standings')).toContainText('Anna');

  // A player who goes stays chosen, and nothing can be done about them.
  await olga.find('event-remove').selectOption('2');
  await players[1].delete(`/api/tournaments/${event}/entry`);
  await expect(olga.find('event-remove-gone')).toContainText('Ben can’t be chosen any more.');
  await expect(olga.find('event-remove')).toHaveValue('2');
  await olga.press('event-remove-player');
  await expect(olga.find('event-remove-player-question')).toBeHidden();
});

test('an open form decides the match that it shows, whatever round is paired meanwhile', async ({
  come,
  server,
}) => {
  test.setTimeout(120_000);
  const olga = await come('Olga');
  const { event, request } = await openEvent(olga, server.address);
  /** @param {number} round @param {number} number */
  const decide = (round, number) =>
    organise(request, event, { action: 'result', round, number, result: 'first', note: 'seen' });
  await organise(request, event, { action: 'start' });
  await expect(olga.find('matches')).toContainText('Matches of round 1', SLOW);
  await decide(1, 1);
  await expect(olga.find('matches')).toContainText('decided by the organiser: seen');
  await unfold(olga, 'Set a result');
  await olga.find('event-result-match').selectOption('1.1');
  await olga.find('event-result').selectOption('second');
  await olga.find('event-note').fill('written down wrong');
  await decide(1, 2);
  await expect(olga.find('matches')).toContainText('Matches of round 2', SLOW);
  await expect(olga.find('event-result-match')).toHaveValue('1.1');
  await expect(olga.find('event-result')).toHaveValue('second');
  await expect(olga.find('event-note')).toHaveValue('written down wrong');
  await look(olga, 'a result of the round before');
  await olga.press('event-set-result');
  await expect(olga.find('event-note')).toBeHidden();
  const [first, , ...second] = await matchesOf(request, event);
  expect(first.result?.winner).toBe(1);
  expect(second.map(({ result }) => result)).toEqual([undefined, undefined]);

  // The match ends while the organiser writes: another result is no longer what the form says.
  olga.expectsRefusal = true;
  await unfold(olga, 'Set a result');
  await olga.find('event-note').fill('did not come');
  await decide(2, 1);
  await expect(olga.find('event-result-now')).toContainText('So far: ');
  await expect(olga.find('event-result-now')).toContainText('decided by the organiser');
  await olga.press('event-set-result');
  await expect(olga.find('organiser').getByTestId('refused')).toContainText('got a result');
  expect((await matchesOf(request, event))[2].result?.note).toBe('seen');
});

test('the organiser gives the places at a table of several', async ({ come, server }) => {
  test.setTimeout(120_000);
  const olga = await come('Olga');
  const { trains } = await (await olga.page.request.get('/api/presets')).json();
  const preset = trains.presets.find(
    (/** @type {{ name: string }} */ { name }) => name === 'Mexican Train',
  );
  const { event, request } = await openEvent(olga, server.address, {
    format: 'tables',
    rounds: 1,
    rules: { trains: preset.rules },
  });
  await organise(request, event, { action: 'start' });
  await expect(olga.find('matches')).toContainText('Matches of round 1', SLOW);
  await unfold(olga, 'Set a result');
  await olga.find('event-result-match').selectOption('1.1');
  await expect(olga.find('event-result')).toBeHidden();
  await olga.find('event-place-0').selectOption('2');
  await olga.find('event-place-1').selectOption('0');
  await olga.find('event-note').fill('the hall closes');
  await look(olga, 'the places at a table');
  await olga.press('event-set-result');
  await expect(olga.find('event-note')).toBeHidden();
  await expect(olga.find('event-phase')).toContainText('The tournament has ended', SLOW);
  const [match] = await matchesOf(request, event);
  expect(match.result).toMatchObject({ places: [3, 0, 1, 1], note: 'the hall closes' });
});

test('a match from which a knockout went on leaves the open form, with the reason', async ({
  come,
  server,
}) => {
  test.setTimeout(120_000);
  const olga = await come('Olga');
  const { event, request } = await openEvent(olga, server.address, {
    format: 'knockout',
    rounds: undefined,
  });
  await organise(request, event, { action: 'start' });
  await expect(olga.find('matches')).toContainText('Matches of round 1', SLOW);
  await unfold(olga, 'Set a result');
  await olga.find('event-result-match').selectOption('1.1');
  await olga.find('event-note').fill('written down wrong');
  for (const number of [1, 2]) {
    const result = { round: 1, number, result: /** @type {const} */ ('first'), note: 'seen' };
    await organise(request, event, { action: 'result', ...result });
  }
  await expect(olga.find('event-result-match-gone')).toContainText('the next round', SLOW);
  await expect(olga.find('event-note')).toHaveValue('');
  await expect(olga.find('event-result-match')).toHaveValue('1.1');
  await olga.find('event-result-match').selectOption('2.1');
  await expect(olga.find('event-result-match-gone')).toBeHidden();
});

test('the organiser sees who entered from one network, and withdraws them at once', async ({
  proxiedServer,
  visitAt,
}) => {
  const { address } = proxiedServer;
  const olga = await visitAt(address, 'Olga');
  const { request } = olga.page;
  await keepName(request, 'Olga of the Club');
  const event = await createEvent(request, { entries: 'accounts' });
  const hosts = ['203.0.113.1', '198.51.100.7', '203.0.113.2', '203.0.113.3'];
  for (const [at, name] of NAMES.entries()) await enterAs(address, event, name, hosts[at]);
  await olga.page.goto(`/e/${event}`);
  await expect(olga.find('standings')).toContainText('Dora');
  await expect(olga.page.locator('.event-head')).toContainText('Players with an account');
  await unfold(olga, 'Players of one network');
  await expect(olga.find('event-networks')).toContainText('A: Anna, Cleo, & Dora');
  await look(olga, 'players of one network');
  await olga.press('event-remove-network');
  await look(olga, 'a question about players of one network');
  await olga.press('event-remove-network-sure');
  await expect(olga.find('event-networks')).toBeHidden();
  await expect(olga.find('standings')).not.toContainText('Dora');
  await expect(olga.find('standings')).toContainText('Ben');
});

test('what can’t be done yet says why', async ({ come }) => {
  const olga = await come('Olga');
  const { request } = olga.page;
  await keepName(request, 'Olga of the Club');
  const event = await createEvent(request, { computers: 'beginner', fill_to: 4 });
  await olga.page.goto(`/e/${event}`);
  await expect(olga.find('event-lacking')).toHaveText('At least one person must take part.');
  await expect(olga.find('event-start')).toBeDisabled();
  const data = { action: 'start' };
  const refused = await request.post(`/api/tournaments/${event}/actions`, { data });
  expect([refused.status(), (await refused.json()).code]).toEqual([409, 'too_few']);
  await olga.press('event-enter');
  await expect(olga.find('event-start')).toBeEnabled();
  await olga.press('event-start');
  // The table of the match says which one it is, and leads back.
  await olga.page.waitForURL('**/t/*', SLOW);
  await expect(olga.page.locator('.table-title')).toHaveText('Friday · Round 1 of 3');
  await look(olga, 'a table of a tournament');
  await expect(olga.find('open-invite')).toBeHidden();
  await olga.press('back');
  await olga.page.waitForURL(`**/e/${event}`);
});
