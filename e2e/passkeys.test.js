import { expect, test } from './fixtures.js';
import { addAuthenticator, named } from './passkey_device.js';

/**
 * What a page of the client does with passkeys, in the page itself. Each function is sent there as it
 * stands, so none uses anything from outside itself.
 */

/** @param {string} name */
async function keepAccount(name) {
  await fetch('/api/me');
  const kept = await fetch('/api/account', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  return (await kept.json()).account;
}

/** Makes a passkey, and adds it to the account. */
async function addPasskey() {
  const started = await fetch('/api/account/passkeys/start', { method: 'POST' });
  const { challenge, options } = await started.json();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await navigator.credentials.create({ publicKey });
  const credential = /** @type {PublicKeyCredential} */ (made).toJSON();
  const added = await fetch('/api/account/passkeys', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ challenge, credential }),
  });
  return { status: added.status, body: await added.json() };
}

/** Signs in by whichever passkey the browser has. */
async function signIn() {
  await fetch('/api/me');
  const started = await fetch('/api/sign-in/passkey/start', { method: 'POST' });
  const { challenge, options } = await started.json();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const given = await navigator.credentials.get({ publicKey });
  const credential = /** @type {PublicKeyCredential} */ (given).toJSON();
  const answer = await fetch('/api/sign-in/passkey', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ challenge, credential }),
  });
  return { status: answer.status, body: await answer.json() };
}

test('a passkey lets its owner in at another device, and a copy of it is found out', async ({
  newPage,
  server,
}) => {
  /** A browser of its own, at the name that browsers offer passkeys under. */
  async function device() {
    const page = await newPage();
    await page.goto(named(server.address));
    return { page, ...(await addAuthenticator(page)) };
  }
  const home = await device();
  const account = await home.page.evaluate(keepAccount, 'Ana');
  expect(account.offers_passkeys).toBe(true);
  const added = await home.page.evaluate(addPasskey);
  expect(added.status).toBe(200);
  expect(added.body.passkeys).toHaveLength(1);
  // The browser won't make a second one for the same account.
  await expect(home.page.evaluate(addPasskey)).rejects.toThrow(/InvalidStateError/);

  // Password managers carry passkeys from device to device.
  const { credentials } = await home.devtools.send('WebAuthn.getCredentials', {
    authenticatorId: home.authenticatorId,
  });
  expect(credentials).toHaveLength(1);
  const other = await device();
  await other.devtools.send('WebAuthn.addCredential', {
    authenticatorId: other.authenticatorId,
    credential: credentials[0],
  });
  const signedIn = await other.page.evaluate(signIn);
  expect(signedIn.status).toBe(200);
  expect(signedIn.body.account.person).toBe(account.person);
  expect(signedIn.body.account.name).toBe('Ana');

  // The first device's count hasn't grown meanwhile: of the two, one is a copy.
  const third = await device();
  await third.devtools.send('WebAuthn.addCredential', {
    authenticatorId: third.authenticatorId,
    credential: credentials[0],
  });
  const copied = await third.page.evaluate(signIn);
  expect(copied.status).toBe(422);
  expect(copied.body.code).toBe('bad_code');

  const id = added.body.passkeys[0].id;
  const removed = await other.page.evaluate(async (passkey) => {
    const answer = await fetch(`/api/account/passkeys/${passkey}`, { method: 'DELETE' });
    return answer.status;
  }, id);
  expect(removed).toBe(204);
  const late = await other.page.evaluate(signIn);
  expect(late.status).toBe(422);
});

test('at an IP address neither the browser nor the server offers passkeys', async ({
  newPage,
  server,
}) => {
  const page = await newPage();
  await page.goto(server.address);
  const me = await page.evaluate(async () => (await fetch('/api/me')).json());
  expect(me.offers_passkeys).toBeUndefined();
});
