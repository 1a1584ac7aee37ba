// @ts-check
/**
 * What is going to be played next, though it isn't played yet: a tile that the visitor chose
 * while others think, and a tile that the page is about to play for the visitor. Pure.
 */

/** @typedef {import('../protocol.js').Offer} Offer */
/** @typedef {import('../protocol.js').View} View */

/**
 * A play that follows after a visible beat, unless the visitor stops it.
 * @typedef {{ ply: number, offer: Offer, why: 'ahead' | 'forced' | 'must_lead' }} Soon
 */

/**
 * @typedef {object} Plan
 * @property {{ tile: string, arm: string | null } | null} ahead the tile chosen ahead, and the arm
 *   it is meant for; null takes whichever it fits
 * @property {Soon | null} soon
 * @property {{ ply: number, text: string } | null} word what became of a tile chosen ahead
 */

/** Nothing is planned. @type {Readonly<Plan>} */
export const NO_PLAN = Object.freeze({ ahead: null, soon: null, word: null });

/**
 * What is left of a plan once the table has moved on: a tile chosen ahead stays while it is held
 * and the round goes on, all else belongs to one moment.
 * @param {Plan} plan
 * @param {View | null} before
 * @param {View | null} view
 * @returns {Plan}
 */
export function keptPlan(plan, before, view) {
  if (!before || !view?.own || !sameRound(before, view)) return NO_PLAN;
  const { ply } = view.board;
  const ahead = plan.ahead && view.own.hand.includes(plan.ahead.tile) ? plan.ahead : null;
  const soon = plan.soon?.ply === ply ? plan.soon : null;
  const word = plan.word?.ply === ply ? plan.word : null;
  const same = ahead === plan.ahead && soon === plan.soon && word === plan.word;
  return same ? plan : { ahead, soon, word };
}

/**
 * Whether the second view shows the round of the first, still being played.
 * @param {View} before
 * @param {View} view
 */
function sameRound(before, view) {
  if (view.board.round !== before.board.round || view.board.phase.type !== 'playing') return false;
  const lead = before.layout[0];
  return !lead || lead.tile === view.layout[0]?.tile;
}
