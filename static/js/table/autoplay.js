/**
 * Plays for the visitor what was decided before: a move chosen ahead, and, for visitors who want it,
 * a move that is no decision. Always after a beat in which it can be seen and stopped.
 */
import { gameOf } from '../games/index.js';
import { myTurn, offersOf, standing } from '../select.js';
import { freeOf, isPicking, resolve } from './choose.js';
import { AHEAD } from './plan.js';

/** @import { Offer } from '../games/contract.js' */
/** @import { Plan, Soon } from './plan.js' */
/** @import { Store } from '../session.js' */
/** @import { State, Table } from '../state.js' */

/** @typedef {{ set(run: () => void, ms: number): unknown, clear(timer: any): void }} Clock */
/** @typedef {{ get(): { auto_play: boolean }, subscribe(listener: () => void): unknown }} AutoplaySetting */

/** How long it is said that a forced move is going to be made. */
export const FORCED_MS = 900;
/** How long the last move is seen before the one chosen ahead follows it. */
export const AHEAD_MS = 350;

/** The browser's own timers. @type {Clock} */
export const browserClock = {
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => clearTimeout(timer),
};

/**
 * Begins to follow the store. A hidden page plays as well: the others wait.
 * @param {Store} store
 * @param {{ move(offer: Offer, unasked: boolean): void }} actions
 * @param {AutoplaySetting} settings
 * @param {Clock} [clock]
 * @param {TurnLock} [takeTurn]
 */
export function createAutoplay(
  store,
  actions,
  settings,
  clock = browserClock,
  takeTurn = createTurnLock(clock),
) {
  /** The own turn that was looked at already, each is decided once; '' while there is none. */
  let moment = '';
  const beat = oneTimer(clock);
  /** Leaves the turn to the other windows. */
  let release = () => {};

  const change = (/** @type {Partial<Plan>} */ plan) =>
    store.dispatch({ type: 'local_plan', plan });

  /** @param {State} state */
  function look(state) {
    const { table } = state;
    if (!table?.ui.plan.soon) beat.stop();
    const now = ownTurn(state);
    if (now === moment) return;
    release();
    moment = table?.ui.pending ? '' : now;
    if (table && moment !== '') decide(table);
    else if (table?.ui.plan.soon) change({ soon: null });
  }

  /** @param {Table} table */
  function decide(table) {
    const { ahead } = table.ui.plan;
    const meant = ahead && resolve(offersOf(table), ahead);
    const { ply } = standing(table);
    if (meant?.type === 'play') begin({ ply, offer: meant.offer, why: AHEAD }, AHEAD_MS);
    if (meant?.type === 'pick') {
      change({ ahead: null });
      const picked = [...freeOf(table.ui.picked), ...meant.picked];
      store.dispatch({ type: 'local_pick', picked });
    }
    if (meant && meant.type !== 'gone') return;
    if (ahead) change({ ahead: null, word: { ply, text: gameOf(table.room).gone(ahead) } });
    const turn = moment;
    if (forced(table)) release = takeTurn(turn, () => beginForced(turn));
  }

  /** @param {string} turn */
  function beginForced(turn) {
    const { table } = store.get();
    if (turn !== moment || !table || isPicking(table.ui.picked)) return;
    const only = settings.get().auto_play ? forced(table) : null;
    if (only) begin({ ply: standing(table).ply, ...only }, FORCED_MS);
  }

  /** @param {Soon} soon @param {number} ms */
  function begin(soon, ms) {
    change({ ahead: null, soon });
    beat.start(() => finish(soon), ms);
  }

  /** @param {Soon} soon */
  function finish(soon) {
    if (store.get().table?.ui.plan.soon !== soon) return;
    change({ soon: null });
    actions.move(soon.offer, true);
  }

  store.subscribe(look);
  settings.subscribe(() => {
    if (!settings.get().auto_play && isForced(store.get())) change({ soon: null });
  });
}

/** A timer that runs once, and no second time beside it. @param {Clock} clock */
function oneTimer(clock) {
  /** @type {unknown} */
  let timer = null;
  function stop() {
    if (timer !== null) clock.clear(timer);
    timer = null;
  }
  return {
    stop,
    /** @param {() => void} run @param {number} ms */
    start(run, ms) {
      stop();
      timer = clock.set(run, ms);
    },
  };
}

/**
 * What tells one own turn from all others; '' while it isn't this visitor's turn, as far as the page knows.
 * After a loss of the connection it knows nothing before the server has told the table again.
 * @param {State} state
 */
function ownTurn({ table, connection }) {
  if (!table?.view || connection !== 'open' || table.ui.cut || !myTurn(table)) return '';
  const { round, ply } = standing(table);
  return `${table.id} ${table.room.match} ${round} ${ply}`;
}

/** Whether a move that is no decision is about to be made. @param {State} state */
function isForced({ table }) {
  const soon = table?.ui.plan.soon ?? null;
  return soon !== null && soon.why !== AHEAD;
}

/** The only move of the own turn, where it is no decision. @param {Table} table */
function forced(table) {
  const { room, view, me } = table;
  if (!view || me.seat === null || !myTurn(table) || table.ui.pending) return null;
  return gameOf(room).unasked(view, room, me.seat);
}

/** How much later a window that isn't seen asks for a turn: a window that is seen gets it first. */
export const HIDDEN_MS = 600;

/**
 * Runs something as soon as no other window has the turn, and keeps the turn until the answer is called.
 * @typedef {(turn: string, run: () => void) => () => void} TurnLock
 */

/**
 * Uses the browser's own locks, which need TLS. Without them each window plays, as two devices do: the server
 * takes the first play, and the refusal of the other one is told to nobody.
 * @param {Clock} clock
 * @param {Pick<Navigator, 'locks'>} browser
 * @param {() => boolean} isHidden
 * @returns {TurnLock}
 */
export function createTurnLock(clock, browser = navigator, isHidden = () => document.hidden) {
  return (turn, run) => {
    let isOver = false;
    let release = () => {};
    /** @type {Promise<void>} */
    const over = new Promise((resolve) => {
      release = resolve;
    });
    function ask() {
      if (isOver) return;
      if (!browser.locks) {
        run();
        return;
      }
      // A window that was closed, or has lost its connection, leaves the turn to the next.
      void browser.locks.request(`boneyard turn ${turn}`, () => {
        if (!isOver) run();
        return over;
      });
    }
    if (isHidden()) clock.set(ask, HIDDEN_MS);
    else ask();
    return () => {
      isOver = true;
      release();
    };
  };
}
