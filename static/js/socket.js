/**
 * A WebSocket that comes back by itself, and what notices that it is dead. It knows nothing of tables: it
 * says when it is open, hands over every decoded message and says when it is lost.
 */

/** The longest waits before an attempt grow from the first to the last of these. */
export const RETRY_FIRST_MS = 2000;
export const RETRY_LAST_MS = 20_000;
/** The shortest wait: a connection that breaks at once must not be tried in a circle. */
export const RETRY_LEAST_MS = 100;

/** The server refuses this client's protocol version: only a reload helps. */
export const CLOSE_OUTDATED = 4426;
/** The server got no identity cookie. */
export const CLOSE_NO_IDENTITY = 4401;
/** The connection ended without a close frame. */
const CLOSE_ABNORMAL = 1006;

/**
 * Why there is no connection: the code of a close frame, the server's error code for the request before, or
 * `no_socket` where the server answers requests and no WebSocket comes about.
 * @typedef {number | string} Reason
 */

/**
 * The reasons for which the server would refuse the next connection as well: of the close codes, those that
 * the protocol's list has as `manual`.
 * @type {ReadonlySet<Reason>}
 */
export const FINAL_REASONS = new Set([
  1003,
  1007,
  1009,
  4400,
  CLOSE_NO_IDENTITY,
  CLOSE_OUTDATED,
  'foreign_origin',
]);

/** So many attempts fail before the page says that requests are answered and WebSockets aren't. */
export const UNOPENED_MAX = 3;

/**
 * How long to wait before attempt number `attempt` (0 is the first retry): anything up to a bound
 * that doubles. Thousands of clients lose a server in the same moment; all of the wait is left to
 * chance, so that they come back evenly spread and not in waves.
 * @param {number} attempt
 * @param {() => number} random from 0 to 1
 */
export function retryDelay(attempt, random) {
  const most = Math.min(RETRY_LAST_MS, RETRY_FIRST_MS * 2 ** attempt);
  return RETRY_LEAST_MS + (most - RETRY_LEAST_MS) * random();
}

/** An attempt at a connection that the server refused beforehand, with the reason. */
export class RefusedConnection extends Error {
  /** @param {Reason} reason */
  constructor(reason) {
    super();
    this.reason = reason;
  }
}

/**
 * @typedef {object} SocketOptions
 * @property {() => WebSocket} make opens a new WebSocket (a fake one in tests)
 * @property {() => Promise<void>} [prepare] what must be done before each attempt
 * @property {(send: (message: object) => void) => void} onOpen given what sends on the opened connection
 * @property {(message: any) => void} onMessage
 * @property {(reason: Reason) => void} onLost
 * @property {(run: () => void, ms: number) => unknown} [later] a timer (a fake one in tests)
 * @property {() => number} [random]
 */

/** A WebSocket that is kept open until the server refuses this client. */
export class ReconnectingSocket {
  #options;
  /** @type {WebSocket | null} */
  #current = null;
  /** The connection that takes the place of the open one when the server has greeted there. @type {WebSocket | null} */
  #next = null;
  #attempt = 0;
  /** Numbers the waits and the attempts: the result of an older one is ignored. */
  #latest = 0;
  /** Whether the server has greeted on the connection that is or was open last. */
  #greeted = false;
  /** Attempts in a row at which the WebSocket didn't open, though the server was ready for it. */
  #unopened = 0;
  /** Whether the server would refuse the next connection too. */
  #stopped = false;

  /** @param {SocketOptions} options */
  constructor({ later = (run, ms) => setTimeout(run, ms), random = Math.random, ...options }) {
    this.#options = { later, random, ...options };
    void this.#connect();
  }

  /** Sends a message if the socket is open; whether it was sent. @param {object} message */
  send(message) {
    if (this.#current?.readyState !== 1) return false;
    this.#current.send(JSON.stringify(message));
    return true;
  }

  /** The server has greeted: the next loss starts again with the shortest wait. */
  settled() {
    this.#attempt = 0;
    this.#greeted = true;
  }

  /** Whether the server refuses this client, so that it isn't tried again. */
  get stopped() {
    return this.#stopped;
  }

  /** Tries at once instead of waiting on, for when the network or the page has come back. */
  hurry() {
    if (this.#current || this.#stopped) return;
    this.#attempt = 0;
    void this.#connect();
  }

  /** Drops a connection that the browser knows to be dead, without waiting for its timeout. */
  drop() {
    const dead = this.#current;
    if (!dead) return;
    this.#lost(dead, CLOSE_ABNORMAL);
    dead.close();
  }

  /**
   * Ends the connection, or the attempt at one, until `hurry` is called: it isn't lost, and not tried again.
   * @returns {boolean} false if there is none any more, since the server refused this client
   */
  suspend() {
    if (this.#stopped) return false;
    this.#latest += 1;
    this.#unopened = 0;
    this.#next?.close();
    this.#next = null;
    const ended = this.#current;
    this.#current = null;
    ended?.close();
    return true;
  }

  /**
   * Goes over to another connection, to where `make` leads now. The open one is used until the server has greeted on
   * the other one; if that never happens, it stays.
   */
  move() {
    if (this.#current?.readyState !== 1) return;
    this.#next?.close();
    const next = this.#options.make();
    this.#next = next;
    next.onopen = () => this.#options.onOpen((message) => next.send(JSON.stringify(message)));
    next.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.type !== 'welcome' || next !== this.#next) return;
      this.#next = null;
      this.#latest += 1;
      const left = this.#current;
      if (left) left.onmessage = null;
      this.#use(next);
      this.#options.onMessage(message);
      // After the first messages on the new one, so that the visitor is never away.
      left?.close();
    };
  }

  async #connect() {
    this.#latest += 1;
    const mine = this.#latest;
    try {
      await this.#options.prepare?.();
    } catch (error) {
      if (mine !== this.#latest) return;
      const reason = error instanceof RefusedConnection ? error.reason : CLOSE_ABNORMAL;
      this.#ended(reason, FINAL_REASONS.has(reason));
      return;
    }
    if (mine !== this.#latest) return;
    const socket = this.#options.make();
    this.#greeted = false;
    this.#unopened += 1;
    socket.onopen = () => {
      this.#unopened = 0;
      this.#options.onOpen((message) => socket.send(JSON.stringify(message)));
    };
    this.#use(socket);
  }

  /** @param {WebSocket} socket */
  #use(socket) {
    this.#current = socket;
    socket.onmessage = (event) => this.#options.onMessage(JSON.parse(event.data));
    socket.onclose = (event) => this.#lost(socket, event.code);
  }

  /** @param {WebSocket} socket @param {number} code */
  #lost(socket, code) {
    if (socket !== this.#current) return;
    this.#current = null;
    // A cookie that was good is asked for anew: this device may have been signed out.
    const isFinal = FINAL_REASONS.has(code) && !(code === CLOSE_NO_IDENTITY && this.#greeted);
    const isUnopened = code === CLOSE_ABNORMAL && this.#unopened >= UNOPENED_MAX;
    this.#ended(isUnopened ? 'no_socket' : code, isFinal);
  }

  /** @param {Reason} reason @param {boolean} isFinal */
  #ended(reason, isFinal) {
    this.#stopped = isFinal;
    this.#options.onLost(reason);
    if (!isFinal) this.#retry();
  }

  #retry() {
    this.#latest += 1;
    const mine = this.#latest;
    const again = () => {
      if (mine === this.#latest) void this.#connect();
    };
    this.#options.later(again, retryDelay(this.#attempt, this.#options.random));
    this.#attempt += 1;
  }
}

/** After so long without a message the client asks the server; where a match is played, moves come more often. */
export const ASK_AFTER_MS = 25_000;
export const QUIET_PLAY_MS = 5_000;
/** After so long without an answer to a play the client asks whether the server is still there. */
export const UNANSWERED_MS = 2_500;
/** The time that an answer to a question may take; where a match is played, a clock may run meanwhile. */
export const ANSWER_MS = 8_000;
export const ANSWER_PLAY_MS = 3_000;
/** A connection that isn't made in this time will never be. */
export const CONNECT_MS = 10_000;

/**
 * @typedef {object} HeartbeatOptions
 * @property {() => number} now a clock in milliseconds
 * @property {() => boolean} ask sends something that will be answered; false if there is no connection
 * @property {() => void} dead called when no answer came
 * @property {() => boolean} [playing] whether a match is played on the page
 */

/**
 * Notices that a connection has fallen silent: a network that goes away, or a server that hangs, leaves the
 * socket open, with no sign. So the client asks the server something after a while without messages, and sooner
 * while a play waits for its answer. Without an answer the connection counts as lost.
 * @param {HeartbeatOptions} options
 */
export function createHeartbeat({ now, ask, dead, playing = () => false }) {
  let heard = now();
  /** When the play was sent that waits for its answer. @type {number | null} */
  let played = null;
  /** When the question was sent that waits for its answer. @type {number | null} */
  let asked = null;

  /** Whether there is a connection. */
  function question() {
    const sent = ask();
    if (sent) asked = now();
    return sent;
  }

  function hear() {
    heard = now();
    asked = null;
    played = null;
  }

  function giveUp() {
    hear();
    dead();
  }

  function isSilent() {
    const isUnanswered = played !== null && now() - played >= UNANSWERED_MS;
    return isUnanswered || now() - heard >= (playing() ? QUIET_PLAY_MS : ASK_AFTER_MS);
  }

  return {
    /** Something came from the server. */
    heard: hear,
    /** A play was sent, which the server answers. */
    sent() {
      played ??= now();
    },
    /** To be called every second. */
    tick() {
      if (asked !== null) {
        if (now() - asked >= (playing() ? ANSWER_PLAY_MS : ANSWER_MS)) giveUp();
      } else if (isSilent() && !question() && now() - heard >= CONNECT_MS) {
        giveUp();
      }
    },
    /** There is a reason to doubt the connection: asks at once, unless something was just heard. */
    doubt() {
      if (asked === null && now() - heard >= ANSWER_MS) question();
    },
  };
}
