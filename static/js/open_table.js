/** Opens tables for this visitor. */
import { createTable } from './api.js';
import { notes } from './fair/own.js';
import { freshSeed } from './fair/partner.js';

/** @import { CreateTable } from './protocol.js' */

/**
 * Opens the table with a promise for its first match, which may begin at once.
 * @param {CreateTable} wanted
 * @param {AbortSignal} [signal]
 * @returns the table's id
 */
export async function openTable(wanted, signal) {
  const { seed, commitment } = await freshSeed();
  const { table } = await createTable({ ...wanted, commitment }, signal);
  notes.keep({ table, match: 1, seed, commitment: null });
  return table;
}
