/**
 * The lobby or the table that this visitor follows, kept across reconnects: after every `welcome`
 * the client asks for it again.
 */
import { fetchMe, isIdentityChanging, RefusedError } from './api.js';
import { isOverDays } from './format/clock.js';
import { seekOf } from './matching.js';
import { offerPush } from './push.js';
import { ANSWER_MS, createHeartbeat, ReconnectingSocket, RefusedConnection } from './socket.js';
import { createHeld } from './table/held.js';
import { createSteps, seenTables } from './table/steps.js';

/** @import {ClientMessage, ServerMessage} from './protocol.js' */
/** @import {Facts, Route, State} from './state.js' */

/** How often a silent connection is looked for, which costs nothing while there are messages. */
const LISTEN_MS = 1000;
/** How often spans such as "for 2 min" are drawn again. */
const TICK_MS = 5000;

/** The version of the protocol that this client speaks. */
const PROTOCOL = 1;

/** Whether a page shows who waits for a match. @param {Route} route */
const showsLobby = ({ page }) => page === 'lobby' || page === 'games';

/**
 * The first message for a page, if it follows anything. It names the version of the table that is
 * known, so that the server sends only what was missed.
 * @param {Route} route
 * @param {Facts | null} [table]
 * @param {number | null} [seen] the version that this browser has shown last, if it has the table no more
 * @returns {ClientMessage | null}
 */
export function followMessage(route, table = null, seen = null) {
  if (showsLobby(route)) return { type: 'lobby', follow: true };
  if (route.page === 'tournament') {
    return { type: 'tournament', tournament: route.tournament, follow: true };
  }
  if (route.page !== 'table') return null;
  const gone = seen === null ? {} : { since: seen, replay: true };
  const since = table?.id === route.table ? { since: table.v } : gone;
  const open = /** @type {const} */ ({ type: 'open', table: route.table, ...since });
  return route.invite ? { ...open, invite: route.invite } : open;
}

/** The message by which every page follows the visitor's own tables. @type {ClientMessage} */
const FOLLOW_OWN = { type: 'own_tables', follow: true };

/** The message that ends what `followMessage` began. @param {Route} route @returns {ClientMessage | null} */
export function unfollowMessage(route) {
  if (showsLobby(route)) return { type: 'lobby', follow: false };
  if (route.page === 'tournament') {
    return { type: 'tournament', tournament: route.tournament, follow: false };
  }
  return route.page === 'table' ? { type: 'close', table: route.table } : null;
}

/** The page of a table. @param {string} table */
const pageOf = (table) => /** @type {const} */ ({ page: 'table', table, invite: null });

/**
 * The path of the server's WebSocket. It names the table of the page, so that a balancer can bring the people of a
 * table together at one node.
 * @param {Route} route
 */
export function socketPath(route) {
  return route.page === 'table' ? `/ws?t=${route.table}` : '/ws';
}

/** Where the page's connection leads. @param {Store} store */
function createPlace(store) {
  let [path, isClustered] = ['', false];
  return {
    make() {
      path = socketPath(store.get().route);
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
      return new WebSocket(`${scheme}://${location.host}${path}`);
    },
    /** @param {Extract<ServerMessage, { type: 'welcome' }>} welcome */
    learn({ cluster = false }) {
      isClustered = cluster;
    },
    /** Whether the people of this page's table may be at another node. @param {Route} route */
    isElsewhere: (route) => isClustered && route.page === 'table' && socketPath(route) !== path,
  };
}

/** @typedef {ReturnType<typeof import('./state.js').createStore<State, any>>} Store */

/**
 * Asks the server for the visitor's identity. The request sets the identity cookie where there is none yet. A page of an
 * account that this browser isn't signed in to any more begins anew, since nothing on it is the visitor's.
 * @param {Store} store
 */
async function askWho(store) {
  const asked = fetchMe(AbortSignal.timeout(ANSWER_MS));
  const {
    name,
    person = null,
    demo,
    push_key = null,
  } = await asked.catch((problem) => {
    throw problem instanceof RefusedError ? new RefusedConnection(problem.code) : problem;
  });
  const before = store.get().person;
  if (before && before !== person) location.reload();
  // A browser that can't say how it is told goes on, and says it at the next visit.
  offerPush(push_key, person).catch(() => {});
  store.dispatch({ type: 'local_person', person, name, demo });
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
 * @param {ReturnType<typeof createSteps>} steps
 */
function createFollowing(store, socket, steps) {
  function wanted() {
    const { route, table } = store.get();
    const seen = route.page === 'table' ? seenTables.find(route.table) : null;
    return followMessage(route, table, seen);
  }

  /** Asks for all of it, and for what was missed. */
  function follow() {
    const message = wanted();
    steps.ask(message?.type === 'open' && message.replay ? message.table : null);
    if (message) socket.send(message);
    if (showsLobby(store.get().route)) socket.send({ type: 'seekers', follow: true });
    followFeatured();
  }

  function followFeatured() {
    const { featured } = store.get();
    const message = featured && followMessage(pageOf(featured.id), featured.facts);
    if (message?.type === 'open') socket.send({ ...message, preview: true });
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

/** The steps of what happened since the last visit, and what this browser remembers for the next. @param {Store} store */
function stepsAt(store) {
  const steps = createSteps({ dispatch: store.dispatch });
  store.subscribe(({ table }) => {
    if (!table || table.behind || table.me.seat === null || steps.isShowing()) return;
    if (isOverDays(table.room)) seenTables.note(table.id, table.v);
  });
  return steps;
}

/**
 * What sends the visitor's messages.
 * @param {ReconnectingSocket} socket
 * @param {ReturnType<typeof createHeartbeat>} heartbeat
 */
const senderOf = (socket, heartbeat) => (/** @type {ClientMessage} */ message) => {
  const sent = socket.send(message);
  if (sent && message.type === 'move') heartbeat.sent();
  return sent;
};

/**
 * What goes from one page to another.
 * @param {Store} store
 * @param {ReconnectingSocket} socket
 * @param {ReturnType<typeof createPlace>} place
 * @param {{ feature(table: null): void, follow(): void }} following
 */
const navigation =
  (store, socket, place, { feature, follow }) =>
  (/** @type {Route} */ route) => {
    feature(null);
    const { route: left } = store.get();
    const leave = unfollowMessage(left);
    if (leave) socket.send(leave);
    if (showsLobby(left)) socket.send({ type: 'seekers', follow: false });
    store.dispatch({ type: 'local_route', route });
    follow();
    // A search belongs to its connection.
    if (place.isElsewhere(route) && !store.get().matching.search) socket.move();
  };

/** Whether a message shows that others were missed. @param {State} state @param {ServerMessage} message */
function isBehind({ table, featured, tournament }, { type }) {
  if (type === 'update') return (table ?? featured?.facts)?.behind;
  return type === 'tournament_changed' && tournament?.behind;
}

/** Connects the store to the server. @param {Store} store */
export function createSession(store) {
  /** When the server was last asked for its time. */
  let asked_ms = 0;
  const place = createPlace(store);
  const steps = stepsAt(store);
  const heartbeat = createHeartbeat({
    now: () => Date.now(),
    ask: () => socket.send(wanted() ?? FOLLOW_OWN),
    dead: () => socket.drop(),
    playing: () => store.get().table?.room.status === 'playing',
  });
  const socket = new ReconnectingSocket({
    make: place.make,
    prepare: () => askWho(store),
    onOpen(send) {
      asked_ms = Date.now();
      send({ type: 'hello', protocol: PROTOCOL });
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

  const { wanted, follow, feature } = createFollowing(store, socket, steps);

  const held = createHeld({ hear, lost: () => store.dispatch({ type: 'local_gameless' }) });

  /** @param {ServerMessage} message */
  function receive(message) {
    heartbeat.heard();
    if (!held.takes(message)) hear(message);
  }

  /** @param {ServerMessage} message */
  function hear(message) {
    if (steps.takes(message)) return;
    const { name } = store.get();
    const heard = { ...message, heard_ms: Date.now() };
    store.dispatch(message.type === 'welcome' ? { ...heard, asked_ms } : heard);
    if (message.type === 'welcome') {
      place.learn(message);
      socket.settled();
      follow();
      resume(store, socket);
      // Meanwhile another tab has kept an account, or signed in.
      if (message.name !== name) askWho(store).catch(() => {});
    }
    // Without an answer it is asked again when the connection comes back.
    if (message.type === 'account_changed') askWho(store).catch(() => {});
    answerQuestion(message, socket);
    if (isBehind(store.get(), message)) follow();
  }

  return {
    life: connectionLife(store, socket, heartbeat),
    send: senderOf(socket, heartbeat),
    /** Nothing is played while the table of an earlier moment is shown. */
    stops: steps.stops,
    feature,
    /** Shows at once what happened since the last visit. */
    skip: steps.skip,
    go: navigation(store, socket, place, { feature, follow }),
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
  function tick() {
    if (!document.hidden && store.get().table) {
      store.dispatch({ type: 'local_tick', heard_ms: Date.now() });
    }
  }
  setInterval(tick, TICK_MS);
  setInterval(heartbeat.tick, LISTEN_MS);

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
      heartbeat.tick();
      heartbeat.doubt();
      tick();
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
