/** What the visitor's seat may do in Ringway, as paths of steps. Pure. */
import { idIn, tileOf, tileStep } from '../../tiles/steps.js';
import { placedOf, placementName, placeOf } from './board.js';
import { gainsOf, pointsFor } from './worth.js';

/** @import { Offer, Step } from '../contract.js' */
/** @import { RaceHint, RaceMove } from '../../protocol.js' */
/** @import { Seen, View } from './fold.js' */

/** Where a tile goes: the square of its higher end and the direction of the lower one. @param {string} id such as "8H left" @returns {Step} */
export const placeStep = (id) => ({ kind: 'place', id });

/** That the visitor is sure of it. @type {Step} */
export const SURE = { kind: 'sure', id: 'yes', asked: true };

/** That no tile follows after a double. @type {Step} */
export const STOP = { kind: 'stop', id: 'yes' };

/** The place of a path, such as "8H left"; '' without one. @param {readonly Step[]} steps */
export const placeIn = (steps) => idIn(steps, 'place');

/** The placement of a path; '' if it has none. @param {readonly Step[]} steps */
export const placementIn = (steps) =>
  placeIn(steps) && placementName(tileOf(steps), placeIn(steps));

/** @param {RaceMove} move @param {Step[]} steps @param {number} [points] @returns {Offer} */
const offer = (move, steps, points) => ({
  move: { race: move },
  steps,
  ...(points !== undefined && { points }),
});

/** The steps to a placement, without that the visitor is sure. @param {string} place */
const stepsTo = (place) => [tileStep(placedOf(place).tile), placeStep(placeOf(place))];

/** What the visitor's seat may do. @param {View} view @returns {Offer[]} */
export function offers({ own, more, standing: { scores, turn } }) {
  const { places = [], pits = [] } = own ?? {};
  const seat = turn ?? 0;
  return [
    ...places.map((place) =>
      offer({ place }, [...stepsTo(place), SURE], pointsFor(gainsOf(scores, seat, place), seat)),
    ),
    ...(more && places.length > 0 ? [offer('stop', [STOP])] : []),
    ...pits.map((tile) => offer({ pit: tile }, [tileStep(tile), SURE])),
  ];
}

/** Nothing is chosen ahead: where a tile can go is told when it is the own turn. */
export const ahead = () => [];

/** The only place there is, is no decision. @param {View} view */
export function unasked(view) {
  const [only, other] = offers(view);
  return only && !other ? { offer: only, why: 'only' } : null;
}

/** What an expert advises. @param {RaceHint} answer @returns {Step[]} */
export function advised({ chosen }) {
  if (chosen === 'stop') return [STOP];
  return 'place' in chosen ? stepsTo(chosen.place) : [tileStep(chosen.pit)];
}

/** Whether the visitor's seat must put a tile into the pit. @param {Seen} view */
export const mustPit = ({ own }) => (own?.pits.length ?? 0) > 0;
