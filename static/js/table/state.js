/** The table that is followed after a message of the server or of the page. Pure. */
import { withLine, withReaction } from '../chat.js';
import { standing } from '../select.js';
import { NO_SEAT } from '../state.js';
import { isPicking } from './choose.js';
import { tableFromSnapshot, withMissed, withUpdate } from './fold.js';
import { uiAfterLoss, uiAfterReturn, uiAfterUpdate, withHint } from './ui.js';

/** @import { Plan } from './plan.js' */
/** @import { Message, Reducers } from '../reduce.js' */
/** @import { Facts, State, Table } from '../state.js' */
/** @import { Ui } from './ui.js' */

/** What each message about the followed table makes of it. @satisfies {Reducers<Table>} */
export const FOLLOWED = {
  missed: (table, message) => afterSnapshot(table, withMissed(table, message)),
  update: (table, message) => withFacts(table, withUpdate(table, message)),
  presence: (table, { type: _, table: __, ...presence }) => ({ ...table, presence }),
  said: (table, { line }) => withLine(table, line),
  reacted: withReaction,
  hint: withHint,
  fairness: (table, { fairness }) => ({ ...table, proof: fairness }),
  receipt: (table, { type: _, heard_ms: __, ...receipt }) => ({ ...table, receipt }),
};

/** What the other messages about a table make of the state. @satisfies {Reducers<State>} */
export const TABLE = {
  table(state, message) {
    if (!isRouted(state, message.table)) return state;
    const table = afterSnapshot(state.table, tableFromSnapshot(state.table, message));
    return { ...state, shut: null, outside: null, table };
  },
  outside(state, { table: id, room, presence }) {
    if (!isRouted(state, id)) return state;
    return { ...withoutTable(state), outside: { id, room, presence, me: NO_SEAT } };
  },
  closed: (state, { table, reason }) =>
    isRouted(state, table) ? { ...withoutTable(state), shut: reason } : state,
  // What was found of the deal is in the browser's storage: the table is only drawn anew.
  local_deal: (state) => (state.table ? { ...state, table: { ...state.table } } : state),
  local_read: (state) => withUi(state, { read: state.table?.chat.at(-1)?.n ?? 0 }),
  local_meanwhile_gone: (state, { serial }) =>
    state.table?.ui.meanwhile?.serial === serial ? withUi(state, { meanwhile: null }) : state,
  // Something is picked, and no other move is about to be made.
  local_pick: (state, { picked }) =>
    withUi(isPicking(picked) ? withPlan(state, { soon: null }) : state, { picked }),
  local_plan: (state, { plan }) => withPlan(state, plan),
  local_sent(state, { unasked = false, once = false }) {
    const tried = once && state.table ? { once: standing(state.table).ply } : {};
    return withUi({ ...state, notice: null }, { pending: true, unasked, ...tried });
  },
  local_asked: (state) =>
    state.table ? withUi(state, { hint: { ply: standing(state.table).ply, answer: null } }) : state,
  local_steps: (state, { left }) => withUi(state, { steps: left }),
};

/** With no table, and nothing that belongs to one. @param {State} state @returns {State} */
export function withoutTable(state) {
  return { ...state, table: null, outside: null, gameless: false, shut: null, sheet: null };
}

/** @param {State} state @param {Partial<Plan>} plan */
function withPlan(state, plan) {
  return state.table ? withUi(state, { plan: { ...state.table.ui.plan, ...plan } }) : state;
}

/** The open table without what was chosen and asked for over a connection that is gone. @param {State} state */
export function afterLoss(state) {
  const { table } = state;
  return table && !table.ui.cut ? withUi(state, uiAfterLoss(table.ui)) : state;
}

/** With something changed that is this page's alone. @param {State} state @param {Partial<Ui>} changes */
export function withUi(state, changes) {
  return state.table
    ? { ...state, table: { ...state.table, ui: { ...state.table.ui, ...changes } } }
    : state;
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

/** @param {State} state @param {string} id */
export function isRouted(state, id) {
  return state.route.page === 'table' && state.route.table === id;
}
