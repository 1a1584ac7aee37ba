// @ts-check
/** The page's beginning: state, connection and views are put together here. */
import { createActions } from './actions.js';
import { createAnnouncer } from './announce.js';
import { h } from './dom.js';
import { language } from './i18n/index.js';
import { reduce } from './reduce.js';
import { parseRoute } from './route.js';
import { createSession } from './session.js';
import { createStore, initial } from './state.js';
import { restoreTheme } from './theme.js';
import { titleOf } from './title.js';
import { connectionBanner } from './views/connection.js';
import { lobbyView } from './views/lobby.js';
import { nameDialog } from './views/name.js';
import { noticeBar } from './views/notice.js';
import { rulesPage } from './views/rules_page.js';
import { tableView } from './views/table.js';

/** @typedef {{ element: HTMLElement, draw(state: import('./state.js').State): void }} View */

restoreTheme();
document.documentElement.lang = language;

const store = createStore(initial(parseRoute(location)), reduce);
const session = createSession(store);
const actions = createActions(store, session);
const askName = nameDialog(actions);

const pages = {
  lobby: () => lobbyView(actions, askName.open),
  rules: () => rulesPage(actions),
  table: () => tableView(actions),
};

const banner = connectionBanner();
const notice = noticeBar(actions);
const announcer = createAnnouncer();
const root = h('div', { class: 'page', tabindex: -1 });
document.body.replaceChildren(
  banner.element,
  root,
  notice.element,
  announcer.element,
  askName.element,
);

/** @type {{ key: string, view: View } | null} */
let shown = null;

/** @param {import('./state.js').State} state */
function draw(state) {
  const { route } = state;
  const key = route.page === 'table' ? `table ${route.table}` : route.page;
  if (shown?.key !== key) {
    const first = shown === null;
    shown = { key, view: pages[route.page]() };
    root.replaceChildren(shown.view.element);
    if (!first) root.focus({ preventScroll: true });
  }
  banner.draw(state);
  notice.draw(state);
  askName.draw(state);
  shown.view.draw(state);
  document.title = titleOf(state);
}

store.subscribe((state, before) => {
  draw(state);
  announcer.hear(state, before);
});
addEventListener('popstate', () => session.go(parseRoute(location)));
draw(store.get());
