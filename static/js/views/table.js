// @ts-check
/** The table's page: players round the felt, the layout in the middle, the own hand below. */
import { attr, fill, h, show } from '../dom.js';
import { t } from '../i18n/index.js';
import { myTurn } from '../select.js';
import { boardView } from './table/board.js';
import { dockView } from './table/dock.js';
import { tableHead } from './table/head.js';
import { historyView } from './table/history.js';
import { scoresView } from './table/scores.js';
import { seatsView } from './table/seats.js';
import { sheetsView } from './table/sheets.js';
import { shutView } from './table/shut.js';
import { statusView } from './table/status.js';
import { waitingView } from './table/waiting.js';

/** @typedef {import('../state.js').State} State */
/** @typedef {import('../state.js').Table} Table */

/** @param {import('../actions.js').Actions} actions */
export function tableView(actions) {
  const shut = shutView(actions);
  const loading = h('p', { class: 'loading', role: 'status' }, t('app.loading'));
  const parts = tableParts(actions);
  const element = h('div', { class: 'table-page' }, loading);
  return {
    element,
    /** @param {State} state */
    draw(state) {
      const { table } = state;
      const child = state.shut ? shut.element : table ? parts.element : loading;
      if (element.firstElementChild !== child) fill(element, child);
      if (state.shut) shut.draw(state.shut);
      else if (table) parts.draw(table, state.sheet);
    },
  };
}

/** @param {import('../actions.js').Actions} actions */
function tableParts(actions) {
  const board = boardView(actions);
  const parts = {
    head: tableHead(actions),
    scores: scoresView(),
    seats: seatsView(actions),
    board,
    waiting: waitingView(actions),
    status: statusView(actions),
    dock: dockView(actions, board.focusEnd),
    history: historyView(),
  };
  const sheets = sheetsView(actions);
  const element = frame(parts, sheets.element);
  let playing = false;
  // A tile that is played takes the focus with it: it goes back to the hand.
  element.addEventListener('focusin', ({ target }) => {
    playing = target instanceof Element && target.closest('.hand, .board-ends') !== null;
  });
  return {
    element,
    /** @param {Table} table @param {import('../state.js').Sheet} sheet */
    draw(table, sheet) {
      const open = table.room.status === 'open';
      attr(element, 'data-status', table.room.status);
      attr(element, 'data-turn', myTurn(table) ? 'mine' : null);
      for (const part of [parts.scores, parts.seats, parts.board, parts.status]) {
        show(part.element, !open);
        if (!open) part.draw(table);
      }
      show(parts.waiting.element, open);
      if (open) parts.waiting.draw(table);
      parts.head.draw(table);
      parts.dock.draw(table);
      parts.history.draw(table);
      sheets.draw(table, sheet);
      if (playing && document.activeElement === document.body) parts.dock.focus();
    },
  };
}

/**
 * The table's parts in their places.
 * @param {Record<'head' | 'scores' | 'seats' | 'board' | 'waiting' | 'status' | 'dock' | 'history', { element: HTMLElement }>} parts
 * @param {HTMLElement} sheets
 */
function frame({ head, scores, seats, board, waiting, status, dock, history }, sheets) {
  const onFelt = [seats, board, waiting, status].map((part) => part.element);
  const title = t('table.history');
  return h(
    'div',
    { class: 'table' },
    head.element,
    scores.element,
    h('main', { class: 'felt' }, ...onFelt),
    dock.element,
    h('aside', { class: 'panel', 'aria-label': title }, h('h2', {}, title), history.element),
    sheets,
  );
}
