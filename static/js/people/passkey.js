/** Making and using a passkey, by what the server says of it in JSON. */

/** A host that is an address and no name: browsers make no passkeys for it. */
const ADDRESS = /^[\d.]+$|^\[/;

/** Whether this browser can make passkeys for this page. */
export const canUsePasskeys = () =>
  isSecureContext &&
  !ADDRESS.test(location.hostname) &&
  typeof PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function';

/**
 * Makes a passkey.
 * @param {any} options what `parseCreationOptionsFromJSON` reads
 * @returns {Promise<unknown>} the credential in JSON
 */
export async function makePasskey(options) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return inJson(await navigator.credentials.create({ publicKey }));
}

/**
 * Proves that one has a passkey.
 * @param {any} options what `parseRequestOptionsFromJSON` reads
 * @returns {Promise<unknown>} the credential in JSON
 */
export async function usePasskey(options) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return inJson(await navigator.credentials.get({ publicKey }));
}

/** @param {Credential | null} credential */
const inJson = (credential) => /** @type {PublicKeyCredential} */ (credential).toJSON();

/**
 * Whether the visitor has closed the browser's question, or has no such passkey: that is no fault.
 * @param {unknown} error
 */
export const wasCancelled = (error) =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);
