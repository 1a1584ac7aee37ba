/** Asking again and again until there is an answer. */

/**
 * Runs something every so often, the first time after one pause, until it says that it is enough. A
 * failure is no answer: it is asked again.
 * @param {number} ms the pause
 * @param {() => Promise<boolean>} run whether it is to be run again
 * @param {(run: () => void, ms: number) => unknown} [later] a timer (a fake one in tests)
 * @returns {() => void} what ends it
 */
export function repeat(ms, run, later = setTimeout) {
  let ended = false;
  async function next() {
    if (ended) return;
    const again = await run().catch(() => true);
    if (again && !ended) later(next, ms);
  }
  later(next, ms);
  return () => {
    ended = true;
  };
}
