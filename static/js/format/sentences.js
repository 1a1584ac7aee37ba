/** What happened at a table, in short sentences. Pure. */
import { gameOf } from '../games/index.js';

/** @import { AnyView, Sentence } from '../games/contract.js' */
/** @import { Room } from '../protocol.js' */

/**
 * Events as short sentences; what belongs together is said in one.
 * @param {readonly any[]} events as the table's game tells them
 * @param {Room} room
 * @param {number | null} [you] the seat that is spoken to
 * @param {AnyView | null} [view] one that knows the events
 * @returns {Sentence[]}
 */
export const sentencesAbout = (events, room, you = null, view = null) =>
  events.length > 0 ? gameOf(room).sentences(events, room, you, view) : [];

/**
 * The same when some of the events have been told before: a sentence is kept while what it tells,
 * and what comes next, is the same.
 * @param {{ events: readonly any[], said: Sentence[] }} before by the same room, to the same reader
 * @param {readonly any[]} events
 * @param {Room} room
 * @param {number | null} [you] the seat that is spoken to
 * @param {AnyView | null} [view] one that knows the events
 * @returns {Sentence[]}
 */
export function continuedSentences(before, events, room, you = null, view = null) {
  let same = 0;
  while (same < events.length && events[same] === before.events[same]) same += 1;
  let [kept, told] = [0, 0];
  while (kept < before.said.length && told + before.said[kept].used < same) {
    told += before.said[kept].used;
    kept += 1;
  }
  return [...before.said.slice(0, kept), ...sentencesAbout(events.slice(told), room, you, view)];
}
