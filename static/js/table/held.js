/** What the server tells of a table waits until the game that it tells of is there. */
import { fetchGame, hasGame, kindTold } from '../games/index.js';

/** @import { ServerMessage } from '../protocol.js' */

/**
 * @param {object} means
 * @param {(message: ServerMessage) => void} means.hear
 * @param {() => void} means.lost the game didn't come
 * @param {(kind: string) => Promise<void>} [means.fetch]
 */
export function createHeld({ hear, lost, fetch = fetchGame }) {
  /** What waits, by table. @type {Map<string, ServerMessage[]>} */
  const held = new Map();

  /** @param {string} table @param {string} kind */
  async function wait(table, kind) {
    try {
      await fetch(kind);
    } catch {
      held.delete(table);
      return lost();
    }
    const messages = held.get(table) ?? [];
    held.delete(table);
    for (const message of messages) hear(message);
  }

  return {
    /** Whether a message waits. @param {ServerMessage} message */
    takes(message) {
      const table = 'table' in message && typeof message.table === 'string' ? message.table : '';
      const waiting = held.get(table);
      if (waiting) return waiting.push(message) > 0;
      const kind = kindTold(message);
      if (kind === null || hasGame(kind)) return false;
      held.set(table, [message]);
      void wait(table, kind);
      return true;
    },
  };
}
