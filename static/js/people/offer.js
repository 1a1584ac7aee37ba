/** When there is something to say of the visitor's account beside the page that is shown. Pure. */

/** @import { State } from '../state.js' */

/** A guest is asked at most once in so long whether they want to keep their name: a day. */
const OFFERED_EVERY_MS = 24 * 60 * 60 * 1000;

/**
 * Whether a guest has just finished a match of their own: the moment to ask whether they want to stay.
 * @param {Pick<State, 'person' | 'table'>} state
 */
export function hasPlayedAsGuest({ person, table }) {
  return person === null && table?.room.status === 'over' && table.me.seat !== null;
}

/** Whether the lines about the account have anything to show. @param {Pick<State, 'person' | 'table'>} state */
export const needsAccountLines = (state) => Boolean(state.person) || hasPlayedAsGuest(state);

/** Whether a guest may be asked again. @param {number} offered_ms when they were asked last @param {number} now_ms */
export const mayOffer = (offered_ms, now_ms) => Math.abs(now_ms - offered_ms) >= OFFERED_EVERY_MS;
