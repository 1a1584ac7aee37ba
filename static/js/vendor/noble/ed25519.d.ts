export const hashes: { sha512?: (message: Uint8Array) => Uint8Array };
export function verify(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean;
