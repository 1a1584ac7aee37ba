/** A match against computer players, without the dialog. */
import { fetchCatalogue } from './api.js';
import { createTableBody, formFor } from './create_model.js';
import { openTable } from './fair/promise.js';
import { settings } from './settings.js';

/** @import { Level } from './protocol.js' */

/**
 * Opens a table against computer players, as the last one was, but for the game. Its id.
 * @param {string} preset
 * @param {Level} [level] how strong they are, if not as last time
 */
export async function openComputerTable(preset, level) {
  const catalogue = await fetchCatalogue();
  const form = formFor(catalogue, 'computer', settings.get().tables.computer, preset);
  return openTable(createTableBody(catalogue, { ...form, level: level ?? form.level }));
}
