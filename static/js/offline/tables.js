/**
 * Keeps the visitor's own tables as they are seen, for the page without a server and for the badge that the service
 * worker sets when something is told while no page is open.
 */
import { namesOf } from '../format/names.js';
import { notationInWords } from '../format/notation.js';
import { joinNames, loadTexts, locale, t } from '../i18n/index.js';
import { myTurn, waitingElsewhere } from '../select.js';

/** @import { State } from '../state.js' */

await loadTexts('later');

const CACHE = 'offline';

/** Where they lie in the cache. The service worker reads and changes them there. */
const KEPT = '/offline/tables.json';

const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/**
 * The tables in words, and the words around them. Pure.
 * @param {State} state
 * @param {string} at when they are seen
 */
export function tablesInWords({ own, table: shown }, at) {
  const tables = (own ?? []).map(({ table, notation, boards, seats, seat, waits }) => ({
    table,
    name: notationInWords(notation, boards),
    about: joinNames(namesOf(seats).filter((name, other) => name && other !== seat)),
    waits: shown?.id === table ? myTurn(shown) : waits,
  }));
  return {
    title: t('own.title'),
    seen: t('offline.seen', { time: at }),
    turn: t('turn.you'),
    tables,
  };
}

/** How many tables wait for the visitor, the shown one included. Pure. @param {State} state */
export function waitingTables(state) {
  const here = state.table && myTurn(state.table) ? 1 : 0;
  return waitingElsewhere(state).length + here;
}

/** Follows the state, keeps the tables when they have changed, and says on the installed page's icon how many wait. */
export function createTablesKeeper() {
  let last = '';
  let badge = 0;
  return {
    /** @param {State} state */
    async hear(state) {
      const waiting = waitingTables(state);
      // Where there is no icon, there is nothing to say.
      if (waiting !== badge) navigator.setAppBadge?.(waiting).catch(() => {});
      badge = waiting;
      if (state.own === null) return;
      const now = JSON.stringify(tablesInWords(state, '').tables);
      if (now === last) return;
      last = now;
      const cache = await caches.open(CACHE);
      await cache.put(KEPT, Response.json(tablesInWords(state, time.format(new Date()))));
    },
  };
}
