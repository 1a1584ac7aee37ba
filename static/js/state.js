/**
 * All that the client knows, in one value. Nothing here touches the page; `reduce` makes the
 * next value and the views draw it.
 */

import { NO_MATCHING } from './matching.js';

/** @import {Featured} from './featured.js' */
/** @import {Step} from './games/contract.js' */
/** @import {Matching, Wish} from './matching.js' */
/** @import {Plan} from './table/plan.js' */
/** @import { AccountBody, Fairness, Line, Listing, Me, OwnTable, Presence, RatingBoard, Reaction, Receipt, Room, ServerMessage, Time } from './protocol.js' */
/** @import { AnyView } from './games/contract.js' */
/** @import {Reason} from './socket.js' */
/** @import {Entered, Shown} from './tournament.js' */
/** @import {Ui} from './table/ui.js' */

/**
 * Where the connection stands. `refused`: the server would refuse this page again; nothing is tried any more.
 * @typedef {'connecting' | 'open' | 'lost' | 'refused'} Connection
 */

/**
 * Opens the menu of the player on a seat.
 * @typedef {(table: Table, seat: number) => unknown} OpenSeatMenu
 */

/**
 * The page that is shown.
 * @typedef {{ page: 'lobby', party?: string, from?: string, game?: string, watch?: boolean } | { page: 'games', family?: string } | { page: 'rules', preset: string | null, part?: 'strategy' | 'lesson' } | { page: 'table', table: string, invite: string | null }
 *   | { page: 'record', record: string, at: string | null, seat?: number, table?: string } | { page: 'me' } | { page: 'import' } | { page: 'person', person: string } | { page: 'leaderboard', board: RatingBoard } | { page: 'friends' }
 *   | { page: 'account' } | { page: 'moderation' } | { page: 'tournaments' } | { page: 'tournament', tournament: string, screen?: boolean, partner?: string } | { page: 'unknown', path: string }} Route
 */

/**
 * The sheet that is open over the table, if any.
 * @typedef {'history' | 'rules' | 'invite' | 'chat' | 'settings' | 'verify' | 'webhook' | null} Sheet
 */

/**
 * A reaction, numbered so that each is shown once.
 * @typedef {{ serial: number, seat: number | null, name: string, pseudonym: string, reaction: Reaction }} TableReaction
 */

/**
 * The server's facts about a table.
 * @typedef {object} Facts
 * @property {string} id
 * @property {number} v version of the last message folded in
 * @property {boolean} behind an update was missed: the table must be opened anew
 * @property {Room} room
 * @property {Presence} presence
 * @property {AnyView | null} view null until the first deal
 * @property {Me} me
 * @property {Time | null} time the clocks, if there are any
 * @property {readonly any[]} fresh the events that the last message brought
 * @property {number} news grows with every message that brought events
 * @property {boolean} live whether the fresh events happened just now; after a reconnect they are older
 * @property {Line[]} chat what was said last in this visitor's room, the oldest line first
 * @property {TableReaction[]} reactions the latest reactions
 * @property {Receipt | null} receipt the server's last receipt for what the table is bound to
 * @property {Fairness | null} proof what proves the deals of the round that was asked for last
 */

/**
 * A table as this visitor sees it: the server's facts, and the part that belongs to this page alone.
 * @typedef {Facts & { ui: Ui }} Table
 */

/**
 * What an outsider knows of a table; players and watchers know it as well.
 * @typedef {Pick<Facts, 'id' | 'room' | 'presence' | 'me'>} Outside
 */

/** A friend's invitation to a table. @typedef {Omit<Extract<ServerMessage, { type: 'invited' }>, 'type'>} Invitation */

/** The `me` of a visitor without a seat: an outsider, or the reader of a record. @type {Readonly<Me>} */
export const NO_SEAT = Object.freeze({ pseudonym: '', seat: null, host: false, invite: null });

/** Something to tell the visitor once. @typedef {{ code: string, text: string, serial: number }} Notice */

/**
 * @typedef {object} State
 * @property {Connection} connection
 * @property {Reason | null} reason why the connection ended last
 * @property {boolean} everOpen whether there was a connection before
 * @property {boolean} offline whether the browser knows of no network at all
 * @property {number} clock_ms how far the server's clock is ahead of this browser's
 * @property {string} build which build of the client this page is; empty without a page
 * @property {boolean} replaced whether the server has another build by now
 * @property {string} name this visitor's display name, '' until the server tells it
 * @property {string | null | undefined} person the account that this visitor keeps; null for a guest,
 *   undefined until the server tells it
 * @property {boolean} demo whether the server has a demo: computer players with names and matches
 * @property {AccountBody | null} account what the server has told of that account
 * @property {number} accounts how often the account should have been asked for
 * @property {Route} route
 * @property {Listing[] | null} lobby null until the list has come
 * @property {OwnTable[] | null} own the tables where this visitor has a seat; null until the list has come
 * @property {Table | null} table the table that is followed
 * @property {Outside | null} outside the table of which this visitor is an outsider
 * @property {Featured | null} featured the match that the front page shows small, while it can be seen
 * @property {Matching} matching this visitor's search for a quick match
 * @property {Invitation | null} invited the last invitation by a friend, until it is answered
 * @property {Shown | null} tournament the tournament that is followed
 * @property {Entered | null} entered what the last tournament is to this visitor of which the server told it
 * @property {number} friends grows each time something about friends has changed
 * @property {boolean} gameless whether the game of the table didn't come
 * @property {'removed' | 'gone' | 'not_found' | null} shut why the table of the route can't be shown
 * @property {Sheet} sheet
 * @property {Notice | null} notice
 * @property {number} notices how many there were, which numbers them
 */

/**
 * What the page itself reports.
 * @typedef {{ type: 'local_connection', connection: Connection, reason?: Reason }
 *   | { type: 'local_suspended' }
 *   | { type: 'local_offline', offline: boolean }
 *   | { type: 'local_replaced' }
 *   | { type: 'local_deal' }
 *   | { type: 'local_person', person: string | null, name: string, demo?: boolean }
 *   | { type: 'local_account', account: AccountBody }
 *   | { type: 'local_tick', heard_ms: number }
 *   | { type: 'local_gameless' }
 *   | { type: 'local_read' }
 *   | { type: 'local_meanwhile_gone', serial: number }
 *   | { type: 'local_route', route: Route }
 *   | { type: 'local_feature', table: string | null }
 *   | { type: 'local_pick', picked: readonly Step[] }
 *   | { type: 'local_plan', plan: Partial<Plan> }
 *   | { type: 'local_sent', unasked?: boolean, once?: boolean }
 *   | { type: 'local_asked' }
 *   | { type: 'local_sheet', sheet: Sheet }
 *   | { type: 'local_notice', code: string, text: string }
 *   | { type: 'local_notice_gone', serial: number }
 *   | { type: 'local_steps', left: number }
 *   | { type: 'local_seek', wish: Wish, now_ms: number }
 *   | { type: 'local_unseek' }
 *   | { type: 'local_found_gone' }
 *   | { type: 'local_invited_gone' }} LocalMessage
 */

/** The state before anything has happened. @param {Route} route @param {string} [build] @returns {State} */
export function initial(route, build = '') {
  return {
    connection: 'connecting',
    reason: null,
    everOpen: false,
    offline: false,
    clock_ms: 0,
    build,
    replaced: false,
    name: '',
    person: undefined,
    demo: false,
    account: null,
    accounts: 0,
    route,
    lobby: null,
    own: null,
    table: null,
    outside: null,
    featured: null,
    matching: NO_MATCHING,
    invited: null,
    tournament: null,
    entered: null,
    friends: 0,
    gameless: false,
    shut: null,
    sheet: null,
    notice: null,
    notices: 0,
  };
}

/**
 * A holder of the one state: `dispatch` folds a message in and tells every listener. What a listener dispatches is
 * folded in at once, and told when all listeners have heard of the change before it: each hears every change once and
 * in order, with the state before it.
 * @template S, M
 * @param {S} state
 * @param {(state: S, message: M) => S} reduce
 */
export function createStore(state, reduce) {
  /** @type {((state: S, before: S) => void)[]} */
  const listeners = [];
  /** The changes that the listeners haven't heard of. @type {[S, S][]} */
  const untold = [];
  let isTelling = false;

  function tell() {
    if (isTelling) return;
    isTelling = true;
    try {
      for (let change = untold.shift(); change; change = untold.shift())
        for (const listener of listeners) listener(...change);
    } finally {
      isTelling = false;
    }
  }

  return {
    get: () => state,
    /** @param {M} message */
    dispatch(message) {
      const before = state;
      state = reduce(state, message);
      if (state === before) return;
      untold.push([state, before]);
      tell();
    },
    /** @param {(state: S, before: S) => void} listener */
    subscribe(listener) {
      listeners.push(listener);
    },
  };
}
