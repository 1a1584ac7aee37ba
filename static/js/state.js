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
/** @typedef {import('./protocol.js').ServerMessage} ServerMessage */

/**
 * Where the connection stands. `outdated`: the server speaks a newer protocol, only a reload helps.
 * @typedef {'connecting' | 'open' | 'lost' | 'outdated'} Connection
 */

/**
 * The page that is shown.
 * @typedef {{ page: 'lobby' } | { page: 'rules', preset: string | null } | { page: 'table', table: string, invite: string | null }} Route
 */

/**
 * The sheet that is open over the table, if any.
 * @typedef {'history' | 'rules' | 'invite' | null} Sheet
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
 * @property {Seen[]} fresh the events that the last message brought
 * @property {number} news grows with every message that brought events
 * @property {string | null} choice the hand tile that waits for its end
 * @property {number | null} announced points that will be announced with the next play (muggins)
 * @property {number | null} called the ply at which this visitor called "Muggins!": once is enough
 * @property {boolean} pending a play was sent and is not answered yet
 * @property {boolean} behind an update was missed: the table must be opened anew
 */

/**
 * Something to tell the visitor once.
 * @typedef {{ code: string, text: string, serial: number }} Notice
 */

/**
 * @typedef {object} State
 * @property {Connection} connection
 * @property {boolean} everOpen whether there was a connection before
 * @property {string} name this visitor's display name, '' until the server tells it
 * @property {Route} route
 * @property {Listing[] | null} lobby null until the list has come
 * @property {Table | null} table the table that is followed
 * @property {'removed' | 'private' | 'gone' | 'not_found' | null} shut why the table of the route can't be shown
 * @property {Sheet} sheet
 * @property {Notice | null} notice
 * @property {number} notices how many there were, which numbers them
 */

/**
 * What the page itself reports.
 * @typedef {{ type: 'local_connection', connection: Connection }
 *   | { type: 'local_route', route: Route }
 *   | { type: 'local_choose', tile: string | null }
 *   | { type: 'local_announce', points: number | null }
 *   | { type: 'local_sent' }
 *   | { type: 'local_called' }
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
    name: '',
    route,
    lobby: null,
    table: null,
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
