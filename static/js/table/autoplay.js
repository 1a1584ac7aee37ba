/**
 * Plays for the visitor what was decided before: a tile chosen ahead, and, for visitors who want it,
 * a play that is no decision. Always after a beat in which it can be seen and stopped.
 */
import { t } from '../i18n/index.js';
import { drawnInTurn, myTurn, placements, playsMuggins } from '../select.js';
import { resolveAhead } from './plan.js';

/** @import { Plan, Soon } from './plan.js' */
/** @import { Offer } from '../protocol.js' */
/** @import { Store } from '../session.js' */
/** @import { State, Table } from '../state.js' */

/** @typedef {{ set(run: () => void, ms: number): unknown, clear(timer: any): void }} Clock */
/** @typedef {{ get(): { auto_play: boolean }, subscribe(listener: () => void): unknown }} AutoplaySetting */

/** How long it is said that a forced tile is going to be played. */
export const FORCED_MS = 900;
/** How long the last tile is seen before the one chosen ahead follows it. */
export const AHEAD_MS = 350;

/** The browser's own timers. @type {Clock} */
export const browserClock = {
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => clearTimeout(timer),
};

/**
 * Begins to follow the store. A hidden page plays as well: the others wait.
 * @param {Store} store
 * @param {{ play(offer: Offer, unasked: boolean): void }} actions
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
    const meant = resolveAhead(table);
    const ply = table.view?.board.ply ?? 0;
    if (meant?.type === 'play') begin({ ply, offer: meant.offer, why: 'ahead' }, AHEAD_MS);
    if (meant?.type === 'choose') {
      change({ ahead: null });
      store.dispatch({ type: 'local_choose', tile: meant.tile });
    }
    if (meant && meant.type !== 'cancel') return;
    if (meant) change({ ahead: null, word: { ply, text: t('ahead.gone', { tile: meant.tile }) } });
    const turn = moment;
    if (forced(table)) release = takeTurn(turn, () => beginForced(turn));
  }

  /** @param {string} turn */
  function beginForced(turn) {
    const { table } = store.get();
    if (turn !== moment || !table?.view || table.ui.choice || !settings.get().auto_play) return;
    const only = forced(table);
    if (only) begin({ ply: table.view.board.ply, ...only }, FORCED_MS);
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
    actions.play(soon.offer, true);
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
  const { id, room, view } = table;
  return `${id} ${room.match} ${view.board.round} ${view.board.ply}`;
}

/** Whether a play that is no decision is about to be made. @param {State} state */
function isForced({ table }) {
  const soon = table?.ui.plan.soon ?? null;
  return soon !== null && soon.why !== 'ahead';
}

/**
 * The play that may be made for the visitor: the lead that the rules force, or the only place for
 * a tile just drawn. A visitor who holds the only tile that fits plays it with their own
 * hand: this page doesn't choose among tiles.
 * @param {Table} table
 * @returns {{ offer: Offer, why: 'forced' | 'must_lead' } | null}
 */
export function forced(table) {
  const offers = placements(table);
  if (offers.length !== 1 || playsMuggins(table) || table.me.seat === null) return null;
  const [offer] = offers;
  if (offer.arm === null) return { offer, why: 'must_lead' };
  const drew = drawnInTurn(table.view?.history ?? [], table.me.seat);
  return drew > 0 ? { offer, why: 'forced' } : null;
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
