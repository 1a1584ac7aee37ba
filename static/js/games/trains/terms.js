/** What the rules of Mexican Train and Chickenfoot say before the rest of the game is there. Pure. */

/** @import { Terms } from '../contract.js' */
/** @import { TrainsOptions } from './types.js' */

/** @param {{ rules: object }} room @returns {TrainsOptions} */
export const rulesOf = ({ rules }) => /** @type {any} */ (rules).trains;

/** @param {{ rules: object }} room */
export const rounds = (room) => rulesOf(room).rounds;

/** With four players, at 6 seconds for each decision. @type {NonNullable<Terms['minutes']>} */
export const minutes = {
  'Mexican Train': [57, 7],
  'Mexican Train, long start': [52, 7],
  'Mexican Train, free doubles': [51, 7],
  'Mexican Train, double-nine': [46, 10],
  Chickenfoot: [40, 10],
  'Chickenfoot, double-twelve': [54, 7],
  'Double Chickenfoot': [45, 10],
};

export const turns = () => /** @type {const} */ ('clockwise');
