/** A browser at a table of `deal_table.js`: the client's own code, with storage of its own. */

import { createKeptLog, entriesOf } from '../../static/js/fair/log.js';
import { createDealNotes, createShown } from '../../static/js/fair/notes.js';
import { createPartner } from '../../static/js/fair/partner.js';
import { dealVerdict } from '../../static/js/fair/verdict.js';
import { memory } from './line.js';

/**
 * @param {number} seat
 * @param {(seat: number, message: any) => void} send
 * @param {(path: string) => Promise<any>} answer
 */
export function createBrowser(seat, send, answer) {
  const stores = { notes: memory(), log: memory(), shown: memory() };
  const notes = createDealNotes(stores.notes);
  const log = createKeptLog(stores.log, answer);
  let cuts = 0;
  let place = seat;
  let changes = 0;
  /** What is done later, if the test lets the time pass. @type {(() => void)[]} */
  const waiting = [];
  const clock = { now: 1 };

  /** A page of the browser, which shares its storage with the others. */
  function open() {
    /** @type {any} */
    let last = null;
    const partner = createPartner({
      send(message) {
        send(place, message);
        return true;
      },
      changed() {
        changes += 1;
      },
      notes,
      log,
      shown: createShown(stores.shown),
      entries: (table, match) => entriesOf(table, match, answer),
      get: /** @type {any} */ (answer),
      now: () => clock.now,
      later: (work) => void waiting.push(work),
    });
    return {
      /** @param {any} table */
      async hear(table) {
        last = { ...table, ui: { cuts, cut: false } };
        await partner.hear(last);
      },
      /** The connection is lost. */
      cut: () => last && partner.hear({ ...last, ui: { cuts, cut: true } }),
      /** Until all is done that was begun. */
      rest: () => (last ? partner.hear(last) : undefined),
      verdict: () => (last ? dealVerdict(last, { notes, log }) : null),
    };
  }

  let page = open();
  return {
    notes,
    log,
    open,
    clock,
    /** A minute goes by. */
    async wait() {
      for (const work of waiting.splice(0)) work();
      await page.rest();
    },
    /** From now on nothing can be stored. */
    fill() {
      for (const store of Object.values(stores)) store.write = () => {};
    },
    /** How often the browser's verdict may have changed. */
    changes: () => changes,
    /** @param {any} table */
    hear: (table) => page.hear(table),
    verdict: () => page.verdict(),
    reload() {
      page = open();
    },
    cut() {
      cuts += 1;
      return page.cut();
    },
    /** The visitor goes to another page, where losses of the connection aren't counted, and comes back. */
    leave() {
      cuts = 0;
    },
    /** The visitor has another seat from now on. @param {number} seat */
    sit(seat) {
      place = seat;
    },
    /** The rounds that this browser noted. @param {string} table @param {number} match */
    shown: (table, match) => notes.find(table, match)?.rounds ?? {},
  };
}
