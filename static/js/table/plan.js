/**
 * What is going to be played next, though it isn’t played yet: a tile that the visitor chose
 * while others think, and a tile that the page is about to play for the visitor. Pure.
 */

import { nameAt } from '../format/names.js';
import { turnLine } from '../format/turn.js';
import { sentencesOf, t } from '../i18n/index.js';
import { mayChooseAhead, myTurn, playsMuggins, turnOf } from '../select.js';

/** @import {Box} from '../games/line/layout/layout.js' */
/** @import {Offer, View} from '../protocol.js' */
/** @import {Table} from '../state.js' */

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

/**
 * An end that the tile in hand may go to, with the boxes of its button and of the tile that would lie there.
 * `ahead`: not now, but when the own turn comes.
 * @typedef {{ offer: Offer, pips: number, ahead: boolean, chosen: boolean, hinted: boolean, hit: Box, ghost: Box & { angle: number } }} OpenEnd
 */

/** No plan. @type {Readonly<Plan>} */
export const NO_PLAN = Object.freeze({ ahead: null, soon: null, word: null });

/**
 * What is left of a plan once the table has moved on: a tile chosen ahead stays while it is held
 * and the round goes on, all else belongs to one moment.
 * @param {Plan} plan
 * @param {View | null} before
 * @param {View | null} view
 * @returns {Plan}
 */
export function planAfterUpdate(plan, before, view) {
  if (!before || !view?.own || !sameRound(before, view)) return NO_PLAN;
  const { ply } = view.board;
  const ahead = plan.ahead && view.own.hand.includes(plan.ahead.tile) ? plan.ahead : null;
  const soon = plan.soon?.ply === ply ? plan.soon : null;
  const word = plan.word?.ply === ply ? plan.word : null;
  const same = ahead === plan.ahead && soon === plan.soon && word === plan.word;
  return same ? plan : { ahead, soon, word };
}

/** Whether a later view shows the same round, still played. @param {View} before @param {View} view */
function sameRound(before, view) {
  if (view.board.round !== before.board.round || view.board.phase.type !== 'playing') return false;
  const lead = before.layout[0];
  return !lead || lead.tile === view.layout[0]?.tile;
}

/**
 * The ends that a tile would fit if it could be played now. By the own turn they may be others.
 * @param {Table} table
 * @param {string} tile
 * @returns {Offer[]} without points: those depend on what comes before
 */
export function aheadOffers(table, tile) {
  if (!mayChooseAhead(table)) return [];
  const pips = tile.split('-').map(Number);
  return (table.view?.board.ends ?? [])
    .filter((end) => pips.includes(end.pips))
    .map(({ arm }) => ({ tile, arm }));
}

/**
 * What becomes of a tile chosen ahead when the own turn comes. With muggins it is only taken in
 * hand: the points are still to be said.
 * @param {Table} table on the own turn
 * @returns {{ type: 'play', offer: Offer } | { type: 'choose', tile: string } | { type: 'cancel', tile: string } | null}
 */
export function resolveAhead(table) {
  const { ahead } = table.ui.plan;
  if (!ahead || !myTurn(table)) return null;
  const { tile, arm } = ahead;
  const fits = (table.view?.own?.placements ?? []).filter(
    (offer) => offer.tile === tile && (arm === null || offer.arm === arm),
  );
  if (fits.length === 0) return { type: 'cancel', tile };
  if (fits.length > 1 || playsMuggins(table)) return { type: 'choose', tile };
  return { type: 'play', offer: fits[0] };
}

/** What the table waits for, and what is going to be played without a further touch. @param {Table} table */
export function planLine(table) {
  const { soon, ahead, word } = table.ui.plan;
  if (soon) return t(`soon.${soon.why}`, { tile: soon.offer.tile });
  const turn = turnOf(table);
  if (ahead && turn !== null && mayChooseAhead(table)) {
    const name = nameAt(table.room, turn);
    const pips = table.view?.board.ends.find((end) => end.arm === ahead.arm)?.pips;
    return pips === undefined
      ? t('ahead.line', { name, tile: ahead.tile })
      : t('ahead.line_on', { name, tile: ahead.tile, pips });
  }
  return sentencesOf([word && !table.ui.choice && word.text, turnLine(table)]);
}
