/**
 * Counts the requests of a page from now on.
 *
 * @param {import('@playwright/test').Page} page
 * @returns {() => Promise<void>} waits until everything that was asked for is there, what it led the page to ask for too,
 *   and drawn
 */
export function watchRequests(page) {
  let asked = 0;
  let open = 0;
  page.on('request', () => {
    asked += 1;
    open += 1;
  });
  const end = () => {
    open -= 1;
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    for (let known = -1; open > 0 || asked > known; ) {
      known = asked;
      await page.evaluate(
        () =>
          new Promise((done) =>
            requestAnimationFrame(() => requestIdleCallback(() => done(undefined))),
          ),
      );
    }
  };
}
