/**
 * `reduce(state, message)`: the next state after one message of the server or of the page.
 * Pure: the same state and message always give the same next state, and neither is changed.
 */
import { afterTold, isOfFeatured } from './featured.js';
import { inner } from './games/index.js';
import { SEARCH, withoutSearch } from './matching.js';
import { afterLoss, FOLLOWED, isRouted, TABLE, withoutTable, withUi } from './table/state.js';
import { clockOffset, uiAtTime } from './table/ui.js';
import { TOURNAMENT } from './tournament.js';

/** @import { Illegal, Listing, ServerMessage } from './protocol.js' */
/** @import { LocalMessage, Route, State, Table } from './state.js' */

/** @typedef {(ServerMessage | LocalMessage) & { heard_ms?: number, asked_ms?: number }} Message with the time of this browser's clock at which it came */
/**
 * What messages make of a part of the state, by their types.
 * @template S
 * @typedef {{ [T in Message['type']]?: (state: S, message: Extract<Message, { type: T }>) => S }} Reducers
 */

/** What the messages about all pages make of the state. @satisfies {Reducers<State>} */
const SITE = {
  welcome: afterWelcome,
  you: (state, { name }) => ({ ...state, name }),
  lobby: (state, { tables }) => ({ ...state, lobby: tables }),
  listed: (state, { table }) => ({ ...state, lobby: withListing(state.lobby ?? [], table) }),
  unlisted: (state, { table }) => ({
    ...state,
    lobby: (state.lobby ?? []).filter((one) => one.table !== table),
  }),
  own_tables: (state, { tables }) => ({ ...state, own: tables }),
  invited: (state, { type: _, heard_ms: __, ...invited }) => ({ ...state, invited }),
  friends_changed: (state) => ({ ...state, friends: state.friends + 1 }),
  request_ended: (state, { table, outcome }) =>
    isRouted(state, table) ? withNotice(state, `request_${outcome}`, '') : state,
  error: afterError,
  local_connection: (state, { connection, reason = null }) =>
    ended({ ...state, connection, reason }),
  local_suspended: (state) => ({ ...afterLoss(state), connection: 'connecting' }),
  local_offline: (state, { offline }) => ({ ...state, offline }),
  local_replaced: (state) => (state.replaced ? state : { ...state, replaced: true }),
  local_person(state, { person, name, demo = false }) {
    const account = state.account?.person === person ? state.account : null;
    return { ...state, person, name, demo, account, accounts: state.accounts + 1 };
  },
  local_account: (state, { account }) => {
    return { ...state, person: account.person, name: account.name, account };
  },
  local_route: (state, { route }) => {
    return {
      ...withoutTable(state),
      route: fromTable(state, route),
      notice: null,
      featured: null,
      tournament: null,
    };
  },
  local_feature: (state, { table: id }) => ({
    ...state,
    featured: id === null ? null : { id, facts: null },
  }),
  local_gameless: (state) => ({ ...state, gameless: true }),
  local_sheet: (state, { sheet }) => ({ ...state, sheet }),
  local_notice: (state, { code, text }) => withNotice(state, code, text),
  local_notice_gone: (state, { serial }) =>
    state.notice?.serial === serial ? { ...state, notice: null } : state,
  local_invited_gone: (state) => ({ ...state, invited: null }),
};

/** What messages make of the whole state. */
const STATE = { ...SITE, ...TABLE, ...TOURNAMENT };

/** The reducer of a message; none of one that only a newer server knows. @param {Reducers<any>} reducers @param {string} type */
const reducerIn = (reducers, type) =>
  Object.hasOwn(reducers, type)
    ? /** @type {Record<string, (before: any, message: any) => any>} */ (reducers)[type]
    : undefined;

/** @param {State} state @param {Message} message @returns {State} */
export function reduce(state, message) {
  const { featured } = state;
  if (featured && isOfFeatured(state, message)) {
    return { ...state, featured: afterTold(featured, message) };
  }
  const next = reduceMessage(state, message);
  const { table, clock_ms } = next;
  if (!table || message.heard_ms === undefined) return next;
  const ui = uiAtTime(table, state.table, clock_ms, message.heard_ms + clock_ms);
  return { ...next, table: { ...table, ui } };
}

/** @param {State} state @param {any} message @returns {State} */
function reduceMessage(state, message) {
  const { type } = message;
  const followed = reducerIn(FOLLOWED, type);
  if (followed) return onTable(state, message.table, (table) => followed(table, message));
  const search = reducerIn(SEARCH, type);
  const next = search ? { ...state, matching: search(state.matching, message) } : state;
  if (type === 'seeking' && message.ended === 'partner_gone') {
    return withNotice(next, 'partner_gone', '');
  }
  return reducerIn(STATE, type)?.(next, message) ?? next;
}

/** The connection is gone. Trying in vain to get it back is no further loss. @param {State} state */
function ended(state) {
  return ['lost', 'refused'].includes(state.connection) ? afterLoss(state) : state;
}

/**
 * The connection stands.
 * @param {State} state
 * @param {Extract<ServerMessage, { type: 'welcome' }> & { heard_ms?: number, asked_ms?: number }} message
 * @returns {State}
 */
function afterWelcome(state, { name, build, now_ms, heard_ms, asked_ms }) {
  const clock_ms =
    heard_ms === undefined ? state.clock_ms : clockOffset(asked_ms ?? heard_ms, heard_ms, now_ms);
  // A page that was told so goes on saying it: while several servers are replaced one by one, it may meet
  // its own build again.
  const replaced = state.replaced || (state.build !== '' && build !== state.build);
  return { ...state, name, clock_ms, replaced, connection: 'open', everOpen: true, offline: false };
}

/** The list with a table changed, or put first. @param {Listing[]} tables @param {Listing} table */
function withListing(tables, table) {
  const known = tables.some((one) => one.table === table.table);
  return known
    ? tables.map((one) => (one.table === table.table ? table : one))
    : [table, ...tables];
}

/** @param {State} state @param {string} id @param {(table: Table) => Table} change */
function onTable(state, id, change) {
  if (!state.table || state.table.id !== id) return state;
  const table = change(state.table);
  return table === state.table ? state : { ...state, table };
}

/** What the server answers where another window or device was first. @type {readonly string[]} */
const MOVED_ON = ['stale', 'no_match'];

/** The name of the reason for which the rules of a game don't allow a move. @param {Illegal} reason */
function reasonName(reason) {
  const own = typeof reason === 'string' ? reason : inner(reason);
  return typeof own === 'string' ? own : Object.keys(own)[0];
}

/**
 * A refusal changes nothing at the table but frees the hand for another try.
 * @param {State} state
 * @param {Extract<ServerMessage, { type: 'error' }>} message
 * @returns {State}
 */
function afterError(state, message) {
  const known = state.table ?? state.outside;
  if (message.about === 'open' && state.route.page === 'table' && !known) {
    return { ...state, shut: 'not_found' };
  }
  const { about, text } = message;
  const code = message.reason ? reasonName(message.reason) : message.code;
  if (about === 'tournament') return { ...state, tournament: null, shut: 'not_found' };
  // A match that can't be shown small is still a row of the list.
  if (about === 'open' && state.featured) return { ...state, featured: null };
  // What the page does by itself. The visitor needn't know that it came too late, or will be done again.
  if (['commit', 'reveal', 'own_tables', 'seekers', 'unseek'].includes(about ?? '')) return state;
  if (about === 'move' && state.table?.ui.unasked && MOVED_ON.includes(code)) {
    return withUi(state, { pending: false });
  }
  if (about === 'seek') {
    return withNotice({ ...state, matching: withoutSearch(state.matching) }, code, text);
  }
  const ui = state.table?.ui;
  const next = withUi(state, {
    pending: false,
    ...(about === 'hint' && { hint: null }),
    ...(about === 'say' && { unsaid: (ui?.unsaid ?? 0) + 1 }),
  });
  // Some codes mean something more precise to a visitor who asked for a seat.
  const isOfRequest = about === 'request_seat' && ['not_now', 'rate', 'full'].includes(code);
  return withNotice(next, isOfRequest ? `request_${code}` : code, text);
}

/**
 * The page of the match that was played at the table that is left knows where its rematch is.
 * @param {State} state
 * @param {Route} route
 */
function fromTable({ table }, route) {
  if (route.page !== 'record' || !table || table.me.seat === null) return route;
  const { record, tournament } = table.room;
  return record === route.record && !tournament ? { ...route, table: table.id } : route;
}

/** @param {State} state @param {string} code @param {string} text @returns {State} */
function withNotice(state, code, text) {
  const serial = state.notices + 1;
  return { ...state, notices: serial, notice: { code, text, serial } };
}
