/**
 * Holds the answers to some requests back.
 *
 * @param {import('./person.js').Person} person
 * @param {string | RegExp} address
 * @param {(number: number) => boolean} [which] by their numbers, from 1
 */
export async function holdBack(person, address, which = () => true) {
  /** @type {(() => void)} */
  let release = () => {};
  const released = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  let requests = 0;
  await person.page.route(address, async (route) => {
    requests += 1;
    if (which(requests)) await released;
    await route.continue().catch(() => {});
  });
  return { release, requests: () => requests };
}
