/** Records, as a server signs them (docs/fair-deal.md, Records). */
import { ascii, joined, sha256, sizeAndRoot } from './scheme.js';
import { verifies } from './signature.js';

/** @import { RecordSignature } from '../protocol.js' */

const RECORD = ascii('boneyard-record/1\0');

/** JSON as it is signed (RFC 8785): sorted, no white space. @param {unknown} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join()}}`;
}

/**
 * Whether a record is as the key that it names has signed it; null if that couldn't be checked. It may come
 * from anywhere: what isn't a signature at all doesn't hold.
 * @param {{ signed?: unknown }} record
 */
export async function isRecordSigned({ signed, ...rest }) {
  const hash = await sha256(new TextEncoder().encode(canonical(rest)));
  const { log, key, signature } = /** @type {Partial<RecordSignature>} */ (signed ?? {});
  if (!log || typeof log.size !== 'number' || !key || !signature) return false;
  return verifies(key, signature, joined(RECORD, hash, sizeAndRoot(log))).catch(() => null);
}
