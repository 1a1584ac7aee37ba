/** What may be done, as paths of steps: a tile, the arm that it goes to, and where points are announced what is said. Pure. */
import { halvesOf } from '../../tiles/pips.js';
import { idIn, tileOf, tileStep } from '../../tiles/steps.js';
import { drawnInTurn } from './turns.js';

/** @import { LineHint, LineMove, Offer as Placement, LineOptions } from '../../protocol.js' */
/** @import { View } from './fold.js' */
/** @import { Offer, Step } from '../contract.js' */
/** @import { Room } from './types.js' */

/** The arm of the lead, which joins nothing. */
const LEAD = 'lead';

/** @param {string | null} arm @returns {Step} */
const armStep = (arm) => ({ kind: 'arm', id: arm ?? LEAD });

/** Of a move that is tried once. */
const ONCE = /** @type {const} */ (true);

/** What is said with a play: points, or nothing. @param {number | null} points @returns {Step} */
export const sayStep = (points) => ({ kind: 'say', id: String(points ?? ''), free: true });

/** The arm of a path; null for a lead, undefined for a path without one. @param {readonly Step[]} steps */
export function armOf(steps) {
  const id = idIn(steps, 'arm');
  return id === LEAD ? null : id || undefined;
}

/** Whether points must be announced: "Muggins!" may be called. @param {LineOptions} rules */
const mustSay = (rules) => rules.calls === 'muggins';

/** The numbers to announce, and nothing; which is right, the server knows. @param {LineOptions} rules @returns {(number | null)[]} */
export function sayable(rules) {
  if (!mustSay(rules)) return [];
  if (rules.variant !== 'all_fives') return [null, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16];
  return rules.point_unit === 'pips'
    ? [null, 5, 10, 15, 20, 25, 30, 35]
    : [null, 1, 2, 3, 4, 5, 6, 7];
}

/** @param {LineMove} line @param {Step[]} steps @param {number} [points] @returns {Offer} */
const offer = (line, steps, points) => ({
  move: { line },
  steps,
  ...(points !== undefined && { points }),
});

/** @param {Placement} placement @param {LineOptions} rules @returns {Offer[]} */
function playsOf({ tile, arm, points }, rules) {
  const steps = [tileStep(tile), armStep(arm)];
  const play = { tile, ...(arm !== null && { arm }) };
  if (!mustSay(rules)) return [offer({ play }, steps, points)];
  return sayable(rules).map((announced) => {
    const said = announced === null ? play : { ...play, announced };
    return offer({ play: said }, [...steps, sayStep(announced)], points);
  });
}

/** What the visitor's seat may do. @param {View} view @param {Pick<Room, 'rules'>} room @returns {Offer[]} */
export function offers({ own }, room) {
  if (!own) return [];
  return [
    ...own.placements.flatMap((placement) => playsOf(placement, room.rules.line)),
    ...(own.may_give_lead ? [offer('give_lead', [{ kind: 'give', id: '' }])] : []),
    // Whether there is anything to take, only the server knows.
    ...(own.may_call ? [{ ...offer('call', [{ kind: 'call', id: '' }]), once: ONCE }] : []),
  ];
}

/**
 * What may be chosen while others think: each tile, and the ends that it would fit if it could be played now. By the own
 * turn they may be others.
 * @param {View} view
 */
export function ahead({ own, board }) {
  return (own?.hand ?? []).flatMap((tile) => [
    { steps: [tileStep(tile)] },
    ...board.ends
      .filter(({ pips }) => halvesOf(tile).includes(pips))
      .map(({ arm }) => ({ steps: [tileStep(tile), armStep(arm)] })),
  ]);
}

/**
 * The play that may be made for the visitor: the lead that the rules force, or the only place for
 * a tile just drawn. A visitor who holds the only tile that fits plays it with their own
 * hand: this page doesn't choose among tiles.
 * @param {View} view
 * @param {Pick<Room, 'rules'>} room
 * @param {number} seat
 * @returns {{ offer: Offer, why: 'forced' | 'must_lead' } | null}
 */
export function unasked(view, room, seat) {
  const plays = offers(view, room).filter(({ steps }) => tileOf(steps));
  const [only] = plays;
  if (plays.length !== 1 || mustSay(room.rules.line)) return null;
  if (armOf(only.steps) === null) return { offer: only, why: 'must_lead' };
  return drawnInTurn(view.history, seat) > 0 ? { offer: only, why: 'forced' } : null;
}

/** What an expert advises. @param {LineHint} answer */
export const advised = ({ tile, arm }) => [tileStep(tile), armStep(arm)];
