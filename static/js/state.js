// @ts-check
/**
 * All that the client knows, in one value. Nothing here touches the page; `reduce` makes the
 * next value and the views draw it.
 */

/** @typedef {import('./protocol.js').Room} Room */
/** @typedef {import('./protocol.js').Presence} Presence */
/** @typedef {import('./protocol.js').View} View */
/** @typedef {import('./protocol.js').Me} Me */
/** @typedef {import('./protocol.js').Seen} Seen */
/** @typedef {import('./protocol.js').Listing} Listing */
/** @typedef {import('./protocol.js').Line} Line */
/** @typedef {import('./protocol.js').ServerMessage} ServerMessage */

/**
 * Where the connection stands. `outdated`: the server speaks a newer protocol, only a reload helps.
 * @typedef {'connecting' | 'open' | 'lost' | 'outdated'} Connection
 */

/**
 * The page that is shown.
 * @typedef {{ page: 'lobby' } | { page: 'rules', preset: string | null } | { page: 'table', table: string, invite: string | null }
 *   | { page: 'record', record: string, at: string | null } | { page: 'me' } | { page: 'import' }} Route
 */

/**
 * The sheet that is open over the table, if any.
 * @typedef {'history' | 'rules' | 'invite' | 'chat' | 'settings' | 'analysis' | 'verify' | null} Sheet
 */

/**
 * Somebody's reaction, numbered so that each is shown once.
 * @typedef {{ serial: number, seat: number | null, name: string, reaction: import('./protocol.js').Reaction }} Reacted
 */

/**
 * What happened while this visitor's connection was lost: the events of this round, whether the
 * round is another one than before, and how many lines were said.
 * @typedef {{ serial: number, events: Seen[], anew: boolean, lines: number }} Meanwhile
 */

/**
 * A table as this visitor sees it.
 * @typedef {object} Table
 * @property {string} id
 * @property {number} v version of the last message folded in
 * @property {Room} room
 * @property {Presence} presence
 * @property {View | null} view null until the first deal
 * @property {Me} me
 * @property {import('./protocol.js').Time | null} time the clocks, if there are any
 * @property {number} clock_ms how far the server's clock is ahead of this browser's
 * @property {Seen[]} fresh the events that the last message brought
 * @property {number} news grows with every message that brought events
 * @property {boolean} live whether the fresh events happened just now; after a reconnect they are older
 * @property {Line[]} chat what was said last in this visitor's room, the oldest line first
 * @property {number} read the number of the last line that this visitor has seen
 * @property {number} unsaid how many lines the server refused
 * @property {Reacted[]} reactions the latest reactions
 * @property {number | null} turn_since_ms since when it has been the turn of whose turn it is, by the server's clock
 * @property {number} now_ms the server's clock, a few seconds late at most
 * @property {boolean} cut the connection was lost, and the table hasn't been told anew since
 * @property {number} cuts how often the connection was lost at this table
 * @property {Meanwhile | null} meanwhile what the last loss of the connection hid, until it is put away
 * @property {import('./play/plan.js').Plan} plan what is going to be played without a further touch
 * @property {string | null} choice the hand tile that waits for its end
 * @property {number | null} announced points that will be announced with the next play (muggins)
 * @property {number | null} called the ply at which this visitor called "Muggins!": once is enough
 * @property {import('./play/hint.js').Hint | null} hint the expert's choice for this position, once asked for
 * @property {import('./analysis.js').Analysis | null} analysis of a match that was played here
 * @property {boolean} pending a play or a call was sent and is not answered yet
 * @property {import('./protocol.js').Receipt | null} [receipt] the server's last receipt for what the table is bound to
 * @property {import('./protocol.js').Fairness | null} [proof] what proves the deals of the round that was asked for last
 * @property {boolean} behind an update was missed: the table must be opened anew
 */

/**
 * What an outsider knows of a table; players and watchers know it as well.
 * @typedef {Pick<Table, 'id' | 'room' | 'presence' | 'me'>} Outside
 */

/**
 * Something to tell the visitor once.
 * @typedef {{ code: string, text: string, serial: number }} Notice
 */

/**
 * @typedef {object} State
 * @property {Connection} connection
 * @property {boolean} everOpen whether there was a connection before
 * @property {boolean} offline whether the browser knows of no network at all
 * @property {number} clock_ms how far the server's clock is ahead of this browser's
 * @property {string} name this visitor's display name, '' until the server tells it
 * @property {Route} route
 * @property {Listing[] | null} lobby null until the list has come
 * @property {Table | null} table the table that is followed
 * @property {Outside | null} outside the table of which this visitor is an outsider
 * @property {'removed' | 'gone' | 'not_found' | null} shut why the table of the route can't be shown
 * @property {Sheet} sheet
 * @property {Notice | null} notice
 * @property {number} notices how many there were, which numbers them
 */

/**
 * What the page itself reports.
 * @typedef {{ type: 'local_connection', connection: Connection }
 *   | { type: 'local_offline', offline: boolean }
 *   | { type: 'local_tick', heard_ms: number }
 *   | { type: 'local_read' }
 *   | { type: 'local_meanwhile_gone', serial: number }
 *   | { type: 'local_route', route: Route }
 *   | { type: 'local_choose', tile: string | null }
 *   | { type: 'local_plan', plan: Partial<import('./play/plan.js').Plan> }
 *   | { type: 'local_announce', points: number | null }
 *   | { type: 'local_sent' }
 *   | { type: 'local_called' }
 *   | { type: 'local_asked' }
 *   | { type: 'local_analyse' }
 *   | { type: 'local_sheet', sheet: Sheet }
 *   | { type: 'local_notice', code: string, text: string }
 *   | { type: 'local_notice_gone', serial: number }} LocalMessage
 */

/**
 * The state before anything has happened.
 * @param {Route} route
 * @returns {State}
 */
export function initial(route) {
  return {
    connection: 'connecting',
    everOpen: false,
    offline: false,
    clock_ms: 0,
    name: '',
    route,
    lobby: null,
    table: null,
    outside: null,
    shut: null,
    sheet: null,
    notice: null,
    notices: 0,
  };
}

/**
 * A holder of the one state: `dispatch` folds a message in and tells every listener.
 * @template S, M
 * @param {S} state
 * @param {(state: S, message: M) => S} reduce
 */
export function createStore(state, reduce) {
  /** @type {((state: S, before: S) => void)[]} */
  const listeners = [];
  return {
    get: () => state,
    /** @param {M} message */
    dispatch(message) {
      const before = state;
      state = reduce(state, message);
      if (state !== before) for (const listener of listeners) listener(state, before);
    },
    /** @param {(state: S, before: S) => void} listener */
    subscribe(listener) {
      listeners.push(listener);
    },
  };
}
