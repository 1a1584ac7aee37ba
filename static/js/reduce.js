/**
 * `reduce(state, message)`: the next state after one message of the server or of the page.
 * Pure: the same state and message always give the same next state, and neither is changed.
 */
import { withLine, withReaction } from './chat.js';
import { afterTold, isOfFeatured } from './featured.js';
import { tableFromSnapshot, withMissed, withUpdate } from './fold.js';
import { afterPaired, afterSeek, afterSeeking as toldOfSearch, withoutSearch } from './matching.js';
import { NO_SEAT } from './state.js';
import { afterChange, afterOwn, shownOf } from './tournament.js';
import {
  clockOffset,
  uiAfterLoss,
  uiAfterReturn,
  uiAfterUpdate,
  uiAtTime,
  withHint,
} from './ui.js';

/** @import {Plan} from './play/plan.js' */
/** @import {Listing, ServerMessage} from './protocol.js' */
/** @import {Facts, LocalMessage, State, Table} from './state.js' */
/** @import {Ui} from './ui.js' */

/** @typedef {(ServerMessage & { heard_ms?: number, asked_ms?: number }) | LocalMessage} Message with the time of this browser's clock at which it came */
/** @typedef {Extract<ServerMessage, { type: 'missed' | 'update' | 'presence' | 'said' | 'reacted' | 'hint' | 'fairness' | 'receipt' }>} Followed */

/** @param {State} state @param {Message} message @returns {State} */
export function reduce(state, message) {
  const { featured } = state;
  if (featured && isOfFeatured(state, message)) {
    return { ...state, featured: afterTold(featured, message) };
  }
  const next = reduceMessage(state, message);
  const { table, clock_ms } = next;
  if (!table || !('heard_ms' in message) || message.heard_ms === undefined) return next;
  const ui = uiAtTime(table, state.table, clock_ms, message.heard_ms + clock_ms);
  return { ...next, table: { ...table, ui } };
}

/** @param {State} state @param {Message} message @returns {State} */
function reduceMessage(state, message) {
  switch (message.type) {
    case 'welcome':
      return afterWelcome(state, message);
    case 'you':
      return { ...state, name: message.name };
    case 'lobby':
      return { ...state, lobby: message.tables };
    case 'listed':
      return { ...state, lobby: withListing(state.lobby ?? [], message.table) };
    case 'unlisted':
      return { ...state, lobby: (state.lobby ?? []).filter((one) => one.table !== message.table) };
    case 'own_tables':
      return { ...state, own: message.tables };
    case 'seeking': {
      const next = { ...state, matching: toldOfSearch(state.matching, message) };
      return message.ended === 'partner_gone' ? withNotice(next, 'partner_gone', '') : next;
    }
    case 'seekers':
      return { ...state, matching: { ...state.matching, seekers: message.seekers } };
    case 'paired':
      return { ...state, matching: afterPaired(state.matching, message) };
    case 'invited': {
      const { type: _, heard_ms: __, ...invited } = message;
      return { ...state, invited };
    }
    case 'tournament':
    case 'tournament_changed':
    case 'tournament_own':
      return withTournament(state, message);
    case 'friends_changed':
      return { ...state, friends: state.friends + 1 };
    case 'table': {
      if (!isRouted(state, message.table)) return state;
      const table = afterSnapshot(state.table, tableFromSnapshot(state.table, message));
      return { ...state, shut: null, outside: null, table };
    }
    case 'outside': {
      if (!isRouted(state, message.table)) return state;
      const { table: id, room, presence } = message;
      return { ...withoutTable(state), outside: { id, room, presence, me: NO_SEAT } };
    }
    case 'request_ended':
      return isRouted(state, message.table)
        ? withNotice(state, `request_${message.outcome}`, '')
        : state;
    case 'closed':
      return isRouted(state, message.table)
        ? { ...withoutTable(state), shut: message.reason }
        : state;
    case 'error':
      return afterError(state, message);
    case 'missed':
    case 'update':
    case 'presence':
    case 'said':
    case 'reacted':
    case 'hint':
    case 'fairness':
    case 'receipt':
      return onTable(state, message.table, (table) => reduceTable(table, message));
    default:
      // A message that only a newer server knows changes nothing.
      return reduceLocal(state, /** @type {LocalMessage} */ (message));
  }
}

/**
 * The followed table after a message about it.
 * @param {Table} table
 * @param {Followed & { heard_ms?: number }} message
 */
function reduceTable(table, message) {
  switch (message.type) {
    case 'missed':
      return afterSnapshot(table, withMissed(table, message));
    case 'update':
      return withFacts(table, withUpdate(table, message));
    case 'presence': {
      const { type: _, table: __, ...presence } = message;
      return { ...table, presence };
    }
    case 'said':
      return withLine(table, message.line);
    case 'reacted':
      return withReaction(table, message);
    case 'hint':
      return withHint(table, message);
    case 'fairness':
      return { ...table, proof: message.fairness };
    case 'receipt': {
      const { type: _, heard_ms: __, ...receipt } = message;
      return { ...table, receipt };
    }
  }
}

/** @param {State} state @param {LocalMessage} message @returns {State} */
function reduceLocal(state, message) {
  switch (message.type) {
    case 'local_connection':
      return ended({ ...state, connection: message.connection, reason: message.reason ?? null });
    case 'local_suspended':
      return { ...afterLoss(state), connection: 'connecting' };
    case 'local_offline':
      return { ...state, offline: message.offline };
    case 'local_replaced':
      return state.replaced ? state : { ...state, replaced: true };
    case 'local_deal':
      // What was found of the deal is in the browser's storage: the table is only drawn anew.
      return state.table ? { ...state, table: { ...state.table } } : state;
    case 'local_person': {
      const { person, name, demo = false } = message;
      const account = state.account?.person === person ? state.account : null;
      return { ...state, person, name, demo, account, accounts: state.accounts + 1 };
    }
    case 'local_account': {
      const { account } = message;
      return { ...state, person: account.person, name: account.name, account };
    }
    case 'local_read':
      return withUi(state, { read: state.table?.chat.at(-1)?.n ?? 0 });
    case 'local_meanwhile_gone':
      return state.table?.ui.meanwhile?.serial === message.serial
        ? withUi(state, { meanwhile: null })
        : state;
    case 'local_route':
      return {
        ...withoutTable(state),
        route: message.route,
        notice: null,
        featured: null,
        tournament: null,
      };
    case 'local_feature':
      return {
        ...state,
        featured: message.table === null ? null : { id: message.table, facts: null },
      };
    case 'local_choose':
      return withChoice(state, message.tile);
    case 'local_plan':
      return withPlan(state, message.plan);
    case 'local_announce':
      return withUi(state, { announced: message.points });
    case 'local_sent':
      return withUi(
        { ...state, notice: null },
        { pending: true, unasked: message.unasked ?? false },
      );
    case 'local_called':
      // What the call takes may end the match: nothing is to be played before its answer.
      return withUi(state, { called: state.table?.view?.board.ply ?? null, pending: true });
    case 'local_asked':
      return withUi(state, { hint: { ply: state.table?.view?.board.ply ?? 0, answer: null } });
    case 'local_steps':
      return withUi(state, { steps: message.left });
    case 'local_sheet':
      return { ...state, sheet: message.sheet };
    case 'local_notice':
      return withNotice(state, message.code, message.text);
    case 'local_notice_gone':
      return state.notice?.serial === message.serial ? { ...state, notice: null } : state;
    default:
      return reduceSearch(state, message);
  }
}

/** What the visitor does about a search, and about a friend's call. @param {State} state @param {LocalMessage} message @returns {State} */
function reduceSearch(state, message) {
  switch (message.type) {
    case 'local_seek':
      return { ...state, matching: afterSeek(state.matching, message.wish, message.now_ms) };
    case 'local_unseek':
      return { ...state, matching: withoutSearch(state.matching) };
    case 'local_found_gone':
      return { ...state, matching: { ...state.matching, found: null } };
    case 'local_invited_gone':
      return { ...state, invited: null };
    default:
      return state;
  }
}

/**
 * After a message about a tournament. Only that of the page is shown.
 * @param {State} state
 * @param {Extract<ServerMessage, { type: 'tournament' | 'tournament_changed' | 'tournament_own' }>} message
 * @returns {State}
 */
function withTournament(state, message) {
  const { route, tournament, entered } = state;
  switch (message.type) {
    case 'tournament': {
      const isWanted = route.page === 'tournament' && route.tournament === message.tournament;
      return isWanted ? { ...state, tournament: shownOf(message), shut: null } : state;
    }
    case 'tournament_changed':
      return { ...state, tournament: afterChange(tournament, message) };
    case 'tournament_own':
      return { ...state, entered: afterOwn(tournament, entered, message) };
  }
}

/** With no table, and nothing that belongs to one. @param {State} state @returns {State} */
function withoutTable(state) {
  return { ...state, table: null, outside: null, shut: null, sheet: null };
}

/** A tile is chosen, and no other is about to be played. @param {State} state @param {string | null} tile */
function withChoice(state, tile) {
  return withUi(tile === null ? state : withPlan(state, { soon: null }), { choice: tile });
}

/** @param {State} state @param {Partial<Plan>} plan */
function withPlan(state, plan) {
  return state.table ? withUi(state, { plan: { ...state.table.ui.plan, ...plan } }) : state;
}

/** The connection is gone. Trying in vain to get it back is no further loss. @param {State} state */
function ended(state) {
  return ['lost', 'refused'].includes(state.connection) ? afterLoss(state) : state;
}

/** The open table without what was chosen and asked for over a connection that is gone. @param {State} state */
function afterLoss(state) {
  const { table } = state;
  return table && !table.ui.cut ? withUi(state, uiAfterLoss(table.ui)) : state;
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

/** With something changed that is this page's alone. @param {State} state @param {Partial<Ui>} changes */
function withUi(state, changes) {
  return state.table ? { ...state, table: tableWithUi(state.table, changes) } : state;
}

/** @param {Table} table @param {Partial<Ui>} changes @returns {Table} */
function tableWithUi(table, changes) {
  return { ...table, ui: { ...table.ui, ...changes } };
}

/** The table after the server has told something of it. @param {Table | null} before @param {Facts} now */
function withFacts(before, now) {
  return before === now ? before : { ...now, ui: uiAfterUpdate(before, now) };
}

/** The whole table is told, which ends a loss. @param {Table | null} before @param {Facts} now */
function afterSnapshot(before, now) {
  const regained = before?.ui.cut && before.id === now.id && !now.behind;
  return regained ? { ...now, ui: uiAfterReturn(before, now) } : withFacts(before, now);
}

/** The list with a table changed, or put first. @param {Listing[]} tables @param {Listing} table */
function withListing(tables, table) {
  const known = tables.some((one) => one.table === table.table);
  return known
    ? tables.map((one) => (one.table === table.table ? table : one))
    : [table, ...tables];
}

/** @param {State} state @param {string} id */
function isRouted(state, id) {
  return state.route.page === 'table' && state.route.table === id;
}

/** @param {State} state @param {string} id @param {(table: Table) => Table} change */
function onTable(state, id, change) {
  if (!state.table || state.table.id !== id) return state;
  const table = change(state.table);
  return table === state.table ? state : { ...state, table };
}

/** What the server answers where another window or device was first. @type {readonly string[]} */
const MOVED_ON = ['stale', 'no_match'];

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
  const { about, code, text } = message;
  if (about === 'tournament') return { ...state, tournament: null, shut: 'not_found' };
  // A match that can't be shown small is still a row of the list.
  if (about === 'open' && state.featured) return { ...state, featured: null };
  // What the page does by itself. The visitor needn't know that it came too late, or will be done again.
  if (['commit', 'reveal', 'own_tables', 'seekers', 'unseek'].includes(about ?? '')) return state;
  if (about === 'play' && state.table?.ui.unasked && MOVED_ON.includes(code)) {
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

/** @param {State} state @param {string} code @param {string} text @returns {State} */
function withNotice(state, code, text) {
  const serial = state.notices + 1;
  return { ...state, notices: serial, notice: { code, text, serial } };
}
