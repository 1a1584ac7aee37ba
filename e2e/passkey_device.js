/**
 * Gives a page a device that makes passkeys, and whose owner agrees at once.
 *
 * @param {import('@playwright/test').Page} page
 */
export async function addAuthenticator(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devtools, authenticatorId };
}

/** The address under which browsers make passkeys. @param {string} address */
export const named = (address) => address.replace('127.0.0.1', 'localhost');
