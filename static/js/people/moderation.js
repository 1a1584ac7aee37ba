/** What a moderator can do about a report. Pure. */

/** @import { Act, ReportBody, TakeAct } from '../protocol.js' */

/** The spans for which a person can be muted, in minutes: from ten minutes to a month. */
export const MUTES = [10, 60, 24 * 60, 7 * 24 * 60, 30 * 24 * 60];

/**
 * What can be done about a report now, in the order in which it is offered.
 * @param {ReportBody} report
 * @param {number} now_ms
 * @returns {Act[]}
 */
export function actsFor({ closed_out, muted_until_ms, closed_ms, from_network }, now_ms) {
  const isMuted = muted_until_ms !== undefined && muted_until_ms > now_ms;
  /** @type {[Act, boolean][]} */
  const acts = [
    ['dismiss', closed_ms === undefined],
    ['dismiss_network', from_network !== undefined],
    ['warn', true],
    ['mute', true],
    ['unmute', isMuted],
    ['close', !closed_out],
    ['reopen', closed_out],
    ['note', true],
  ];
  return acts.filter(([, may]) => may).map(([act]) => act);
}

/** Whether an act says nothing without a text. @param {Act} act */
export const needsNote = (act) => act === 'note' || act === 'warn';

/**
 * @param {Act} act
 * @param {number} minutes
 * @param {string} note
 * @returns {TakeAct}
 */
export const actOf = (act, minutes, note) =>
  act === 'mute' ? { act, minutes, note } : { act, note };

/**
 * The reports with one of them as it is now.
 * @param {readonly ReportBody[]} reports
 * @param {ReportBody} changed
 */
export const withReport = (reports, changed) =>
  reports.map((one) => (one.number === changed.number ? changed : one));

/**
 * Which report is to be looked at after one: the next that is open, or the first; null if none is.
 * @param {readonly ReportBody[]} reports
 * @param {number} number
 */
export function nextOpenReport(reports, number) {
  const at = reports.findIndex((one) => one.number === number);
  const inOrder = [...reports.slice(at + 1), ...reports.slice(0, at + 1)];
  return inOrder.find(({ closed_ms }) => closed_ms === undefined)?.number ?? null;
}

/**
 * Where the list goes on: all reports that are open come first, and then those that were closed, the last
 * first.
 * @param {readonly ReportBody[]} reports those of the last answer
 * @returns {{ after?: number, before?: number }}
 */
export function nextPage(reports) {
  const last = reports.at(-1);
  if (!last) return {};
  return last.closed_ms === undefined ? { after: last.number } : { before: last.number };
}

/**
 * The reports with those of the next answer. One that was closed meanwhile comes again.
 * @param {readonly ReportBody[]} reports
 * @param {readonly ReportBody[]} next
 */
export function withPage(reports, next) {
  const known = new Set(reports.map(({ number }) => number));
  return [...reports, ...next.filter(({ number }) => !known.has(number))];
}
