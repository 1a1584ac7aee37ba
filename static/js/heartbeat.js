/**
 * Notices that a connection has fallen silent. A network that goes away leaves the
 * socket open, with no sign. Therefore the client asks the server something after a while without
 * messages. Without an answer the connection counts as lost.
 */

/** Quiet for so long, and the server is asked. */
export const QUIET_MS = 25_000;
/** The time that an answer may take. */
export const ANSWER_MS = 8_000;

/**
 * @typedef {object} HeartbeatOptions
 * @property {() => number} now a clock in milliseconds
 * @property {() => 'asked' | 'idle' | 'closed'} ask sends something that will be answered; or there is
 *   nothing to ask for (`idle`), or no connection (`closed`)
 * @property {() => void} dead called when no answer came
 */

/** @param {HeartbeatOptions} options */
export function createHeartbeat({ now, ask, dead }) {
  let heard = now();
  /** When the question was sent that waits for its answer. @type {number | null} */
  let asked = null;

  function question() {
    if (asked !== null) return;
    const answer = ask();
    if (answer === 'asked') asked = now();
    // A connection that takes so long to be made will never be.
    if (answer === 'closed') giveUp();
  }

  function giveUp() {
    asked = null;
    heard = now();
    dead();
  }

  return {
    /** Something came from the server. */
    heard() {
      heard = now();
      asked = null;
    },
    /** To be called every few seconds. */
    tick() {
      if (asked === null) {
        if (now() - heard >= QUIET_MS) question();
      } else if (now() - asked >= ANSWER_MS) {
        giveUp();
      }
    },
    /** There is a reason to doubt the connection: asks at once, unless something was just heard. */
    doubt() {
      if (asked === null && now() - heard >= ANSWER_MS && ask() === 'asked') asked = now();
    },
  };
}
