/**
 * What this browser was shown of a round: its own tiles in the order in which they came, and what everybody
 * saw. It is written down while the round is played, before the page is painted, and compared with the proof when the
 * round has ended. Pure.
 */
import { gameOf } from '../games/index.js';
import { standing } from '../select.js';
import { without } from '../tiles/copies.js';

/** @import { Dealt } from '../games/contract.js' */
/** @import { Table } from '../state.js' */

/**
 * @typedef {object} Shown
 * @property {string} table
 * @property {number} match
 * @property {number} round
 * @property {number} seat this visitor's
 * @property {number} v the version of the table that showed it first
 * @property {string[][]} own the own hand, and then the tiles that were drawn; tiles that came together are one list
 * @property {string[]} events the lots, redeals, draws and plays that everybody saw, in order
 * @property {boolean} [late] whether the round had begun when this browser first saw it from this seat
 * @property {boolean} [contradicted] whether the server showed something else than before
 * @property {Pick<Shown, 'own' | 'events' | 'left'>} [other] what it showed otherwise
 * @property {Dealt['end']} [end] how the round ended: a seat went out, or it was blocked and won or tied
 * @property {string[][]} [left] what each seat held at the end
 */

/** What one view shows of its round; null if this visitor has no hand. @param {Table} table @returns {Shown | null} */
export function viewOf(table) {
  const { id, v, view, room, me } = table;
  const { round } = standing(table);
  if (!view || round === 0 || me.seat === null) return null;
  const game = gameOf(room);
  const dealt = game.dealt(view, me.seat);
  if (!dealt) return null;
  const { seat, hand, events, drawnAtOnce = 0, end, left } = dealt;
  const done = events.filter((event) => event.startsWith(`${seat} `)).map((e) => e.slice(2));
  const drawn = done.filter((what) => what === 'draws').length;
  const held = [...hand, ...done.filter((what) => what !== 'draws')];
  const { held: size, copies = 1 } = game.dealing(room);
  return {
    table: id,
    match: room.match,
    round,
    seat,
    v,
    own: [held],
    events,
    ...(drawn > drawnAtOnce && { late: true }),
    ...(!isPossible(held, size + drawn, copies) && { contradicted: true }),
    ...(end && left && { end, left }),
  };
}

/** Whether so many tiles can be held, and none more often than it exists. @param {string[]} held @param {number} size @param {number} copies */
const isPossible = (held, size, copies) =>
  held.length === size && held.every((tile) => held.filter((one) => one === tile).length <= copies);

/** Whether all of a list is in another. @param {string[]} part @param {string[]} whole */
const isWithin = (part, whole) => without(part, whole).length === 0;

/**
 * What is known of a round with one more view of it. The view may come from a node that is behind, with an older
 * version: then it shows a part of what is known.
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
    (!isBehind || now.v < before.v) &&
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
  const fresh = without(held, known);
  const isMore =
    now.events.length > before.events.length || !now.left !== !before.left || fresh.length > 0;
  const own = isSeated ? [...before.own, ...(fresh.length > 0 ? [fresh] : [])] : now.own;
  const { late: _, ...rest } = now;
  const v = isMore ? now.v : before.v;
  return { ...rest, v, own, ...((before.late || !isSeated) && { late: true }) };
}

/** Where a round is among all of its table: its match, and its number. @param {Shown} one @param {Shown} other */
export const isBefore = (one, other) =>
  one.match < other.match || (one.match === other.match && one.round < other.round);

/** @param {Shown} one @param {Shown} other */
export const isSameRound = (one, other) => one.match === other.match && one.round === other.round;
