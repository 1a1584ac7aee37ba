/**
 * What this browser was shown of a round: its own tiles in the order in which they came, and what everybody
 * saw. It is written down while the round is played, before the page is painted, and compared with the proof when the
 * round has ended.
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
 * @property {boolean} [late] whether the round had begun when this browser first saw it from this seat
 * @property {boolean} [contradicted] whether the server showed something else than before
 * @property {Pick<Shown, 'own' | 'events' | 'left'>} [other] what it showed otherwise
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

/** What one view shows of its round; null if this visitor has no hand. @param {Table} table @returns {Shown | null} */
function viewOf({ id, view, room }) {
  const own = view?.own;
  if (!view || !own || view.board.round === 0) return null;
  const events = eventsOf(view.history);
  const { phase } = view.board;
  const hand = 'hands' in phase ? phase.hands[own.seat] : own.hand;
  const held = [...hand, ...playedBy(events, own.seat)];
  const drawn = drawnBy(events, own.seat);
  return {
    table: id,
    match: room.match,
    round: view.board.round,
    seat: own.seat,
    own: [held],
    events,
    ...(drawn > 0 && { late: true }),
    ...(new Set(held).size !== room.rules.hand_size + drawn && { contradicted: true }),
    ...('hands' in phase && { end: endOf(phase), left: phase.hands }),
  };
}

/** Whether all of a list is in another. @param {string[]} part @param {string[]} whole */
const isWithin = (part, whole) => part.every((one) => whole.includes(one));

/**
 * What is known of a round with one more view of it. The view may come from a connection that is behind: then it
 * shows a part of what is known.
 * @param {Shown | null} before
 * @param {Shown} now
 * @returns {Shown}
 */
export function together(before, now) {
  if (!before) return now;
  const isBehind =
    now.events.length < before.events.length ||
    (before.left !== undefined && now.left === undefined);
  const [less, more] = isBehind ? [now, before] : [before, now];
  const [held, known] = [now.own.flat(), before.own.flat()];
  const isSeated = before.seat === now.seat;
  const agrees =
    less.events.every((event, n) => event === more.events[n]) &&
    (!isSeated || (isBehind ? isWithin(held, known) : isWithin(known, held))) &&
    (!before.left || !now.left || JSON.stringify(before.left) === JSON.stringify(now.left));
  const isContradicted = before.contradicted || now.contradicted || !agrees;
  // Of two versions both are kept: the first, and the last that differs.
  if (isContradicted) {
    const { own, events, left } = now;
    const other =
      agrees && !now.contradicted ? before.other : { own, events, ...(left && { left }) };
    return { ...before, contradicted: true, ...(other && { other }) };
  }
  if (isBehind) return before;
  const fresh = held.filter((tile) => !known.includes(tile));
  const own = isSeated ? [...before.own, ...(fresh.length > 0 ? [fresh] : [])] : now.own;
  const { late: _, ...rest } = now;
  return { ...rest, own, ...((before.late || !isSeated) && { late: true }) };
}

/** Where a round is among all of its table: its match, and its number. @param {Shown} one @param {Shown} other */
const isBefore = (one, other) =>
  one.match < other.match || (one.match === other.match && one.round < other.round);

/** @param {Shown} one @param {Shown} other */
const isSameRound = (one, other) => one.match === other.match && one.round === other.round;

/** @param {StoredText} kept */
export function createShown(kept) {
  /** What this page saw last of each table, and over which of its connections. @type {Map<string, { seen: Shown, cuts: number }>} */
  const newest = new Map();
  /** @returns {Shown[]} */
  function all() {
    try {
      const rounds = JSON.parse(kept.read() ?? '[]');
      return Array.isArray(rounds) ? rounds : [];
    } catch {
      return [];
    }
  }
  /** Whether a view shows less than the one before it over the same connection. @param {Shown} seen @param {number} cuts */
  function goesBack(seen, cuts) {
    const last = newest.get(seen.table);
    newest.set(seen.table, { seen, cuts });
    if (!last || last.cuts !== cuts) return false;
    const isShorter = isSameRound(seen, last.seen) && seen.events.length < last.seen.events.length;
    return isBefore(seen, last.seen) || isShorter;
  }
  return {
    /**
     * Writes down what a table shows of its round.
     * @param {Table} table
     * @param {(match: number, round: number) => Shown | undefined} noted what was noted of a round that is over
     * @returns {Shown[]} all that was shown of this round, and before it of the last one if this is its first view
     */
    see(table, noted) {
      const seen = viewOf(table);
      if (!seen) return [];
      const rounds = all();
      const last = rounds.find((one) => one.table === table.id) ?? null;
      const isSame = last !== null && isSameRound(last, seen);
      const before = isSame ? last : (noted(seen.match, seen.round) ?? null);
      const made = together(before, seen);
      const now = goesBack(seen, table.ui.cuts) ? { ...made, contradicted: true } : made;
      // Another tab is ahead of this one.
      if (last && isBefore(now, last)) return [now];
      if (JSON.stringify(now) === JSON.stringify(last)) return [now];
      const others = rounds.filter((one) => one.table !== table.id);
      kept.write(JSON.stringify([now, ...others].slice(0, ROUNDS_MAX)));
      return last && !isSame ? [last, now] : [now];
    },
  };
}

export const shownRounds = createShown(storedShown);
