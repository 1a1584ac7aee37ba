/** What the rules of Ringway say before the rest of the game is there. Pure. */

/** @import { Aim, Terms } from '../contract.js' */
/** @import { RaceOptions } from '../../protocol.js' */

/** What its hosts choose. @typedef {RaceOptions & { seating: 'two' | 'three' | 'four' }} RaceRules */

/** @param {{ rules: object }} room @returns {RaceRules} */
export const rulesOf = ({ rules }) => /** @type {any} */ (rules).race;

/** @param {{ rules: object }} room @returns {Aim | null} */
export function aim(room) {
  const { target } = rulesOf(room);
  return target === null ? null : { target, unit: 'points' };
}

/** At 15 seconds for each decision. @type {NonNullable<Terms['minutes']>} */
export const minutes = { Ringway: [11, 100], 'Ringway Long': [14, null] };

export const isOneRound = true;

export const turns = () => /** @type {const} */ ('clockwise');
