/** Asking the server for something about a tournament. */
import { namedKey, textOrNull } from '../../i18n/index.js';
import { attempt } from '../attempt.js';

/**
 * Does something about a tournament, or says why it can't be done.
 * @param {HTMLElement} error where it is said
 * @param {() => Promise<unknown>} run
 */
export const attemptHere = (error, run) =>
  attempt(error, run, (code) => textOrNull(namedKey('tournament.refused', code)));
