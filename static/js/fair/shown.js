/**
 * What this browser was shown of a round: its own tiles in the order in which they came, and what everybody
 * saw. It is kept while the round is played, and compared with the proof when the round has ended.
 */
import { storedShown } from '../settings.js';

/** @import { Phase, VisibleEvent } from '../protocol.js' */
/** @import { StoredText } from '../settings.js' */
/** @import { Table } from '../state.js' */

/**
 * @typedef {object} Shown
 * @property {string} table
 * @property {number} match
 * @property {number} round
 * @property {number} seat this visitor's
 * @property {string[][]} own the own hand, and then the tiles that were drawn; tiles that came together are one list
 * @property {string[]} events the lots, redeals, draws and plays that everybody saw, in order
 * @property {boolean} [late] whether the round had begun when this browser first saw it
 * @property {boolean} [contradicted] whether the server showed something else than before
 * @property {'domino' | 'won' | 'tied'} [end] how the round ended: a seat went out, or it was blocked and won or tied
 * @property {string[][]} [left] what each seat held at the end
 */

/** Rounds that are kept at a time, for browsers with several tables. */
const ROUNDS_MAX = 8;

/** What matters of events for the deal, one text each. @param {VisibleEvent[]} history */
const eventsOf = (history) =>
  history.flatMap((event) => {
    switch (event.type) {
      case 'lots':
        return [`lots ${event.tiles.join(' ')}`];
      case 'redeal':
        return ['redeal'];
      case 'drew':
        return [`${event.seat} draws`];
      case 'played':
        return [`${event.seat} ${event.tile}`];
      default:
        return [];
    }
  });

/** The tiles that a seat has played, in order. @param {string[]} events @param {number} seat */
const playedBy = (events, seat) =>
  events
    .filter((event) => /^\d \d/.test(event) && event[0] === String(seat))
    .map((e) => e.slice(2));

/** How many tiles a seat has drawn. @param {string[]} events @param {number} seat */
const drawnBy = (events, seat) => events.filter((event) => event === `${seat} draws`).length;

/** @param {Extract<Phase, { hands: unknown }>} phase */
function endOf({ outcome }) {
  if (outcome?.type !== 'blocked') return /** @type {const} */ ('domino');
  return outcome.winner === null ? /** @type {const} */ ('tied') : /** @type {const} */ ('won');
}

/**
 * What was shown of a round until now, with what the table shows.
 * @param {Shown | null} before
 * @param {Table} table
 * @returns {Shown | null} null if this visitor has no hand
 */
export function shownNow(before, table) {
  const { id, view, room } = table;
  const own = view?.own;
  if (!view || !own) return before;
  const events = eventsOf(view.history);
  const { phase } = view.board;
  const hand = 'hands' in phase ? phase.hands[own.seat] : own.hand;
  const held = [...hand, ...playedBy(events, own.seat)];
  const known = before?.own.flat() ?? [];
  const fresh = held.filter((tile) => !known.includes(tile));
  const drawn = drawnBy(events, own.seat);
  const handSize = room.rules.hand_size;
  const contradicted =
    before?.contradicted ||
    known.some((tile) => !held.includes(tile)) ||
    before?.events.some((event, i) => event !== events[i]) ||
    new Set(held).size !== handSize + drawn;
  return {
    table: id,
    match: room.match,
    round: view.board.round,
    seat: own.seat,
    own: fresh.length > 0 ? [...(before?.own ?? []), fresh] : (before?.own ?? []),
    events,
    ...((before ? before.late : drawn > 0) && { late: true }),
    ...(contradicted && { contradicted: true }),
    ...('hands' in phase && { end: endOf(phase), left: phase.hands }),
  };
}

/**
 * Whether a table shows no more of its rounds than was shown before.
 * @param {Shown} known
 * @param {Table} table
 */
function isBehind({ match, round, events }, { room, view }) {
  const now = view?.board.round ?? 0;
  if (room.match !== match || now !== round) {
    return room.match < match || (room.match === match && now < round);
  }
  const seen = eventsOf(view?.history ?? []);
  return seen.length < events.length && seen.every((event, n) => event === events[n]);
}

/** @param {StoredText} kept */
export function createShown(kept) {
  /** @returns {Shown[]} */
  function all() {
    try {
      const rounds = JSON.parse(kept.read() ?? '[]');
      return Array.isArray(rounds) ? rounds : [];
    } catch {
      return [];
    }
  }
  return {
    /**
     * Keeps what a table shows of its round.
     * @param {Table} table
     * @returns {Shown[]} all that was shown of this round, and of the one before if this is its first view
     */
    see(table) {
      const { id, room, view } = table;
      if (!view?.own || view.board.round === 0) return [];
      const rounds = all();
      const last = rounds.find((one) => one.table === id) ?? null;
      const isSame = last?.match === room.match && last.round === view.board.round;
      // Another tab is ahead of this one.
      if (last && isBehind(last, table)) return [];
      const now = shownNow(isSame ? last : null, table);
      if (!now || JSON.stringify(now) === JSON.stringify(last)) return now ? [now] : [];
      const others = rounds.filter(({ table }) => table !== id);
      kept.write(JSON.stringify([now, ...others].slice(0, ROUNDS_MAX)));
      return last && !isSame ? [last, now] : [now];
    },
  };
}

export const shownRounds = createShown(storedShown);
