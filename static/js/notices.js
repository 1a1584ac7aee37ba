/**
 * Notifications: those of the page while it isn't looked at, and what becomes of those of the service worker (`sw.js`).
 * Fetched where the visitor allows them.
 */

import { mayLeave } from './calls.js';
import { notationInWords, presetInWords } from './format/notation.js';
import { sentencesAbout } from './format/sentences.js';
import { factsOf, t } from './i18n/index.js';
import { eachTimeVisible } from './lifecycle.js';
import {
  matchFound,
  newcomerName,
  requestingName,
  timeGivenBack,
  timeGotShort,
  tournamentMatchBegan,
  turnBegan,
} from './moments.js';
import { mayNotify } from './notify.js';
import { parseRoute, pathOf } from './route.js';
import { settings } from './settings.js';

/** @import { Route, State } from './state.js' */

/**
 * What a notification leads to, as the service worker has it too. `waits`: it is of use only while its table waits for
 * the visitor.
 * @typedef {{ path: string, waits: boolean }} Aim
 */

/** What is told of a table. @typedef {{ table: string, title: string, body: string, waits: boolean }} Note */

/**
 * The notification for a change of state, or null. Pure.
 * @param {State} state
 * @param {State} before
 * @returns {Note | null}
 */
export function noteFor(state, before) {
  const { table, matching, entered } = state;
  if (matching.found && matchFound(state, before)) {
    const body = presetInWords(matching.found.preset);
    return { table: matching.found.table, title: t('quick.found'), body, waits: true };
  }
  if (entered?.table && tournamentMatchBegan(state, before)) {
    const body = state.tournament?.head.name ?? '';
    return { table: entered.table, title: t('tournament.match_begins'), body, waits: true };
  }
  if (!table) return null;
  const rules = notationInWords(table.room.notation, table.room.boards);
  /** @param {string} title @param {string} body @param {boolean} waits */
  const note = (title, body, waits) => ({ table: table.id, title, body, waits });
  const who = newcomerName(state, before);
  if (who !== null) return note(t('event.sat', { name: who }), rules, false);
  const asker = requestingName(state, before);
  if (asker !== null) return note(t('request.title', { name: asker }), rules, false);
  if (timeGotShort(state, before)) return note(t('clock.warning'), rules, true);
  // Its notification takes the place of the warning.
  if (!turnBegan(state, before) && !timeGivenBack(state, before)) return null;
  const texts =
    table.news === before.table?.news
      ? []
      : sentencesAbout(table.fresh, table.room, null, table.view);
  const latest = texts.map((one) => one.text).slice(-2);
  return note(t('turn.you_note'), factsOf([...latest, rules]), true);
}

/** Whether a table still waits for the visitor, as far as the page knows. Pure. @param {State} state @param {string} table */
export function isAwaited({ own, matching, entered, table: shown }, table) {
  const known = own?.find((one) => one.table === table);
  if (known) return known.waits;
  return (
    own === null ||
    matching.found?.table === table ||
    entered?.table === table ||
    shown?.id === table
  );
}

/** The mark of all notices of a table: a newer one replaces the older. The service worker has the same. @param {string} table */
const tagOf = (table) => `boneyard ${table}`;

/** The page of a table. @param {string} table @returns {Route} */
const pageOf = (table) => ({ page: 'table', table, invite: null });

/** The table to which a path leads. @param {string} path */
function tableOf(path) {
  const route = parseRoute(new URL(path, location.href));
  return route.page === 'table' ? route.table : null;
}

/**
 * Follows the state and calls the visitor when it is time.
 * @param {() => State} get
 * @param {(route: Route) => void} go
 */
export function createNotices(get, go) {
  /** Those that the page has shown itself. @type {Map<string, Notification>} */
  const shown = new Map();

  /** @param {string} path */
  function lead(path) {
    if (mayLeave(get())) go(parseRoute(new URL(path, location.href)));
  }

  /** @param {Note} note */
  async function show({ table, title, body, waits }) {
    const path = pathOf(pageOf(table));
    const options = { body, tag: tagOf(table), icon: '/icon.svg', data: { path, waits } };
    try {
      const note = new Notification(title, options);
      note.addEventListener('click', () => {
        window.focus();
        note.close();
        lead(path);
      });
      shown.set(table, note);
    } catch {
      // On Android only a service worker may show one.
      const worker = await navigator.serviceWorker.ready;
      await worker.showNotification(title, options);
    }
  }

  /** Takes those notices away that were seen, or whose table waits no more. */
  async function settle() {
    const worker = await navigator.serviceWorker?.getRegistration();
    const kept = (await worker?.getNotifications()) ?? [];
    const state = get();
    const seen = document.hidden || state.route.page !== 'table' ? null : state.route.table;
    for (const note of [...kept, ...shown.values()]) {
      const { path = '', waits = false } = /** @type {Partial<Aim>} */ (note.data ?? {});
      const table = tableOf(path);
      if (table === null || (table !== seen && (!waits || isAwaited(state, table)))) continue;
      note.close();
      shown.delete(table);
    }
  }
  // What can't be taken away stays.
  const settleSoon = () => void settle().catch(() => {});

  eachTimeVisible(settleSoon);
  navigator.serviceWorker?.addEventListener('message', ({ data, ports }) => {
    if (data.type === 'where') {
      const state = get();
      const isThere = state.route.page === 'table' && state.route.table === tableOf(data.path);
      ports[0].postMessage({ isThere, isFree: mayLeave(state) });
    } else if (data.type === 'go') go(parseRoute(new URL(data.path, location.href)));
    else if (data.type === 'shown') settleSoon();
  });
  settleSoon();

  return (/** @type {State} */ state, /** @type {State} */ before) => {
    const { own, route, matching, entered } = before;
    if (
      state.own !== own ||
      state.route !== route ||
      state.matching.found !== matching.found ||
      state.entered !== entered
    )
      settleSoon();
    if (!settings.get().notify || !document.hidden || !mayNotify()) return;
    const note = noteFor(state, before);
    // A browser that refuses after all is no fault of the page.
    if (note) show(note).catch(() => {});
  };
}
