/**
 * Which of several windows of one browser plays for the visitor. The windows share their account, so each of
 * them has the same forced tile.
 */

/** @import {Clock} from './autoplay.js' */

/** How much later a window that isn't seen asks for a turn: a window that is seen gets it first. */
export const HIDDEN_MS = 600;

/**
 * Runs something as soon as no other window has the turn, and keeps the turn until the answer is called.
 * @typedef {(turn: string, run: () => void) => () => void} TurnLock
 */

/**
 * Uses the browser's own locks, which need TLS. Without them each window plays, as two devices do: the server
 * takes the first play, and the refusal of the other one is told to nobody.
 * @param {Clock} clock
 * @param {Pick<Navigator, 'locks'>} browser
 * @param {() => boolean} isHidden
 * @returns {TurnLock}
 */
export function createTurnLock(clock, browser = navigator, isHidden = () => document.hidden) {
  return (turn, run) => {
    let isOver = false;
    let release = () => {};
    /** @type {Promise<void>} */
    const over = new Promise((resolve) => {
      release = resolve;
    });
    function ask() {
      if (isOver) return;
      if (!browser.locks) {
        run();
        return;
      }
      // A window that was closed, or has lost its connection, leaves the turn to the next.
      void browser.locks.request(`boneyard turn ${turn}`, () => {
        if (!isOver) run();
        return over;
      });
    }
    if (isHidden()) clock.set(ask, HIDDEN_MS);
    else ask();
    return () => {
      isOver = true;
      release();
    };
  };
}
