/** A promise of a seed for a deal: it is made for the next match, or with the table that is opened. */
import { createTable } from '../api.js';
import { keptLog } from './log.js';
import { dealNotes } from './notes.js';
import { commitmentOf, hex } from './scheme.js';

/** @import { CreateTable } from '../protocol.js' */

/** A new seed, and the promise of it. @param {typeof keptLog} log @param {number} now_ms */
export async function freshPromise(log, now_ms) {
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const commitment = hex(await commitmentOf(seed));
  return { seed: hex(seed), commitment, head: log.head(), promised_ms: now_ms };
}

/**
 * Opens the table with a promise for its first match, which may begin at once.
 * @param {CreateTable} wanted
 * @param {AbortSignal} [signal]
 * @returns the table's id
 */
export async function openTable(wanted, signal) {
  if (keptLog.fault()) return (await createTable(wanted, signal)).table;
  const mine = await freshPromise(keptLog, Date.now());
  const { commitment, head } = mine;
  const { table } = await createTable({ ...wanted, commitment, ...(head && { head }) }, signal);
  dealNotes.keep({ table, match: 1, ...mine });
  return table;
}
