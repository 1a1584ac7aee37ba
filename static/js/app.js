/** Puts state, connection and views together. `first.js` has run before. */
import { createActions } from './actions.js';
import { createAnnouncer } from './announce.js';
import { build } from './build.js';
import { changes, h } from './dom.js';
import { followLifecycle } from './lifecycle.js';
import { fetchedListener } from './loader.js';
import { mayNotify, shake } from './notify.js';
import { storeOfflinePage } from './offline/cache.js';
import { reduce } from './reduce.js';
import { parseRoute } from './route.js';
import { needsAccountLines } from './select.js';
import { createSession } from './session.js';
import { followOtherTabs, settings, storedDeals, storedLog } from './settings.js';
import { CLOSE_OUTDATED } from './socket.js';
import { createSound } from './sound.js';
import { createStore, initial } from './state.js';
import { createAutoplay } from './table/autoplay.js';
import { preloadMatch, tableView } from './table/views/page.js';
import { titleOf } from './titles.js';
import { nameDialog, settingsSheet } from './views/dialogs.js';
import { fetchedPage, fetchedPart } from './views/fetched.js';
import { lobbyView } from './views/lobby.js';
import { connectionBanner, makeSiteHead, missingPage, noticeBar, siteHead } from './views/site.js';

/** @import {State, Table} from './state.js' */

/**
 * A page. `end` is called when it is left.
 * @typedef {{ element: HTMLElement, draw(state: State): void, end?(): void }} View
 */

followOtherTabs();

const store = createStore(initial(parseRoute(location), build), reduce);
const session = createSession(store);
const actions = createActions(store, session);
const askName = nameDialog(actions);
makeSiteHead(actions, askName.open);

/** What makes a page whose program is fetched. @param {Parameters<typeof fetchedPage>[1]} fetch */
const fetched = (fetch) => () => fetchedPage(actions, fetch);

const pages = {
  lobby: () => lobbyView(actions),
  table: () => tableView(actions),
  unknown: () => missingPage(actions),
  games: fetched(() => import('./views/games/page.js')),
  rules: fetched(() => import('./views/rules_page.js')),
  refused: fetched(() => import('./views/refused_page.js')),
  record: fetched(() => import('./views/records/record_page.js')),
  me: fetched(() => import('./views/records/me_page.js')),
  import: fetched(() => import('./views/records/import_page.js')),
  account: fetched(() => import('./views/people/account_page.js')),
  moderation: fetched(() => import('./views/people/moderation_page.js')),
  person: fetched(() => import('./views/people/person_page.js')),
  leaderboard: fetched(() => import('./views/people/leaderboard_page.js')),
  friends: fetched(() => import('./views/people/friends_page.js')),
  tournaments: fetched(() => import('./views/tournaments/list_page.js')),
  tournament: fetched(() => import('./views/tournaments/tournament_page.js')),
};

/** Whether the server refuses this page for a reason that its visitor can do something about. @param {State} state */
const isRefused = ({ connection, reason }) => connection === 'refused' && reason !== CLOSE_OUTDATED;

const banner = connectionBanner(actions);
const notice = noticeBar(actions);
/** The banners of a search for a match, of a friend's invitation and of a call to a table, on all pages. */
const banners = fetchedPart('', async () =>
  (await import('./views/people/banners.js')).bannersView(actions),
);
const announcer = createAnnouncer();
const sound = createSound();
const choices = settingsSheet(actions, sound);
/** The place of the lines about the visitor's account. */
const aboutAccount = h('div.about-account');
const root = h('div.page', { tabindex: -1 });
document.body.replaceChildren(
  banner.element,
  aboutAccount,
  banners.element,
  root,
  notice.element,
  announcer.element,
  askName.element,
  choices.element,
);

/** @type {View | null} */
let shown = null;
const isOther = changes();

/** The document's title as it was last set. */
let title = '';

/** Whether there was anything to show in these banners since the page was opened. */
let hasBanners = false;

/** What makes a page another page of the same kind. @param {State['route']} route */
function placeOf(route) {
  if (route.page === 'table') return route.table;
  return route.page === 'tournament' && `${route.tournament} ${Boolean(route.screen)}`;
}

/** The page that belongs to a state; it replaces another that is shown. @param {State} state */
function pageFor(state) {
  const { route } = state;
  const page = isRefused(state) ? 'refused' : route.page;
  if (!isOther(page, placeOf(route)) && shown) return shown;
  const isFirst = shown === null;
  shown?.end?.();
  shown = pages[page]();
  root.replaceChildren(shown.element);
  if (!isFirst) {
    root.focus({ preventScroll: true });
    fetchTextFace();
  }
  return shown;
}

/** Fetches the typeface of texts for the next visit: the first page of a visitor is there sooner without it. */
function fetchTextFace() {
  if (settings.get().text_face) return;
  document.fonts.load('1em "Boneyard Text"').then(
    () => settings.set({ text_face: true }),
    () => {},
  );
}

/** @param {State} state */
function draw(state) {
  const page = pageFor(state);
  banner.draw(state);
  notice.draw(state);
  const { search, found } = state.matching;
  hasBanners ||= Boolean(search ?? found ?? state.invited ?? state.entered?.entrant);
  if (hasBanners) {
    banners.draw(state);
    preloadMatch();
  }
  askName.draw(state);
  choices.draw(state);
  page.draw(state);
  siteHead(actions).draw(state);
  const called = titleOf(state);
  if (called !== title) document.title = called;
  title = called;
}

store.subscribe((state, before) => {
  // First what happened, then whose turn it is, which the drawn page says.
  announcer.hear(state, before);
  draw(state);
  sound.hear(state, before);
  shake(state, before);
});
settings.subscribe(() => draw(store.get()));

/** Whether this browser may have something to promise, to take back or to keep of the deal. @param {Table} table */
const concernsDeal = ({ me, view }) =>
  me.seat !== null || view !== null || storedDeals.read() !== null;

// Without its program the deal goes on without a seed of this browser.
fetchedListener(
  store,
  ({ table }) => table !== null && concernsDeal(table),
  async () => {
    const { createPartner } = await import('./fair/partner.js');
    const changed = () => store.dispatch({ type: 'local_deal' });
    const partner = createPartner({ send: session.send, changed });
    return (state) => {
      const table = store.get().table ?? state.table;
      return table && partner.hear(table);
    };
  },
);
/** Asks, once in a visit and after the page is drawn, whether the log that this browser knows goes on. */
async function checkLog() {
  if (storedLog.read() === null) return;
  const { keptLog } = await import('./fair/log.js');
  if (!(await keptLog.check())) store.dispatch({ type: 'local_deal' });
}
/** Whether anything has concerned the account since the page was opened. */
let isConcerned = false;
fetchedListener(
  store,
  (state) => (isConcerned ||= needsAccountLines(state)),
  async () => {
    const { createAccountLines } = await import('./views/people/account_lines.js');
    const { element, draw } = createAccountLines(actions);
    aboutAccount.append(element);
    return draw;
  },
);
fetchedListener(store, mayNotify, async () => {
  const { createNotices } = await import('./notices.js');
  return createNotices(store.get, actions.go);
});
createAutoplay(store, actions, settings);
addEventListener(
  'focusin',
  (event) => {
    // The path is there while the event is dispatched.
    const path = event.composedPath();
    import('./focus.js').then(
      ({ keepFocus }) => keepFocus(path),
      () => {},
    );
  },
  { once: true },
);
followLifecycle(session.life);
addEventListener('replaced', () => store.dispatch({ type: 'local_replaced' }));
addEventListener('popstate', () => session.go(parseRoute(location)));
draw(store.get());

/** Keeps the visitor's own tables for the time without a server, and none of a visitor who was here before. */
async function storeTables() {
  if (!('serviceWorker' in navigator)) return;
  let hadAny = Boolean(await caches.match('/offline/tables.json'));
  fetchedListener(
    store,
    ({ own }) => (hadAny ||= (own?.length ?? 0) > 0),
    async () => {
      const { createTablesKeeper } = await import('./offline/tables.js');
      const { hear } = createTablesKeeper();
      // The browser may refuse to keep them.
      return (state) => hear(state).catch(() => {});
    },
  );
}

// This visit works without the offline page and without the log: private browsing, a full disk or the network may
// forbid them.
function afterLoad() {
  storeOfflinePage().catch(() => {});
  storeTables().catch(() => {});
  checkLog().catch(() => {});
}
// After the page has loaded. The imports wait for the language, so it may have loaded already.
if (document.readyState === 'complete') afterLoad();
else addEventListener('load', afterLoad);
