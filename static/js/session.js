/**
 * The lobby or the table that this visitor follows, kept across reconnects: after every `welcome`
 * the client asks for it again.
 */
import { fetchMe, isIdentityChanging, RefusedError } from './api.js';
import { seekOf } from './matching.js';
import { ANSWER_MS, createHeartbeat, ReconnectingSocket, RefusedConnection } from './socket.js';

/** @import {ClientMessage, ServerMessage} from './protocol.js' */
/** @import {Facts, Route, State} from './state.js' */

/** How often the timer runs. */
const TICK_MS = 5000;

/** The version of the protocol that this client speaks. */
const PROTOCOL = 1;

/**
 * The first message for a page, if it follows anything. It names the version of the table that is
 * known, so that the server sends only what was missed.
 * @param {Route} route
 * @param {Facts | null} [table]
 * @returns {ClientMessage | null}
 */
export function followMessage(route, table = null) {
  if (route.page === 'lobby') return { type: 'lobby', follow: true };
  if (route.page !== 'table') return null;
  const since = table?.id === route.table ? { since: table.v } : {};
  const open = /** @type {const} */ ({ type: 'open', table: route.table, ...since });
  return route.invite ? { ...open, invite: route.invite } : open;
}

/** The message by which every page follows the visitor's own tables. @type {ClientMessage} */
const FOLLOW_OWN = { type: 'own_tables', follow: true };

/** The message that ends what `followMessage` began. @param {Route} route @returns {ClientMessage | null} */
export function unfollowMessage(route) {
  if (route.page === 'lobby') return { type: 'lobby', follow: false };
  return route.page === 'table' ? { type: 'close', table: route.table } : null;
}

/** The page of a table. @param {string} table */
const pageOf = (table) => /** @type {const} */ ({ page: 'table', table, invite: null });

/** The address of the server's WebSocket. */
function socketUrl() {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
}

/** @typedef {ReturnType<typeof import('./state.js').createStore<State, any>>} Store */

/**
 * Asks the server for the visitor's identity. The request sets the identity cookie where there is none yet. A page of an
 * account that this browser isn't signed in to any more begins anew, since nothing on it is the visitor's.
 * @param {Store} store
 */
async function askWho(store) {
  const asked = fetchMe(AbortSignal.timeout(ANSWER_MS));
  const { name, person = null } = await asked.catch((problem) => {
    throw problem instanceof RefusedError ? new RefusedConnection(problem.code) : problem;
  });
  const before = store.get().person;
  if (before && before !== person) location.reload();
  store.dispatch({ type: 'local_person', person, name });
}

/**
 * Asks again for what every page follows, and for what ended with the connection before: a search.
 * @param {Store} store
 * @param {ReconnectingSocket} socket
 */
function resume(store, socket) {
  socket.send(FOLLOW_OWN);
  const { search } = store.get().matching;
  if (search) socket.send(seekOf(search));
}

/**
 * Answers without the visitor that this page is still there, when opponents are found.
 * @param {ServerMessage} message
 * @param {{ send(message: ClientMessage): void }} socket
 */
export function answerQuestion(message, socket) {
  if (message.type === 'seek_question') {
    socket.send({ type: 'seek_answer', number: message.number });
  }
}

/**
 * What the page follows beside the visitor's own tables: the lobby with a match that it shows small, or a table.
 * @param {Store} store
 * @param {{ send(message: ClientMessage): unknown }} socket
 */
function createFollowing(store, socket) {
  const wanted = () => followMessage(store.get().route, store.get().table);

  /** Asks for all of it, and for what was missed. */
  function follow() {
    const message = wanted();
    if (message) socket.send(message);
    if (store.get().route.page === 'lobby') socket.send({ type: 'seek_counts', follow: true });
    followFeatured();
  }

  function followFeatured() {
    const { featured } = store.get();
    const route = featured && pageOf(featured.id);
    const message = route && followMessage(route, featured.facts);
    if (message) socket.send(message);
  }

  return {
    wanted,
    follow,
    /** @param {string | null} table the match that the front page shows small from now on, if any */
    feature(table) {
      const { featured } = store.get();
      if ((featured?.id ?? null) === table) return;
      if (featured) socket.send({ type: 'close', table: featured.id });
      store.dispatch({ type: 'local_feature', table });
      followFeatured();
    },
  };
}

/** Connects the store to the server. @param {Store} store */
export function createSession(store) {
  /** When the server was last asked for its time. */
  let asked_ms = 0;
  const heartbeat = createHeartbeat({
    now: () => Date.now(),
    ask: () => socket.send(wanted() ?? FOLLOW_OWN),
    dead: () => socket.drop(),
    playing: () => store.get().table?.room.status === 'playing',
  });
  const socket = new ReconnectingSocket({
    make: () => new WebSocket(socketUrl()),
    prepare: () => askWho(store),
    onOpen() {
      asked_ms = Date.now();
      socket.send({ type: 'hello', protocol: PROTOCOL });
    },
    onMessage: receive,
    onLost(reason) {
      // With the cookie that the browser has now, or will have in a moment, it comes back at once.
      const isRenewed = isIdentityChanging() && store.get().connection === 'open';
      const lost = isRenewed ? 'connecting' : 'lost';
      const connection = socket.stopped ? 'refused' : lost;
      store.dispatch({ type: 'local_connection', connection, reason });
      if (isRenewed) queueMicrotask(() => socket.hurry());
    },
  });

  const { wanted, follow, feature } = createFollowing(store, socket);

  /** @param {ServerMessage} message */
  function receive(message) {
    heartbeat.heard();
    const { name } = store.get();
    const heard = { ...message, heard_ms: Date.now() };
    store.dispatch(message.type === 'welcome' ? { ...heard, asked_ms } : heard);
    if (message.type === 'welcome') {
      socket.settled();
      follow();
      resume(store, socket);
      // Meanwhile another tab has kept an account, or signed in.
      if (message.name !== name) askWho(store).catch(() => {});
    }
    // Without an answer it is asked again when the connection comes back.
    if (message.type === 'account_changed') askWho(store).catch(() => {});
    answerQuestion(message, socket);
    const { table, featured } = store.get();
    if (message.type === 'update' && (table ?? featured?.facts)?.behind) follow();
  }

  return {
    life: connectionLife(store, socket, heartbeat),
    /** @param {ClientMessage} message */
    send(message) {
      const sent = socket.send(message);
      if (sent && message.type === 'play') heartbeat.sent();
      return sent;
    },
    feature,
    /** Goes from one page to another. @param {Route} route */
    go(route) {
      feature(null);
      const { route: left } = store.get();
      const leave = unfollowMessage(left);
      if (leave) socket.send(leave);
      if (left.page === 'lobby') socket.send({ type: 'seek_counts', follow: false });
      store.dispatch({ type: 'local_route', route });
      follow();
    },
  };
}

/**
 * What the connection does in the life of the page, and the timer.
 * @param {Store} store
 * @param {ReconnectingSocket} socket
 * @param {ReturnType<typeof createHeartbeat>} heartbeat
 * @returns {import('./lifecycle.js').Client}
 */
function connectionLife(store, socket, heartbeat) {
  /** Spans such as "for 2 min" are drawn again, and a silent connection is noticed. */
  function tick() {
    heartbeat.tick();
    if (!document.hidden && store.get().table) {
      store.dispatch({ type: 'local_tick', heard_ms: Date.now() });
    }
  }
  setInterval(tick, TICK_MS);

  return {
    suspend() {
      if (socket.suspend()) store.dispatch({ type: 'local_suspended' });
    },
    restore() {
      // Questions from before get no answer, and the silence since then means nothing.
      heartbeat.heard();
      store.dispatch({ type: 'local_offline', offline: !navigator.onLine });
      socket.hurry();
      tick();
    },
    // After a sleep of the device the connection may be dead without a sign.
    look() {
      socket.hurry();
      tick();
      heartbeat.doubt();
    },
    online() {
      store.dispatch({ type: 'local_offline', offline: false });
      socket.hurry();
    },
    offline() {
      store.dispatch({ type: 'local_offline', offline: true });
      socket.drop();
    },
  };
}
