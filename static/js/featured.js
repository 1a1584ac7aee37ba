/** The match that the front page shows small: what the server tells of it. Pure. */
import { tableFromSnapshot, withMissed, withUpdate } from './table/fold.js';

/** @import { ServerMessage } from './protocol.js' */
/** @import { Facts, LocalMessage, State } from './state.js' */

/** A followed match, which a visitor without a seat watches. @typedef {{ id: string, facts: Facts | null }} Featured */
/** @typedef {Extract<ServerMessage, { type: 'table' | 'missed' | 'update' | 'outside' | 'closed' }>} Told */

/** @type {readonly string[]} */
const TOLD = /** @type {Told['type'][]} */ (['table', 'missed', 'update', 'outside', 'closed']);

/**
 * Whether a message is about the match on the front page.
 * @param {State} state
 * @param {ServerMessage | LocalMessage} message
 * @returns {message is Told}
 */
export function isOfFeatured({ featured }, message) {
  return featured !== null && TOLD.includes(message.type) && Object(message).table === featured.id;
}

/** The match after a message about it. @param {Featured} featured @param {Told} message @returns {Featured} */
export function afterTold({ id, facts }, message) {
  switch (message.type) {
    case 'table':
      return { id, facts: tableFromSnapshot(facts, message) };
    case 'missed':
      return { id, facts: facts && withMissed(facts, message) };
    case 'update':
      return { id, facts: facts && withUpdate(facts, message) };
    default:
      return { id, facts: null };
  }
}
