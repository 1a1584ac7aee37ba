import { EventEmitter, once } from 'node:events';
import { PHONE } from './boxes.js';
import { expect, test } from './fixtures.js';
import { holdBack } from './held.js';
import { look } from './look.js';
import { addAuthenticator, named } from './passkey_device.js';
import { playRated } from './rated.js';

/** @typedef {import('./person.js').Person} Person */

/**
 * A guest keeps their name.
 *
 * @param {Person} person
 * @param {string} name
 * @returns {Promise<string>} the recovery code
 */
async function keep(person, name) {
  await person.page.goto('/account');
  await person.find('keep-name').fill(name);
  await person.press('keep');
  await expect(person.find('account-name')).toHaveText(name);
  const groups = person.find('recovery-code').locator('span');
  await expect(groups).not.toHaveCount(0);
  const code = (await groups.allTextContents()).join('-');
  expect(code).toMatch(/^(\w{4}-)+\w{4}$/);
  await look(person, 'account, recovery code');
  await person.press('recovery-kept');
  await expect(person.find('recovery-code')).toHaveCount(0);
  return code;
}

/**
 * Plays a short match against the weakest computer player.
 *
 * @param {Person} person
 */
async function playComputer(person) {
  const { request } = person.page;
  const { line } = await (await request.get('/api/presets')).json();
  const { rules } = line.presets.find(
    (/** @type {{ name: string }} */ { name }) => name === 'Five-Up',
  );
  const data = { rules: { line: { ...rules, target: 10 } }, access: 'link', kept_seats: 0 };
  const answer = await request.post('/api/tables', { data: { ...data, computers: ['beginner'] } });
  await person.page.goto(`/t/${(await answer.json()).table}`);
  await person.playQuickly();
}

/**
 * Two who keep accounts play a rated match, which the second gives up, and is warned.
 *
 * @param {Person} host
 * @param {Person} other
 * @returns {Promise<string>} what it did to the host's rating
 */
async function mustWarnWhoLeaves(host, other) {
  const change = await playRated(host, other, { preset: 'Five-Up', access: 'link' });
  await look(host, 'what a rated match did');
  const conduct = async () => (await other.page.request.get('/api/me/conduct')).json();
  await expect.poll(conduct).toMatchObject({ leaves: 1, kept_out: false });
  return change;
}

test('a guest plays a match, keeps the account with a passkey, and comes in on a second device', async ({
  server,
  visitAt,
}) => {
  const address = named(server.address);
  const ana = await visitAt(address, 'Ana');
  await addAuthenticator(ana.page);
  const lines = await holdBack(ana, /\/js\/views\/people\/account_lines/);
  await playComputer(ana);
  // Back from the table is the moment to ask, once a day, even if the question is long on its way.
  await ana.press('back');
  await expect.poll(lines.requests).toBe(1);
  lines.release();
  await expect(ana.find('offer-account')).toBeVisible();
  await look(ana, 'offer of an account');
  await ana.press('offer-keep');
  await expect(ana.find('keep-name')).toHaveValue('Ana');
  await keep(ana, 'Ana the Great');
  await ana.press('passkey-add');
  await expect(ana.find('passkeys').getByRole('listitem')).toHaveCount(1);
  await look(ana, 'account');
  const ben = await visitAt(address, 'Ben');
  await keep(ben, 'Ben');
  const [, after] = /→ (\d+)/.exec(await mustWarnWhoLeaves(ana, ben)) ?? [];
  await ana.page.goto('/account');

  // A second device shows the code that the first one made, and is let in there.
  const phone = await visitAt(address, 'Phone');
  await phone.page.setViewportSize(PHONE);
  await phone.choose('to-account');
  await look(phone, 'account of a guest, phone');
  await ana.press('transfer-make');
  const halves = ana.find('transfer-code').locator('span');
  await expect(halves).toHaveCount(2);
  const code = (await halves.allTextContents()).join(' ');
  expect(code).toMatch(/^\w{4} \w{4}$/);
  await phone.find('transfer-code').fill(code.toLowerCase());
  await phone.press('transfer-in');
  await expect(phone.find('transfer-waits')).not.toBeEmpty();
  await expect(ana.find('transfer-asks')).toContainText(/ wants to come in/);
  await look(ana, 'account, another device');
  await ana.press('transfer-agree');
  await expect(phone.find('account-name')).toHaveText('Ana the Great');
  await expect(phone.find('devices').getByRole('listitem')).toHaveCount(2);
  await look(phone, 'account, phone');
  await phone.page.setViewportSize({ width: 320, height: 568 });
  await look(phone, 'account, small phone');
  await phone.page.goto('/me');
  await expect(phone.find('match').first()).toBeVisible();
  const match = phone.page.locator('[data-result="won"]').first();
  await expect(match).toBeVisible();
  await match.click();
  const record = phone.page.url();
  const { person } = await (await phone.page.request.get('/api/account')).json();
  await phone.page.goto(`/p/${person}`);
  await expect(phone.find('rating-all_fives')).toContainText(String(after));

  // The second device is signed out from the first: its page becomes a stranger's.
  await ana.page.goto('/account');
  await ana.find('device-sign-out').click();
  await expect(ana.find('devices').getByRole('listitem')).toHaveCount(1);
  await phone.page.goto('/account');
  await expect(phone.find('keep')).toBeVisible();

  // The passkey brings it back on the first.
  await ana.press('sign-out');
  await expect(ana.find('my-name')).toHaveText(/Guest/);
  await ana.page.goto('/account');
  await ana.find('sign-in-passkey').check({ force: true });
  await ana.press('use-passkey');
  await expect(ana.find('account-name')).toHaveText('Ana the Great');

  // Closing takes the name away, from the record too.
  await ana.press('closing');
  await ana.find('close-name').fill('Ana');
  await ana.press('close');
  await expect(ana.find('part-leaving').getByTestId('refused')).toBeVisible();
  await ana.find('close-name').fill('Ana the Great');
  await ana.press('close');
  await expect(ana.find('my-name')).toHaveText(/Guest/);
  const { pathname } = new URL(record);
  const told = await (await ana.page.request.get(`/api${pathname}`)).text();
  expect(told).not.toContain('Ana');
});

test('a recovery code brings an account back, and its name is taken', async ({ come }) => {
  const ana = await come('Ana');
  const code = await keep(ana, 'Ana');
  // No passkeys are offered at an address such as 127.0.0.1.
  await expect(ana.find('part-passkeys')).toBeHidden();

  const other = await come('Other');
  other.expectsRefusal = true;
  await other.page.goto('/account');
  await other.find('keep-name').fill('Аna');
  await other.press('keep');
  await expect(other.find('refused').first()).toBeVisible();

  const back = await come('Back');
  back.expectsRefusal = true;
  await back.page.goto('/account');
  await back.find('sign-in-recovery').check({ force: true });
  await back.find('recovery-name').fill('Ana');
  await back.find('recovery-in').fill('0000-0000-0000-0000');
  await back.press('recover');
  await expect(back.find('part-sign-in').getByTestId('refused')).toBeVisible();
  await back.find('recovery-in').fill(code);
  await back.press('recover');
  await expect(back.find('recovery-code')).toBeVisible();
  expect(await back.find('recovery-code').textContent()).not.toBe(code.replaceAll('-', ''));
  await back.press('recovery-kept');
  await expect(back.find('account-name')).toHaveText('Ana');
});

test('a code that came by email brings an account in on a second device', async ({
  mailingServer,
  mailbox,
  visitAt,
}) => {
  const ana = await visitAt(mailingServer.address, 'Ana');
  await keep(ana, 'Ana');
  // A typing error: the code goes astray.
  await ana.find('account-email').fill('ann@dominoes.example');
  await ana.press('account-email-send');
  const astray = await mailbox.code();
  await ana.find('account-email-code').fill(astray);
  await look(ana, 'account, address to be corrected');
  await ana.press('account-email-change');
  await expect(ana.find('account-email-code')).toBeHidden();
  await expect(ana.find('account-email')).toBeFocused();
  await ana.find('account-email').fill('Ana@dominoes.example');
  await ana.press('account-email-send');
  await expect(ana.find('account-email-code')).toHaveValue('');
  await ana.find('account-email-code').fill(await mailbox.code());
  await ana.press('account-email-send');
  await expect(ana.find('email-told')).toHaveText('ana@dominoes.example');

  const phone = await visitAt(mailingServer.address, 'Phone');
  phone.expectsRefusal = true;
  await phone.page.setViewportSize(PHONE);
  await phone.page.goto('/account');
  await phone.find('sign-in-email').check({ force: true });
  // The field has this name, and so has the way in.
  await phone.page.locator('input[type="email"]').fill('ana@dominoes.example');
  await phone.press('sign-in-email-send');
  const code = await mailbox.code();
  const wrong = code === '00000000' ? '00000001' : '00000000';
  await phone.find('sign-in-email-code').fill(wrong);
  await phone.press('sign-in-email-send');
  await expect(phone.find('part-sign-in').getByTestId('refused')).toBeVisible();
  await look(phone, 'account, code by email, phone');
  await phone.find('sign-in-email-code').fill(`${code.slice(0, 4)} ${code.slice(4)}`);
  await phone.press('sign-in-email-send');
  await expect(phone.find('account-name')).toHaveText('Ana');
});

test('a tab that asks who one is while another keeps an account takes nothing away', async ({
  come,
}) => {
  const ana = await come('Ana');
  const other = await ana.page.context().newPage();
  const turns = new EventEmitter();
  const isKept = once(turns, 'kept');
  const isAnswered = once(turns, 'answered');
  // The answer to a request of the guest is under way until the account is kept.
  await other.route('**/api/me', async (route) => {
    const response = await route.fetch();
    turns.emit('answered');
    await isKept;
    await route.fulfill({ response });
  });
  await other.goto('/');
  await isAnswered;
  const data = { name: 'Ana the Great' };
  const kept = await ana.page.request.post('/api/account', { data });
  expect(kept.status()).toBe(201);
  turns.emit('kept');
  await expect(other.getByTestId('my-name')).toHaveText('Ana the Great');
  await ana.page.goto('/account');
  await expect(ana.find('account-name')).toHaveText('Ana the Great');
});

test('what others see is chosen with the keyboard, and kept', async ({ come }) => {
  const ana = await come('Ana');
  await keep(ana, 'Ana');
  const choice = ana.find('prefers-matches_public');
  const before = await choice.isChecked();
  await choice.focus();
  const saved = ana.page.waitForResponse('**/api/account/preferences');
  await ana.page.keyboard.press('Space');
  await saved;
  await ana.page.reload();
  await expect(choice).toBeChecked({ checked: !before });
});
