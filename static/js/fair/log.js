/** What the server's public log proves (docs/fair-deal.md, The public log). */
import { request } from '../api.js';
import { isHeadSigned, u64 } from './receipt.js';
import { hex, joined, sha256, u32, unhex } from './scheme.js';

/** @import { LogEntry, ProvedEntries, ProvedEntry, Receipt } from '../protocol.js' */
/** @import { Bytes } from './scheme.js' */

/** The entries that tell how a match ended, with their numbers in what is hashed. */
const ENDS = { ended: 3, aborted: 4 };

/**
 * Whether the log proves that the match of a receipt has ended.
 * @param {Receipt} receipt
 * @param {(path: string) => Promise<ProvedEntries>} [get]
 */
export async function hasEnded({ commitment, match, key }, get = request) {
  const path = `/api/transparency/entries?commitment=${commitment}&match=${match}`;
  const { entries } = await get(path);
  for (const proved of entries) {
    const { entry, log } = proved;
    if (entry.type !== 'ended' && entry.type !== 'aborted') continue;
    if (entry.commitment !== commitment || entry.match !== match) continue;
    if ((await isHeadSigned(key, log)) !== false && (await isIncluded(proved))) return true;
  }
  return false;
}

/** The end of a match, as it is hashed. @param {Extract<LogEntry, { type: 'ended' | 'aborted' }>} entry */
function bytesOf({ type, at_ms, commitment, match, transcript }) {
  const [chain, played] = [unhex(commitment), unhex(transcript)];
  if (!chain || !played) return null;
  return joined(Uint8Array.of(ENDS[type]), u64(at_ms), chain, u32(match), played);
}

/** Whether an entry is at its place in the tree (RFC 9162, 2.1.3.2). @param {ProvedEntry} proved */
async function isIncluded({ entry, index, log: { size, root }, path }) {
  const bytes = entry.type === 'ended' || entry.type === 'aborted' ? bytesOf(entry) : null;
  if (!bytes || index >= size) return false;
  let [at, last] = [index, size - 1];
  let made = await sha256(joined(Uint8Array.of(0), bytes));
  for (const digits of path) {
    const other = unhex(digits);
    if (!other || last === 0) return false;
    const isRight = at % 2 === 1 || at === last;
    made = await node(...(isRight ? [other, made] : [made, other]));
    while (isRight && at > 0 && at % 2 === 0) [at, last] = [at / 2, half(last)];
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && hex(made) === root;
}

/** @param {number} number */
const half = (number) => Math.floor(number / 2);

/** @param {Bytes[]} children */
const node = (...children) => sha256(joined(Uint8Array.of(1), ...children));
