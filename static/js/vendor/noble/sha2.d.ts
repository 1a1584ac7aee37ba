export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer>;
export function sha512(message: Uint8Array): Uint8Array<ArrayBuffer>;
