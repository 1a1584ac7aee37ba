/** A visitor at a table, with a clock that only the test moves. */

import { reduce } from '../../static/js/reduce.js';
import { createStore, initial } from '../../static/js/state.js';
import { createAutoplay } from '../../static/js/table/autoplay.js';
import { change, TABLE, view } from './line.js';

/** @typedef {import('../../static/js/state.js').Table} Table */
/** @typedef {import('../../static/js/protocol.js').Offer} Offer */
/** @typedef {import('../../static/js/games/contract.js').Move} Move */
/** @typedef {import('../../static/js/protocol.js').VisibleEvent} VisibleEvent */
/** @typedef {import('../../static/js/protocol.js').Update} Update */

/**
 * The update that follows the sample's snapshot.
 * @param {Partial<Update>} changes
 * @returns {Update & { type: 'update' }}
 */
export function update(changes) {
  return { type: 'update', table: TABLE, v: 6, ...changes };
}

/** A clock that only a test moves. */
export function fakeClock() {
  /** @type {{ run: () => void, at: number, id: number }[]} */
  let timers = [];
  let now = 0;
  let ids = 0;
  return {
    set(/** @type {() => void} */ run, /** @type {number} */ ms) {
      ids += 1;
      timers.push({ run, at: now + ms, id: ids });
      return ids;
    },
    clear(/** @type {number} */ id) {
      timers = timers.filter((timer) => timer.id !== id);
    },
    pass(/** @type {number} */ ms) {
      const end = now + ms;
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        now = next.at;
        next.run();
      }
      now = end;
    },
    waiting: () => timers.length,
  };
}

/** No other window has the table open. @type {import('../../static/js/table/autoplay.js').TurnLock} */
export function onlyWindow(_, run) {
  run();
  return () => {};
}

/**
 * The page at a table, where tiles are played for the visitor.
 * @param {boolean} [auto_play]
 * @param {import('../../static/js/table/autoplay.js').TurnLock} [takeTurn]
 */
export function seat(auto_play = true, takeTurn = onlyWindow) {
  const store = createStore(initial({ page: 'table', table: TABLE, invite: null }), reduce);
  store.dispatch({ type: 'local_connection', connection: 'open' });
  const clock = fakeClock();
  /** @type {Move[]} */
  const played = [];
  /** @type {(() => void)[]} */
  const listeners = [];
  const wishes = { auto_play };
  createAutoplay(
    store,
    {
      move({ move }, unasked) {
        played.push(move);
        store.dispatch({ type: 'local_sent', unasked });
      },
    },
    { get: () => wishes, subscribe: (listener) => listeners.push(listener) },
    clock,
    takeTurn,
  );
  return {
    store,
    clock,
    played,
    /** @param {boolean} on */
    wish(on) {
      wishes.auto_play = on;
      for (const listener of listeners) listener();
    },
    table: () => /** @type {Table} */ (store.get().table),
  };
}

/** The other one is to play. */
export function theirs() {
  const there = view({ turn: 1, ply: 2 });
  if (there.own) there.own.placements = [];
  return there;
}

/**
 * It is the own turn, with these places.
 * @param {Offer[]} placements
 * @param {VisibleEvent[]} [events] what came last
 */
export function mine(placements, events = []) {
  const there = theirs();
  there.standing = view().standing;
  if (there.own) there.own.placements = placements;
  there.history = [...there.history, ...events];
  return there;
}

/** The turn comes with these places. @param {Offer[]} placements @param {VisibleEvent[]} [events] */
export function myTurnWith(placements, events = []) {
  return update(change({ ply: 3, turn: 0, events }, { placements }));
}
