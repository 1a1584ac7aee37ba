/**
 * What is going to be played next, though it isn’t played yet: a move that the visitor chose
 * while others think, and a move that the page is about to make for the visitor. Pure.
 */

import { nameAt } from '../format/names.js';
import { turnLine } from '../format/turn.js';
import { gameOf } from '../games/index.js';
import { sentencesOf } from '../i18n/index.js';
import { mayChooseAhead, standing, turnOf } from '../select.js';
import { fitting, isPicking } from './choose.js';

/** @import { Offer, Step } from '../games/contract.js' */
/** @import { Facts, Table } from '../state.js' */

/**
 * A move that follows after a visible beat, unless the visitor stops it. `why`: it was chosen ahead, or the game's reason
 * why it is no decision.
 * @typedef {{ ply: number, offer: Offer, why: string }} Soon
 */

/**
 * @typedef {object} Plan
 * @property {readonly Step[] | null} ahead the steps chosen ahead
 * @property {Soon | null} soon
 * @property {{ ply: number, text: string } | null} word what became of a move chosen ahead
 */

/** No plan. @type {Readonly<Plan>} */
export const NO_PLAN = Object.freeze({ ahead: null, soon: null, word: null });

/** The reason of a move that was chosen ahead. */
export const AHEAD = 'ahead';

/**
 * What is left of a plan once the table has moved on: what was chosen ahead stays while it can still be chosen
 * and the round goes on, all else belongs to one moment.
 * @param {Plan} plan
 * @param {Facts} before
 * @param {Facts} now
 * @returns {Plan}
 */
export function planAfterUpdate(plan, before, now) {
  if (!before.view || !now.view || now.me.seat === null || !isSameRound(before, now))
    return NO_PLAN;
  const { ply } = standing(now);
  const ahead = plan.ahead && isHeld(now, plan.ahead.slice(0, 1)) ? plan.ahead : null;
  const soon = plan.soon?.ply === ply ? plan.soon : null;
  const word = plan.word?.ply === ply ? plan.word : null;
  const same = ahead === plan.ahead && soon === plan.soon && word === plan.word;
  return same ? plan : { ahead, soon, word };
}

/** Whether a later moment is of the same round, still played. @param {Facts} before @param {Facts} now */
function isSameRound(before, now) {
  const { round, turn } = standing(now);
  return turn !== null && before.room.match === now.room.match && standing(before).round === round;
}

/** Whether some steps can still be picked. @param {Facts} table @param {readonly Step[]} steps */
export function isHeld({ view, room }, steps) {
  const game = gameOf(room);
  const paths = view ? [...game.ahead(view), ...game.offers(view, room)] : [];
  return fitting(paths, steps).length > 0;
}

/** What the table waits for, and what is going to be played without a further touch. @param {Table} table */
export function planLine(table) {
  const { room, view, ui } = table;
  const { soon, ahead, word } = ui.plan;
  const turn = turnOf(table);
  if (view && soon) return gameOf(room).soon(soon.offer, soon.why);
  if (view && ahead && turn !== null && mayChooseAhead(table)) {
    return gameOf(room).waits(view, ahead, nameAt(room, turn));
  }
  return sentencesOf([word && !isPicking(ui.picked) && word.text, turnLine(table)]);
}
