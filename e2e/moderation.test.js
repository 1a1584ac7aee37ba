import { createEvent } from './entrants.js';
import { expect, test } from './fixtures.js';
import { look, lookOnPhone } from './look.js';

/** @typedef {import('./person.js').Person} Person */

/**
 * A guest keeps their name.
 *
 * @param {Person} person
 * @param {string} name
 */
async function keep(person, name) {
  const answer = await person.page.request.post('/api/account', { data: { name } });
  expect(answer.status()).toBe(201);
}

/**
 * Two sit at a table, where one says something.
 *
 * @param {Person} ana
 * @param {Person} ben
 */
async function sitTogether(ana, ben) {
  await ben.join(await ana.open('Five-Up', { target: 250 }));
  await ana.press('ready');
  await ben.waitForPlaying();
  await ben.press('fold-panel');
  await ben.find('chat-input').fill('You play like a wooden tile.');
  await ben.press('chat-send');
  await expect(ana.find('chat-log')).toContainText('wooden tile');
}

/**
 * Opens what can be done about the other player.
 *
 * @param {Person} person
 */
async function openMenu(person) {
  await person.page.locator('.seat-menu-button:visible').click();
  await expect(person.find('seat-menu')).toBeVisible();
}

test('somebody is reported, and a moderator warns and mutes them', async ({ server, come }) => {
  const [ana, ben, mo] = [await come('Ana'), await come('Ben'), await come('Mo')];
  await keep(ben, 'Ben the Rude');
  await keep(mo, 'Mo');
  await server.command('moderator', 'add', 'Mo');
  await sitTogether(ana, ben);

  await openMenu(ana);
  await look(ana, 'menu of a seat');
  await ana.press('report');
  await ana.find('reason-abuse').check();
  await ana.find('report-words').fill('He insults me.');
  await look(ana, 'report');
  await ana.press('report-send');
  await expect(ana.find('report-done')).toBeVisible();
  await ana.press('report-close');

  await mo.page.goto('/account');
  await mo.press('to-moderation');
  await expect(mo.find('open-reports')).toHaveText('1 open report');
  await expect(mo.find('report-view')).toContainText('Ben the Rude');
  await expect(mo.find('report-said')).toHaveText('He insults me.');
  await expect(mo.find('report-chat')).toContainText('wooden tile');
  await look(mo, 'moderation');
  await lookOnPhone(mo, 'moderation');

  // With the keyboard alone: from the first choice to the right one, its words, and the button.
  await mo.find('act-dismiss').focus();
  await mo.page.keyboard.press('ArrowRight');
  await expect(mo.find('act-warn')).toBeChecked();
  await mo.page.keyboard.press('Tab');
  await mo.page.keyboard.type('Be kind, please.');
  await mo.page.keyboard.press('Tab');
  await mo.page.keyboard.press('Enter');
  await expect(mo.find('moderation-told')).toContainText('Warned');
  await expect(mo.find('open-reports')).toHaveText('0 open reports');

  // He reads it where he is, until he has seen it.
  await expect(ben.find('warning')).toContainText('Be kind, please.');
  await look(ben, 'warning');
  await ben.press('warning-seen');
  await expect(ben.find('warning')).toBeHidden();
  await ben.page.reload();
  await ben.waitForPlaying();
  await expect(ben.find('warning')).toBeHidden();

  await mo.find('act-mute').check({ force: true });
  await mo.find('act-minutes').selectOption('60');
  await mo.press('act-send');
  await expect(mo.find('moderation-told')).toContainText('Muted');
  await expect(mo.find('report-acts').getByRole('listitem')).toHaveCount(2);
  await ben.find('chat-input').fill('No!');
  await ben.press('chat-send');
  await expect(ben.find('notice')).toBeVisible();
  await expect(ana.find('chat-log')).not.toContainText('No!');

  // Nobody else sees the page.
  ben.expectsRefusal = true;
  await ben.page.goto('/moderation');
  await expect(ben.find('only-moderators')).toBeVisible();
});

test('a tournament is reported, and a moderator renames it and deletes it', async ({
  server,
  come,
}) => {
  const [ana, olga, mo] = [await come('Ana'), await come('Olga'), await come('Mo')];
  await keep(olga, 'Olga');
  await keep(mo, 'Mo');
  await server.command('moderator', 'add', 'Mo');
  const event = await createEvent(olga.page.request, { name: 'A rude evening' });
  await ana.page.goto(`/e/${event}`);
  await ana.press('event-report');
  await ana.find('reason-name').check();
  await look(ana, 'report of a tournament');
  await ana.press('report-send');
  await expect(ana.find('report-done')).toBeVisible();
  await ana.press('report-close');
  await expect(ana.find('moderate')).toBeHidden();

  await mo.page.goto('/moderation');
  await expect(mo.find('report-chat')).toContainText('A rude evening');
  await mo.press('report-tournament');
  await expect(mo.find('moderate')).toBeVisible();
  await mo.page.locator('#moderate-name').fill('A kind evening');
  await mo.press('moderate-rename');
  await expect(mo.find('event-name')).toHaveText('A kind evening');
  await expect(ana.find('event-name')).toHaveText('A kind evening');
  await look(mo, 'moderation of a tournament');
  await mo.press('moderate-delete');
  await mo.press('moderate-delete-sure');
  await expect(ana.find('event-name')).toHaveText('A tournament');
});

test('who is blocked is not heard any more, and can be unblocked', async ({ come }) => {
  const [ana, ben] = [await come('Ana'), await come('Ben')];
  await keep(ana, 'Ana');
  await sitTogether(ana, ben);
  await openMenu(ana);
  await ana.press('block');
  await ana.press('block-sure');
  await expect(ana.find('seat-told')).toContainText('Ben is blocked');
  await ana.page.keyboard.press('Escape');
  await expect(ana.find('seat-menu')).toBeHidden();

  await ben.find('chat-input').fill('Are you there?');
  await ben.press('chat-send');
  await expect(ben.find('chat-log')).toContainText('Are you there?');
  await ben.press('phrase-oops');
  await expect(ana.find('chat-log')).not.toContainText('Are you there?');

  await ana.page.goto('/account');
  await expect(ana.find('blocks')).toContainText('Ben');
  await look(ana, 'account, blocked people');
  await ana.press('unblock');
  await expect(ana.find('no-blocks')).toBeVisible();
});

test('a guest sees whom they have blocked, and unblocks them', async ({ come }) => {
  const [ana, ben] = [await come('Ana'), await come('Ben')];
  await sitTogether(ana, ben);
  await ana.page.goto('/account');
  await expect(ana.find('keep')).toBeVisible();
  await expect(ana.find('blocks')).toBeHidden();
  await ana.page.goBack();
  await openMenu(ana);
  await ana.press('block');
  await ana.press('block-sure');
  await expect(ana.find('seat-told')).toContainText('Ben is blocked');

  await ana.page.goto('/account');
  await expect(ana.find('blocks')).toContainText('Ben');
  await look(ana, 'account of a guest, blocked people');
  await ana.press('unblock');
  await expect(ana.find('no-blocks')).toBeVisible();
  await ana.page.reload();
  await expect(ana.find('keep')).toBeVisible();
  await expect(ana.find('blocks')).toBeHidden();
});

test('the queue of reports goes on after its first page', async ({ visit }) => {
  const mo = await visit('Mo');
  const report = (/** @type {number} */ number) => ({
    number,
    created_ms: number,
    reporter: 'Ana',
    reported: `Rude ${number}`,
    reason: 'abuse',
    words: '',
    chat: [],
    table: '0'.repeat(32),
    match: 1,
    earlier_reports: 0,
    closed_out: false,
    acts: [],
  });
  await mo.page.route('**/api/moderation/reports?*', (route) => {
    const after = Number(new URL(route.request().url()).searchParams.get('after'));
    const reports = [report(after + 1), report(after + 2)];
    return route.fulfill({ json: { reports, open: 4, more: after === 0 } });
  });
  await mo.page.goto('/moderation');
  const rows = mo.find('reports').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await mo.press('more-reports');
  await expect(rows).toHaveCount(4);
  await expect(rows.last()).toContainText('Rude 4');
  await expect(mo.find('more-reports')).toBeHidden();
});
