/** Picking a tile, as a step to a move. Pure. */

/** @import { Step } from '../games/contract.js' */

/** @param {string} id @returns {Step} */
export const tileStep = (id) => ({ kind: 'tile', id });

/** What a path has of a kind of step; '' if it hasn't got it. @param {readonly Step[]} steps @param {string} kind */
export const idIn = (steps, kind) => steps.find((step) => step.kind === kind)?.id ?? '';

/** The tile of a path; '' without one. @param {readonly Step[]} steps */
export const tileOf = (steps) => idIn(steps, 'tile');
