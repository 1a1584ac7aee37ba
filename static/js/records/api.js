/** What is asked for of finished matches. */
import { ask } from '../api.js';

/** @import { Record as MatchRecord, Matches, Replay } from '../protocol.js' */
/** @typedef {{ variant: string, opponent: string, result: string }} Filters */

/** @param {string} id @returns {Promise<MatchRecord>} */
export const record = (id) => ask(`/api/m/${encodeURIComponent(id)}`);

/** Rounds of a match in positions. @param {string} id @param {number} from @returns {Promise<Replay>} */
export const steps = (id, from) => ask(`/api/m/${encodeURIComponent(id)}/steps?from=${from}`);

/**
 * Rounds of a transcript in positions.
 * @param {string} transcript
 * @param {number} from
 * @returns {Promise<Replay>}
 */
export function replay(transcript, from) {
  return ask('/api/replay', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ transcript, from }),
  });
}

/**
 * One's own matches, the latest first.
 * @param {Filters} filters
 * @param {string | null} before what the answer before said
 * @returns {Promise<Matches>}
 */
export function matches(filters, before) {
  const asked = Object.entries({ ...filters, before }).filter(([, value]) => value);
  const query = new URLSearchParams(/** @type {[string, string][]} */ (asked));
  return ask(`/api/me/matches?${query}`);
}

/** Takes one's name out of one's records. @returns {Promise<{ records: number }>} */
export const deleteName = () => ask('/api/me/records/name', { method: 'DELETE' });

/**
 * Hides one of one's own matches from others, or shows it again.
 * @param {string} id
 * @param {boolean} hidden
 */
export const hideMatch = (id, hidden) =>
  ask(`/api/m/${encodeURIComponent(id)}/hidden`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ hidden }),
  });
