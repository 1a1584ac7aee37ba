/** What is drawn anew while time runs. */

/** How often: no second is skipped. */
const FRAME_MS = 200;

/**
 * Draws something again and again for as long as it is wanted, and its element stands on the page.
 * @param {Element} element
 * @param {() => void} draw
 * @param {number} [every_ms]
 */
export function ticker(element, draw, every_ms = FRAME_MS) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  return {
    /** @param {boolean} wanted */
    run(wanted) {
      clearInterval(timer);
      if (!wanted) return;
      timer = setInterval(() => {
        if (element.isConnected) draw();
        else clearInterval(timer);
      }, every_ms);
    },
  };
}
