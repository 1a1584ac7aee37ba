// @ts-check
/**
 * `reduce(state, message)`: the next state after one message of the server or of the page.
 * Pure: the same state and message always give the same next state, and neither is changed.
 */
import { fold, opened } from './fold.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Table} Table */
/** @typedef {import('./state.js').LocalMessage} LocalMessage */
/** @typedef {import('./protocol.js').ServerMessage} ServerMessage */
/** @typedef {import('./protocol.js').Listing} Listing */

/**
 * @param {State} state
 * @param {ServerMessage | LocalMessage} message
 * @returns {State}
 */
export function reduce(state, message) {
  switch (message.type) {
    case 'welcome':
      return { ...state, name: message.name, connection: 'open', everOpen: true };
    case 'you':
      return { ...state, name: message.name };
    case 'lobby':
      return { ...state, lobby: message.tables };
    case 'listed':
      return { ...state, lobby: listed(state.lobby ?? [], message.table) };
    case 'unlisted':
      return { ...state, lobby: (state.lobby ?? []).filter((one) => one.table !== message.table) };
    case 'table':
      return routed(state, message.table)
        ? { ...state, shut: null, table: opened(state.table, message) }
        : state;
    case 'update':
      return onTable(state, message.table, (table) => fold(table, message));
    case 'presence':
      return onTable(state, message.table, (table) => ({
        ...table,
        presence: { seats: message.seats, watchers: message.watchers },
      }));
    case 'closed':
      return routed(state, message.table) ? { ...state, table: null, shut: message.reason } : state;
    case 'error':
      return failed(state, message);
    default:
      return local(state, message);
  }
}

/**
 * @param {State} state
 * @param {LocalMessage} message
 * @returns {State}
 */
function local(state, message) {
  switch (message.type) {
    case 'local_connection':
      return { ...state, connection: message.connection };
    case 'local_route':
      return { ...state, route: message.route, table: null, shut: null, sheet: null, notice: null };
    case 'local_choose':
      return here(state, { choice: message.tile });
    case 'local_announce':
      return here(state, { announced: message.points });
    case 'local_sent':
      return here({ ...state, notice: null }, { pending: true });
    case 'local_called':
      return here(state, { called: state.table?.view?.board.ply ?? null });
    case 'local_sheet':
      return { ...state, sheet: message.sheet };
    case 'local_notice':
      return noticed(state, message.code, message.text);
    case 'local_notice_gone':
      return state.notice?.serial === message.serial ? { ...state, notice: null } : state;
    default:
      return state;
  }
}

/**
 * The followed table with something changed by the visitor.
 * @param {State} state
 * @param {Partial<Table>} changes
 * @returns {State}
 */
function here(state, changes) {
  return state.table ? { ...state, table: { ...state.table, ...changes } } : state;
}

/**
 * The list with one table new or changed; a new one comes first.
 * @param {Listing[]} tables
 * @param {Listing} table
 */
function listed(tables, table) {
  const known = tables.some((one) => one.table === table.table);
  return known
    ? tables.map((one) => (one.table === table.table ? table : one))
    : [table, ...tables];
}

/**
 * @param {State} state
 * @param {string} id
 */
function routed(state, id) {
  return state.route.page === 'table' && state.route.table === id;
}

/**
 * @param {State} state
 * @param {string} id
 * @param {(table: Table) => Table} change
 * @returns {State}
 */
function onTable(state, id, change) {
  if (!state.table || state.table.id !== id) return state;
  const table = change(state.table);
  return table === state.table ? state : { ...state, table };
}

/**
 * A refusal changes nothing at the table but frees the hand for another try.
 * @param {State} state
 * @param {Extract<ServerMessage, { type: 'error' }>} message
 * @returns {State}
 */
function failed(state, message) {
  if (message.about === 'open' && state.route.page === 'table' && !state.table) {
    return { ...state, shut: 'not_found' };
  }
  const table = state.table && { ...state.table, pending: false };
  return noticed({ ...state, table }, message.code, message.text);
}

/**
 * @param {State} state
 * @param {string} code
 * @param {string} text
 * @returns {State}
 */
function noticed(state, code, text) {
  const serial = state.notices + 1;
  return { ...state, notices: serial, notice: { code, text, serial } };
}
