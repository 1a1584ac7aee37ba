/** What is asked for of finished matches. */
import { request, withBody } from '../api.js';
import { withRounds } from './timeline.js';

/** @import { Matches, MoveAnalysis, Record as MatchRecord, RecordAnalysis, Replay } from '../protocol.js' */
/** @import { Analysed } from '../format/analysed.js' */
/** @import { Timeline } from './timeline.js' */
/** @typedef {{ variant: string, opponent: string, result: string }} Filters */

/** @param {string} id */
const pathOf = (id) => `/api/m/${encodeURIComponent(id)}`;

/** @param {string} id @param {AbortSignal} [signal] @returns {Promise<MatchRecord>} */
export const fetchRecordBody = (id, signal) => request(pathOf(id), { signal });

/**
 * Rounds of a match in positions.
 * @param {string} id
 * @param {number} from
 * @param {AbortSignal} signal
 * @returns {Promise<Replay>}
 */
export const fetchSteps = (id, from, signal) =>
  request(`${pathOf(id)}/steps?from=${from}`, { signal });

/**
 * Rounds of a transcript in positions.
 * @param {string} transcript
 * @param {number} from
 * @param {AbortSignal} signal
 * @returns {Promise<Replay>}
 */
export const replayTranscript = (transcript, from, signal) =>
  request('/api/replay', withBody('POST', { transcript, from }, signal));

/**
 * The visitor's own matches, the latest first.
 * @param {Filters} filters
 * @param {string | null} before what the answer before said
 * @param {AbortSignal} signal
 * @returns {Promise<Matches>}
 */
export function fetchMatches(filters, before, signal) {
  const asked = Object.entries({ ...filters, before }).filter(([, value]) => value);
  const query = new URLSearchParams(/** @type {[string, string][]} */ (asked));
  return request(`/api/me/matches?${query}`, { signal });
}

/**
 * An expert's analysis of a match, longer each time further moves have come.
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Analysed>}
 */
export async function* fetchAnalysis(id, signal) {
  /** @type {MoveAnalysis[]} */
  let moves = [];
  /** @type {number | null} */
  let from = 0;
  while (from !== null) {
    /** @type {RecordAnalysis} */
    const {
      moves: further,
      all,
      next = null,
    } = await request(`${pathOf(id)}/analysis?from=${from}`, {
      signal,
    });
    moves = [...moves, ...further];
    from = next;
    yield { moves, all };
  }
}

/** Takes the visitor's name out of all records. @returns {Promise<{ records: number }>} */
export const deleteName = () => request('/api/me/records/name', { method: 'DELETE' });

/** Hides a match of the visitor from others, or shows it again. @param {string} id @param {boolean} hidden */
export const hideMatch = (id, hidden) =>
  request(`${pathOf(id)}/hidden`, withBody('PUT', { hidden }));

/**
 * A timeline as it is, and longer each time further rounds have come.
 * @param {Timeline} timeline
 * @param {(from: number) => Promise<Replay>} fetchFrom
 */
export async function* fetchRounds(timeline, fetchFrom) {
  yield timeline;
  while (timeline.next !== null) {
    timeline = withRounds(timeline, await fetchFrom(timeline.next));
    yield timeline;
  }
}
