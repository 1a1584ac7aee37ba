/** How the matches of a table ended, by the public log, against what this browser noted of them. Pure. */
import { check } from './check.js';

/** @import { LogEntry, Receipt } from '../protocol.js' */
/** @import { Check } from './check.js' */
/** @import { Note } from './notes.js' */

/**
 * How a match ended, by its entry in the log.
 * @typedef {object} End
 * @property {'ended' | 'aborted' | 'called_off'} type
 * @property {number} [missing] the seats whose seed didn't come, as bits; of a match that was called off
 * @property {string} [transcript] the hash of its transcript; of a match that was dealt
 */

/** How many matches in a row may be called off for one seat: of a match alone, and of one in a section. */
const MISSED_MAX = 2;
const MISSED_IN_SECTION_MAX = 1;
/** How far a server's clock may differ from this device's, in milliseconds. */
const CLOCK_MS_MAX = 10 * 60_000;

/** How a match ended; null if the log has no such entry. @param {LogEntry[]} entries those of the match @returns {End | null} */
export function endOf(entries) {
  const end = entries.find(({ type }) => type !== 'began');
  if (!end || end.type === 'began') return null;
  if (end.type === 'called_off') return { type: end.type, missing: end.missing };
  return { type: end.type, transcript: end.transcript };
}

/** Whether a match has more than one beginning or end. @param {LogEntry[]} entries those of the match */
export function isTwice(entries) {
  const began = entries.filter(({ type }) => type === 'began').length;
  return began > 1 || entries.length - began > 1;
}

/** Whether a seat is one of those that are given as bits. @param {number} bits @param {number} seat */
const has = (bits, seat) => (bits >> seat) % 2 === 1;

/** The seats for which a match may be called off, as bits: those with a promise. @param {Receipt} receipt */
const promisedIn = ({ seats }) =>
  seats.reduce((bits, promise, seat) => bits + (promise ? 2 ** seat : 0), 0);

/** What isn't good about how a match ended. @param {Note} note with its end @returns {Check[]} */
export function endChecks({ told, acknowledged, dealt, receipt, commitment, end }) {
  if (!end || !told || !receipt) return [];
  // The tiles of a match that was dealt should have been on this screen.
  if (end.type !== 'called_off') return dealt ? [] : [check('unshown', null)];
  const { missing = 0 } = end;
  const own = receipt.seats.findIndex((promise) => promise?.commitment === commitment);
  // Only in a section a match is called off for seats of other tables alone.
  const isExplained = missing !== 0 || (receipt.section?.length ?? 0) > 0;
  const isPromised = (missing & ~promisedIn(receipt)) === 0;
  return [
    ...(dealt ? [check('left_open', false)] : []),
    ...(isExplained && isPromised ? [] : [check('missing', false)]),
    ...(has(missing, own) ? [check('withheld', acknowledged ? false : null)] : []),
  ];
}

/** Of a table's matches before one, those since the last that was dealt, the newest first. @param {readonly Note[]} notes @param {number} match */
function sinceDealt(notes, match) {
  const run = [];
  for (let number = match - 1; number > 0; number -= 1) {
    const note = notes.find((one) => one.match === number);
    if (note?.end?.type !== 'called_off') break;
    run.push(note);
  }
  return run;
}

/** How many of a table's matches (before one) were called off, as far as this browser has asked the log. @param {readonly Note[]} notes */
export const calledOffBefore = (notes, match = Number.POSITIVE_INFINITY) =>
  notes.filter((note) => note.match < match && note.end?.type === 'called_off').length;

/**
 * Whether a seat may add a seed to a match: by its promise in the receipt, and the matches that were called off for
 * it since tiles were dealt.
 * @param {readonly Note[]} notes of the table
 * @param {Receipt} receipt
 */
export function areSeatsInTime(notes, { match, seats, section }) {
  const most = section ? MISSED_IN_SECTION_MAX : MISSED_MAX;
  const run = sinceDealt(notes, match);
  const missed = (/** @type {number} */ seat) =>
    run.filter(({ end }) => has(end?.missing ?? 0, seat)).length;
  return seats.every((promise, seat) => promise === null || missed(seat) < most);
}

/**
 * Whether the last two matches for which this browser told its seed ended without a tile on its screen. Those that were
 * called off are counted by seat.
 * @param {readonly Note[]} notes of the table
 * @param {number} match
 */
export function isThrownAway(notes, match) {
  const isDealt = (/** @type {Note} */ { dealt, rounds }) => dealt === true || rounds !== undefined;
  const last = notes
    .filter((note) => note.match < match && note.end?.type !== 'called_off')
    .filter((note) => note.told || isDealt(note))
    .sort((one, other) => other.match - one.match)
    .slice(0, 2);
  return last.length === 2 && !last.some(isDealt);
}

/**
 * Whether a match began between the promise of this browser and now, by this device's clock.
 * @param {Note} note
 * @param {Receipt} receipt
 * @param {number} now_ms
 */
export const isInTime = ({ promised_ms }, { at_ms }, now_ms) =>
  at_ms >= promised_ms - CLOCK_MS_MAX && at_ms <= now_ms + CLOCK_MS_MAX;
