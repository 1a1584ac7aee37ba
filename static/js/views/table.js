/** The table's page: players round the felt, the layout in the middle, the own hand below. */
import { attr, fill, h, show } from '../dom.js';
import { t } from '../i18n/index.js';
import { myTurn } from '../select.js';
import { fetchedDialog } from './fetched.js';
import { boardView } from './table/board.js';
import { dockView } from './table/dock.js';
import { tableHead } from './table/head.js';
import { historyView } from './table/history.js';
import { motion } from './table/motion.js';
import { statusView } from './table/scores.js';
import { seatsView } from './table/seats.js';
import { sheetsView, socialView } from './table/sheets.js';
import { outsideView, shutView, waitingView } from './table/waiting.js';

/** @import { Actions } from '../actions.js' */
/** @import { State, Table } from '../state.js' */

/** @param {Actions} actions */
export function tableView(actions) {
  const shut = shutView(actions);
  const fromOutside = outsideView(actions);
  const loading = h('p', { class: 'loading', role: 'status' }, t('app.loading'));
  const parts = tableParts(actions);
  const element = h('div', { class: 'table-page' }, loading);
  return {
    element,
    /** @param {State} state */
    draw(state) {
      const { table, outside } = state;
      const shown = state.shut ? shut : outside ? fromOutside : table ? parts : null;
      const child = shown?.element ?? loading;
      if (element.firstElementChild !== child) fill(element, child);
      if (state.shut) shut.draw(state.shut);
      else if (outside) fromOutside.draw(outside);
      else if (table) parts.draw(table, state);
    },
    /** The page shows something else from now on. */
    end: () => parts.end(),
  };
}

/** @param {Actions} actions */
function tableParts(actions) {
  const board = boardView(actions, (tile) => moving.origin(tile));
  const person = fetchedDialog(async () => (await import('./people/seat_menu.js')).seatMenu());
  const parts = {
    head: tableHead(actions),
    seats: seatsView(actions, person.open),
    board,
    waiting: waitingView(actions, person.open),
    status: statusView(actions),
    dock: dockView(actions, board.focusEnd, person.open),
    history: historyView(),
  };
  const social = socialView(actions);
  const sheets = sheetsView(actions, social.sheet);
  const element = frame(parts, social.panel, [sheets.element, person.element, ...social.layers]);
  /** The table as it is, while an earlier moment may still be drawn. @type {Table | null} */
  let current = null;
  const redraw = () => {
    if (current && element.isConnected) drawNow(current);
  };
  const moving = motion({ element, board, dock: parts.dock, actions, redraw });
  const keepFocus = focusKeeper(element, () =>
    (parts.dock.element.hidden ? parts.waiting : parts.dock).focus(),
  );
  /** @param {Table} real */
  function drawNow(real) {
    const { table, shown } = moving.before(real);
    const open = table.room.status === 'open';
    attr(element, 'data-status', table.room.status);
    attr(element, 'data-turn', myTurn(table) ? 'mine' : null);
    for (const part of [parts.seats, parts.board, parts.status]) {
      show(part.element, !open);
      if (!open) part.draw(table);
    }
    show(parts.waiting.element, open);
    if (open) parts.waiting.draw(table);
    parts.dock.draw(table, board);
    parts.history.draw(table);
    moving.after(shown);
    keepFocus();
  }

  return {
    element,
    /** Nothing of it is shown any more. */
    end() {
      moving.end();
      person.end();
    },
    /** @param {Table} table @param {State} state */
    draw(table, state) {
      current = table;
      drawNow(table);
      parts.head.draw(table, state);
      sheets.draw(table, state.sheet);
      social.draw(state);
    },
  };
}

/**
 * A control that is gone or hidden takes the focus with it: then the next thing to do gets it.
 * @param {HTMLElement} element
 * @param {() => void} next
 */
function focusKeeper(element, next) {
  /** What had the focus last. @type {Element | null} */
  let focused = null;
  element.addEventListener('focusin', ({ target }) => {
    focused = target instanceof Element ? target : null;
  });
  function keep() {
    const { activeElement, body } = document;
    if (!focused || focused.checkVisibility()) return;
    if (activeElement === body || activeElement === focused) next();
  }
  return () => {
    if (focused) requestAnimationFrame(keep);
  };
}

/**
 * The table's parts in their places.
 * @param {Record<'head' | 'seats' | 'board' | 'waiting' | 'status' | 'dock' | 'history', { element: HTMLElement }>} parts
 * @param {HTMLElement} talk what stands beneath the history
 * @param {HTMLElement[]} layers what lies over the table at times
 */
function frame({ head, seats, board, waiting, status, dock, history }, talk, layers) {
  const onFelt = [seats, board, waiting, status].map((part) => part.element);
  const title = t('table.history');
  const props = { class: 'panel-history', 'aria-label': title };
  const past = h('section', props, h('h2', {}, title), history.element);
  return h(
    'div',
    { class: 'table' },
    head.element,
    h('main', { class: 'felt' }, ...onFelt),
    dock.element,
    h('div', { class: 'panel' }, past, talk),
    ...layers,
  );
}
