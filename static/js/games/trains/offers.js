/** What the visitor's seat may do in trains, as paths of steps. Pure. */
import { idIn, tileStep } from '../../tiles/steps.js';

/** @import { TrainsHint } from '../../protocol.js' */
/** @import { Move, Offer, Step } from '../contract.js' */
/** @import { TrainsMove, View } from './types.js' */

/** Where a tile goes. @param {string} id as the server names it: a seat or "m", or the number of a tile @returns {Step} */
export const placeStep = (id) => ({ kind: 'place', id });

/** That the long first turn ends. @type {Step} */
export const STOP = { kind: 'stop', id: 'yes' };

/** The place of a path; '' without one. @param {readonly Step[]} steps */
export const placeIn = (steps) => idIn(steps, 'place');

/** @param {TrainsMove} move @param {Step[]} steps @returns {Offer} */
const offer = (move, steps) => ({
  move: /** @type {Move} */ (/** @type {unknown} */ ({ trains: move })),
  steps,
});

/** The steps of a move. @param {TrainsMove} move */
export const stepsOf = (move) =>
  move === 'stop' ? [STOP] : [tileStep(move.play.tile), placeStep(move.play.on)];

/** What the visitor's seat may do. @param {View} view @returns {Offer[]} */
export function offers({ own }) {
  /** @type {TrainsMove[]} */
  const plays = (own?.offers ?? []).flatMap(({ tile, on }) =>
    on.map((place) => ({ play: { tile, on: place } })),
  );
  /** @type {TrainsMove[]} */
  const moves = own?.stop ? ['stop', ...plays] : plays;
  return moves.map((move) => offer(move, stepsOf(move)));
}

/** The steps of what is advised. @param {TrainsHint} answer */
export const advised = ({ chosen }) => stepsOf(chosen);

/** Nothing is chosen ahead: where a tile can go is told when it is the own turn. */
export const ahead = () => [];

/** The only move there is, is no decision. @param {View} view */
export function unasked(view) {
  const [only, other] = offers(view);
  return only && !other ? { offer: only, why: 'only' } : null;
}
