/**
 * Plays for the visitor what was decided before: a tile chosen ahead, and, for visitors who want it,
 * a play that is no decision. Always after a beat in which it can be seen and stopped.
 */
import { t } from '../i18n/index.js';
import { drawnNow, muggins, myTurn, placements } from '../select.js';
import { resolveAhead } from './plan.js';

/** @import {Offer} from '../protocol.js' */
/** @import {Store} from '../session.js' */
/** @import {State, Table} from '../state.js' */
/** @import {Plan, Soon} from './plan.js' */

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
 * @param {{ play(offer: Offer): void }} actions
 * @param {AutoplaySetting} settings
 * @param {Clock} [clock]
 */
export function createAutoplay(store, actions, settings, clock = browserClock) {
  /** The moment that was looked at already: each is decided once. */
  let moment = '';
  /** @type {unknown} */
  let timer = null;

  const change = (/** @type {Partial<Plan>} */ plan) =>
    store.dispatch({ type: 'local_plan', plan });

  function stop() {
    if (timer !== null) clock.clear(timer);
    timer = null;
  }

  /** @param {State} state */
  function look({ table, connection }) {
    if (!table?.ui.plan.soon) stop();
    if (!table?.view || connection !== 'open' || table.ui.pending || !myTurn(table)) return;
    if (momentOf(table) === moment) return;
    moment = momentOf(table);
    decide(table, table.view.board.ply);
  }

  /** @param {Table} table @param {number} ply */
  function decide(table, ply) {
    const meant = resolveAhead(table);
    if (meant?.type === 'play') begin({ ply, offer: meant.offer, why: 'ahead' }, AHEAD_MS);
    if (meant?.type === 'choose') {
      change({ ahead: null });
      store.dispatch({ type: 'local_choose', tile: meant.tile });
    }
    if (meant && meant.type !== 'cancel') return;
    if (meant) change({ ahead: null, word: { ply, text: t('ahead.gone', { tile: meant.tile }) } });
    const only = settings.get().auto_play && !table.ui.choice ? forced(table) : null;
    if (only) begin({ ply, ...only }, FORCED_MS);
  }

  /** @param {Soon} soon @param {number} ms */
  function begin(soon, ms) {
    stop();
    change({ ahead: null, soon });
    timer = clock.set(() => finish(soon), ms);
  }

  /** @param {Soon} soon */
  function finish(soon) {
    timer = null;
    const { table, connection } = store.get();
    if (table?.ui.plan.soon !== soon) return;
    // Without a connection it is decided anew as soon as there is one.
    if (connection !== 'open') moment = '';
    change({ soon: null });
    if (connection === 'open') actions.play(soon.offer);
  }

  store.subscribe(look);
  settings.subscribe(() => {
    if (!settings.get().auto_play && isForced(store.get())) change({ soon: null });
  });
}

/** Whether a play that is no decision is about to be made. @param {State} state */
function isForced({ table }) {
  const soon = table?.ui.plan.soon ?? null;
  return soon !== null && soon.why !== 'ahead';
}

/** What tells one own turn from all others. @param {Table} table */
function momentOf({ id, room, view }) {
  return `${id} ${room.match} ${view?.board.round} ${view?.board.ply}`;
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
  if (offers.length !== 1 || muggins(table) || table.me.seat === null) return null;
  const [offer] = offers;
  if (offer.arm === null) return { offer, why: 'must_lead' };
  const drew = drawnNow(table.view?.history ?? [], table.me.seat);
  return drew > 0 ? { offer, why: 'forced' } : null;
}
