/** The table's page: what stands there in every state of the table, and when what shows a match is fetched. */
import { isPanelOpen } from '../../chat.js';
import { attr, fill, h, show } from '../../dom.js';
import { fetchViews, kindOf, LINE } from '../../games/index.js';
import { loadTexts, t } from '../../i18n/index.js';
import { once } from '../../loader.js';
import { myTurn } from '../../select.js';
import { settings } from '../../settings.js';
import { fetchedDialog, fetchedView } from '../../views/fetched.js';
import { styleSheet } from '../../views/style_sheet.js';
import { tableHead } from './head.js';
import { historyView, sheetsView, socialView } from './sheets.js';
import { closedView, waitingView } from './waiting.js';

/** @import { Actions } from '../../actions.js' */
/** @import { View } from '../../app.js' */
/** @import { GameViews } from '../../games/contract.js' */
/** @import { State, Table } from '../../state.js' */
/** @import { MatchView } from './match.js' */

/**
 * Fetches what shows a match of a kind. Its words and looks come along with the programs, which would ask for them later.
 * @param {string} kind
 */
async function fetchMatch(kind) {
  const looks = [loadTexts('match'), styleSheet('css/match.css')];
  const [program, views] = await Promise.all([import('./match.js'), fetchViews(kind), ...looks]);
  return { program, views };
}

/** A visitor who comes to a table is likely to play this. */
const fetchLikely = once(() => fetchMatch(LINE));

/** Whether what shows a match was fetched in advance, and didn't come. */
let isLost = false;

/** Fetches it before it is wanted, for a visitor who will be at a table soon. Every drawing asks for it: it is fetched once. */
export function preloadMatch() {
  if (isLost) return;
  fetchLikely().catch(() => {
    isLost = true;
  });
}

/** @param {Actions} actions @returns {View} */
export function tableView(actions) {
  const shut = closedView(actions);
  const loading = h('p.loading', { role: 'status' }, t('app.loading'));
  const coming = fetchedView('h1');
  const parts = tableParts(actions);
  /** @type {ReturnType<typeof import('./match.js').outsideView> | null} */
  let fromOutside = null;
  /** @type {State | null} */
  let latest = null;
  const element = h('div.table-page', loading);

  let asked = false;
  /** @param {string} kind */
  function prepareMatch(kind) {
    if (asked) return;
    asked = true;
    // A browser keeps that a module failed for as long as the page is there.
    if (isLost) return location.reload();
    coming.loadProgram(
      () => fetchMatch(kind),
      ({ program, views }) => {
        fromOutside = program.outsideView(actions);
        parts.take(program, views);
        if (latest) draw(latest);
      },
    );
  }

  /** What is shown of the table as it stands. @param {State} state */
  function shownOf({ table, outside, shut: reason, gameless }) {
    if (reason) return shut;
    if (outside) return fromOutside ?? coming;
    if (gameless) return coming;
    if (!table) return { element: loading };
    return table.room.status === 'open' || parts.hasMatch() ? parts : coming;
  }

  /** @param {State} state */
  function draw(state) {
    latest = state;
    const { table, outside, gameless } = state;
    show(loading, state.connection !== 'refused');
    // A player with a seat may play at any moment.
    const isNear = table && (table.room.status !== 'open' || table.me.seat !== null);
    const near = outside ?? (isNear ? table : null);
    if (near || gameless) prepareMatch(near ? kindOf(near.room) : LINE);
    const shown = shownOf(state);
    if (element.firstElementChild !== shown.element) fill(element, shown.element);
    if (state.shut) shut.draw(state.shut);
    else if (outside) fromOutside?.draw(outside);
    else if (table) parts.draw(table, state);
  }

  return {
    element,
    draw,
    /** The page shows something else from now on. */
    end() {
      coming.stop();
      parts.end();
    },
  };
}

const fetchSeatMenu = async () => (await import('../../views/people/seat_menu.js')).seatMenu();

/** @param {Actions} actions */
function tableParts(actions) {
  const person = fetchedDialog(fetchSeatMenu);
  const head = tableHead(actions, (table) => match?.leaving.open(table));
  const waiting = waitingView(actions, person.open);
  const history = historyView();
  const social = socialView(actions);
  const sheets = sheetsView(actions, social.sheet);
  const felt = h('main.felt', waiting.element);
  const element = h(
    'div.table',
    head.element,
    felt,
    h('div.panel', pastOf(history.element), social.panel),
    sheets.element,
    person.element,
    ...social.layers,
  );
  /** @type {MatchView | null} */
  let match = null;
  /** The table as it is, while an earlier moment may still be drawn. @type {Table | null} */
  let current = null;
  /** The state of the page with that table. @type {State | null} */
  let latest = null;
  const redraw = () => {
    if (current && element.isConnected) drawNow(current);
  };
  // The next thing to do gets the focus.
  element.addEventListener('focuslost', (event) => {
    event.preventDefault();
    if (current?.room.status === 'open') waiting.focus();
    else match?.focus();
  });
  /** @param {Table} real */
  function drawNow(real) {
    const { table, shown } = match?.before(real) ?? { table: real, shown: [] };
    const open = table.room.status === 'open';
    attr(element, 'data-status', table.room.status);
    attr(element, 'data-panel', isPanelOpen(table, settings.get()));
    attr(element, 'data-turn', myTurn(table) ? 'mine' : null);
    show(waiting.element, open);
    if (open && latest) waiting.draw(table, latest);
    match?.draw(table);
    history.draw(table);
    match?.after(shown);
  }

  return {
    element,
    /** Takes in what shows the match. @param {typeof import('./match.js')} program @param {GameViews} views */
    take({ matchView }, views) {
      match = matchView({ element, felt, actions, meet: person.open, redraw, views });
    },
    hasMatch: () => match !== null,
    /** Nothing of it is shown any more. */
    end() {
      match?.end();
      person.end();
    },
    /** @param {Table} table @param {State} state */
    draw(table, state) {
      current = table;
      latest = state;
      drawNow(table);
      head.draw(table, state);
      sheets.draw(table, state.sheet);
      social.draw(state);
    },
  };
}

/** What happened, beside the table. @param {HTMLElement} history */
function pastOf(history) {
  const title = t('table.history');
  const props = { class: 'panel-history column', 'aria-label': title };
  return h('section', props, h('h2', title), history);
}
