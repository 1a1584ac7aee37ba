/** The browsers at a table through whole matches: what each was shown, and what of it reached the server. */
import { createBrowser } from './deal_browser.js';
import { createTable } from './deal_table.js';

/**
 * A browser of a player, with two tabs.
 * @typedef {object} Place
 * @property {number} seat
 * @property {ReturnType<typeof createBrowser>} browser
 * @property {ReturnType<ReturnType<typeof createBrowser>['open']>} tab
 * @property {any[]} views all that it was shown, in order
 * @property {any[]} delayed what is on its way to it
 * @property {Map<number, string>} told the seeds that it told, by match
 * @property {(path: string) => Promise<any>} answer what it is answered about the log
 */

/** @typedef {ReturnType<typeof createPlaces>} Places */

/**
 * A table, and a browser at each seat.
 * @param {() => number} random
 * @param {Partial<Parameters<typeof createTable>[0]>} [options] of the table
 */
export function createPlaces(random, options) {
  const may = (/** @type {number} */ share) => random() < share;
  const table = createTable({ seats: 2 + Math.floor(random() * 2), random, ...options });
  /** @type {{ to: Place, message: any }[]} */
  const sent = [];
  /** @param {number} seat */
  function place(seat) {
    const send = (/** @type {number} */ _, /** @type {any} */ message) =>
      void sent.push({ to, message });
    const browser = createBrowser(seat, send, (path) => to.answer(path));
    const answer = (/** @type {string} */ path) => table.log.answer(path);
    /** @type {Place} */
    const to = {
      seat,
      browser,
      tab: browser.open(),
      views: [],
      delayed: [],
      told: new Map(),
      answer,
    };
    return to;
  }
  /** A page hears something. @param {Place} to @param {any} shown */
  async function show(to, shown, isTab = false) {
    to.views.push(structuredClone(shown));
    await (isTab ? to.tab : to.browser).hear(structuredClone(shown));
  }
  return {
    below: (/** @type {number} */ n) => Math.floor(random() * n),
    /** Whether something happens. */
    may,
    table,
    places: Array.from({ length: table.seats }, (_, seat) => place(seat)),
    /** Another device of the player at a seat. */
    place,
    show,
    /** The server takes what browsers have sent. */
    take(lost = 0) {
      const all = sent.splice(0);
      sent.push(...all.filter(({ message }) => message.type === 'fairness'));
      for (const { to, message } of all) {
        if (message.type === 'reveal') to.told.set(message.match, message.seed);
        if (!may(lost)) table.hear(to.seat, message);
      }
    },
    /** The server gives the proofs that were asked for. */
    async prove() {
      const all = sent.splice(0);
      sent.push(...all.filter(({ message }) => message.type !== 'fairness'));
      for (const { to, message } of all) {
        const proof = message.type === 'fairness' ? await table.proof(message.round) : null;
        if (proof) await show(to, { ...table.shows(to.seat), proof });
      }
    },
  };
}
