/** Calls back a visitor who looks at another page: by the title, notifications, and vibration. */

import { newcomerName, requestingName } from './arrivals.js';
import { nameAt } from './format/names.js';
import { notationInWords, presetInWords } from './format/notation.js';
import { sentences } from './format/words.js';
import { factsOf, t } from './i18n/index.js';
import { eachTimeVisible, whenVisible } from './lifecycle.js';
import { matchFound, timeGotShort, tournamentMatchBegan, turnBegan } from './moments.js';
import { myTurn, turnOf, waitingElsewhere } from './select.js';
import { settings } from './settings.js';

/** @import { Route, State, Table } from './state.js' */

/** The mark of all notices of a table: a newer one replaces the older. The service worker has the same. @param {string} table */
const tagOf = (table) => `boneyard ${table}`;

/** Two short shakes. */
const SHAKE_MS = [70, 60, 70];

/** Whether this browser can notify at all. */
export function canNotify() {
  return typeof Notification !== 'undefined';
}

/** Whether this device can shake. */
export function canVibrate() {
  return typeof navigator.vibrate === 'function' && matchMedia('(pointer: coarse)').matches;
}

/** Asks the visitor, if they weren't asked before; whether notifications are allowed now. */
export async function askToNotify() {
  if (!canNotify()) return false;
  if (Notification.permission === 'default') await Notification.requestPermission();
  return Notification.permission === 'granted';
}

/**
 * The notification for a change of state, or null.
 * @param {State} state
 * @param {State} before
 * @returns {{ title: string, body: string } | null}
 */
export function noteFor(state, before) {
  const { table, matching } = state;
  if (matching.found && matchFound(state, before)) {
    return { title: t('quick.found'), body: presetInWords(matching.found.preset) };
  }
  if (tournamentMatchBegan(state, before))
    return { title: t('tournament.match_begins'), body: state.tournament?.head.name ?? '' };
  if (!table) return null;
  const rules = notationInWords(table.room.notation, table.room.boards);
  const who = newcomerName(state, before);
  if (who !== null) return { title: t('event.sat', { name: who }), body: rules };
  const asker = requestingName(state, before);
  if (asker !== null) return { title: t('request.title', { name: asker }), body: rules };
  if (timeGotShort(state, before)) return { title: t('clock.warning'), body: rules };
  if (!turnBegan(state, before)) return null;
  const texts = table.news === before.table?.news ? [] : sentences(table.fresh, table.room);
  const latest = texts.map((one) => one.text).slice(-2);
  return { title: t('turn.you_note'), body: factsOf([...latest, rules]) };
}

/** How many tables wait for the visitor, the shown one included. Pure. @param {State} state */
export function waitingTables(state) {
  const here = state.table && myTurn(state.table) ? 1 : 0;
  return waitingElsewhere(state).length + here;
}

/** Says on the icon of the installed page how many tables wait. @param {number} count */
function showBadge(count) {
  // Where there is no icon, there is nothing to say.
  if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => {});
}

/** Takes the notices of a table away, those of the service worker too. @param {string} table */
async function closeNotes(table) {
  const worker = await navigator.serviceWorker?.getRegistration();
  const notes = await worker?.getNotifications({ tag: tagOf(table) });
  for (const note of notes ?? []) note.close();
}

/** Follows the state and calls the visitor when it is time. */
export function createNotifier() {
  /** @param {{ title: string, body: string }} note @param {string} table */
  async function show({ title, body }, table) {
    const options = { body, tag: tagOf(table), icon: '/icon.svg', data: location.href };
    try {
      const note = new Notification(title, options);
      note.addEventListener('click', () => {
        window.focus();
        note.close();
      });
      whenVisible(() => note.close());
    } catch {
      // On Android only a service worker may show one.
      const worker = await navigator.serviceWorker.ready;
      await worker.showNotification(title, options);
    }
  }

  /** The table that is shown, if any. @type {string | null} */
  let shown = null;
  let badge = 0;
  const closeShown = () => shown !== null && closeNotes(shown).catch(() => {});
  eachTimeVisible(closeShown);

  return {
    /** @param {State} state @param {State} before */
    hear(state, before) {
      const waiting = waitingTables(state);
      if (waiting !== badge) showBadge(waiting);
      badge = waiting;
      const table = state.table?.id ?? null;
      if (table !== shown) {
        shown = table;
        whenVisible(closeShown);
      }
      const { notify, vibrate } = settings.get();
      const isShaken = vibrate && canVibrate() && turnBegan(state, before);
      if (isShaken && navigator.userActivation?.hasBeenActive) navigator.vibrate(SHAKE_MS);
      if (!notify || !document.hidden || !canNotify() || Notification.permission !== 'granted')
        return;
      const note = noteFor(state, before);
      // A browser that refuses after all is no fault of the page.
      const opened = tournamentMatchBegan(state, before) ? state.entered?.table : undefined;
      const about = state.matching.found?.table ?? opened ?? state.table?.id;
      if (note && about) show(note, about).catch(() => {});
    },
  };
}

/** The document's title: whose turn it is can be read from another tab. Pure. @param {State} state */
export function titleOf({ route, table, outside, matching }) {
  const app = t('app.name');
  if (matching.found) return titled(t('join.call', { text: t('quick.found') }), app);
  const page = pageTitle(route);
  if (page !== null) return titled(page, app);
  const shown = outside ?? table;
  if (!shown) return app;
  const rules = notationInWords(shown.room.notation, shown.room.boards);
  const what = !outside && table ? now(table) : t('outside.title');
  return t('join.table_title', { now: what, rules, app });
}

/** @param {string} page @param {string} app */
const titled = (page, app) => t('join.page_title', { page, app });

/** The title of a page without a table; null for the lobby. @param {Route} route */
function pageTitle(route) {
  switch (route.page) {
    case 'lobby':
      return route.game ? presetInWords(route.game) : null;
    case 'rules':
      return t('rules.title');
    case 'me':
      return t('app.me');
    case 'account':
      return t('app.account');
    case 'moderation':
      return t('app.moderation');
    case 'record':
    case 'import':
      return t('summary.replay');
    case 'unknown':
      return t('missing.title');
    case 'friends':
      return t('people.friends');
    case 'leaderboard':
      return t('people.leaderboards');
    case 'person':
      return t('people.person');
    default:
      return null;
  }
}

/** @param {Table} table */
function now(table) {
  if (table.room.status === 'open') return t('waiting.title');
  if (table.room.status === 'over') return t('title.match_over');
  if (myTurn(table)) return t('join.call', { text: t('turn.you') });
  const turn = turnOf(table);
  return turn === null
    ? t('title.round_over')
    : t('turn.other', { name: nameAt(table.room, turn) });
}
