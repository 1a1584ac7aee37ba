// @ts-check
/**
 * What this visitor wants from the server, kept across reconnects: after every greeting the
 * lobby or the table is asked for anew, so that a lost connection costs nothing.
 */
import { me } from './api.js';
import { CLOSE_OUTDATED, createSocket } from './socket.js';

/** @typedef {import('./state.js').Route} Route */
/** @typedef {import('./protocol.js').ClientMessage} ClientMessage */

/** The version of the protocol that this client speaks. */
export const PROTOCOL = 1;

/**
 * The first message for a page, if it follows anything.
 * @param {Route} route
 * @returns {ClientMessage | null}
 */
export function following(route) {
  if (route.page === 'lobby') return { type: 'lobby', follow: true };
  if (route.page !== 'table') return null;
  const open = /** @type {const} */ ({ type: 'open', table: route.table });
  return route.invite ? { ...open, invite: route.invite } : open;
}

/**
 * The message that ends what `following` began.
 * @param {Route} route
 * @returns {ClientMessage | null}
 */
export function unfollowing(route) {
  if (route.page === 'lobby') return { type: 'lobby', follow: false };
  return route.page === 'table' ? { type: 'close', table: route.table } : null;
}

/** @typedef {ReturnType<typeof import('./state.js').createStore<import('./state.js').State, any>>} Store */

/**
 * Connects the store to the server.
 * @param {Store} store
 */
export function createSession(store) {
  const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
  const socket = createSocket({
    make: () => new WebSocket(url),
    // The request sets the identity cookie where there is none yet.
    prepare: () => me().then(() => undefined),
    onOpen: () => send({ type: 'hello', protocol: PROTOCOL }),
    onMessage: receive,
    onLost: (code) =>
      store.dispatch({
        type: 'local_connection',
        connection: code === CLOSE_OUTDATED ? 'outdated' : 'lost',
      }),
  });

  /** @param {ClientMessage} message */
  function send(message) {
    return socket.send(message);
  }

  /** @param {import('./protocol.js').ServerMessage} message */
  function receive(message) {
    store.dispatch(message);
    if (message.type === 'welcome') {
      socket.settled();
      follow(store.get().route);
    }
    const { table, route } = store.get();
    if (message.type === 'update' && table?.behind) follow(route);
  }

  /** @param {Route} route */
  function follow(route) {
    const message = following(route);
    if (message) send(message);
  }

  addEventListener('online', () => socket.hurry());
  addEventListener('offline', () => socket.drop());
  addEventListener('visibilitychange', () => {
    if (!document.hidden) socket.hurry();
  });

  return {
    send,
    /** Goes from one page to another. @param {Route} route */
    go(route) {
      const leave = unfollowing(store.get().route);
      if (leave) send(leave);
      store.dispatch({ type: 'local_route', route });
      follow(route);
    },
  };
}
