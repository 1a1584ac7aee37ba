/**
 * This page's own part of a table: what its visitor has chosen, asked for and seen, and what of
 * that is left when the server has told something new. Pure.
 */

import { gameOf, hasExpert, inner } from '../games/index.js';
import { myTurn, offersOf, standing, turnOf } from '../select.js';
import { fitting, freeOf } from './choose.js';
import { isHeld, NO_PLAN, planAfterUpdate } from './plan.js';

/** @import {Offer, Step} from '../games/contract.js' */
/** @import {Plan} from './plan.js' */
/** @import {ServerMessage} from '../protocol.js' */
/** @import {Facts, Table} from '../state.js' */

/**
 * What happened while this visitor's connection was lost: the events of this round, whether the
 * round is another one than before, how many lines were said, and what was played for the visitor.
 * @typedef {{ serial: number, events: readonly any[], anew: boolean, lines: number, forYou: string[] }} Meanwhile
 */

/**
 * @typedef {object} Ui
 * @property {Plan} plan what is going to be played without a further touch
 * @property {readonly Step[]} picked what is picked for the next move, one of each kind
 * @property {number | null} once the ply at which a move was made that is tried once
 * @property {boolean} pending a move was sent and is not answered yet
 * @property {boolean} unasked the last move was sent by the page itself, not by the visitor's hand
 * @property {Hint | null} hint the expert's choice for this position, once asked for
 * @property {number} read the number of the last line that this visitor has seen
 * @property {number} unsaid how many lines the server refused
 * @property {boolean} cut the connection was lost, and the server hasn't told the table again since
 * @property {number} cuts how often the connection was lost at this table
 * @property {Meanwhile | null} meanwhile what happened during the last loss of the connection, until the visitor closes it
 * @property {number} steps how many steps of what happened since the last visit are still to be shown
 * @property {number} clock_ms how far the server's clock is ahead of this browser's
 * @property {number} now_ms the server's clock, a few seconds late at most
 * @property {number | null} turn_since_ms since when it has been this turn, by the server's clock
 */

/** At a table to which the visitor has just come. @type {Readonly<Ui>} */
export const INITIAL_UI = Object.freeze({
  plan: NO_PLAN,
  picked: [],
  once: null,
  pending: false,
  unasked: false,
  hint: null,
  read: 0,
  unsaid: 0,
  cut: false,
  cuts: 0,
  meanwhile: null,
  steps: 0,
  clock_ms: 0,
  now_ms: 0,
  turn_since_ms: null,
});

/**
 * What is left when the server has told something: what is picked while it can be, a hint while
 * its position stands, and what waits for an answer until the board has changed.
 * @param {Table | null} before
 * @param {Facts} now
 * @returns {Ui}
 */
export function uiAfterUpdate(before, now) {
  const last = lastLine(now);
  if (before?.id !== now.id) return { ...INITIAL_UI, read: last };
  const { ui } = before;
  const moved = isMoved(before, now);
  const steps = ui.picked.filter(({ free }) => !free);
  return {
    ...ui,
    plan: planAfterUpdate(ui.plan, before, now),
    picked: [...(isHeld(now, steps) ? steps : []), ...(moved ? [] : freeOf(ui.picked))],
    pending: moved ? false : ui.pending,
    hint: ui.hint?.ply === standing(now).ply ? ui.hint : null,
    ...talkOf(before, now, last),
  };
}

/** Whether a move was made, or another round or match has begun. @param {Facts} before @param {Facts} now */
function isMoved(before, now) {
  const [then, there] = [standing(before), standing(now)];
  return (
    then.ply !== there.ply || then.round !== there.round || before.room.match !== now.room.match
  );
}

/**
 * What is left when the connection is lost: questions that were asked get no answer, and what was
 * chosen ahead is put back, since others may play meanwhile. A move that was sent stays pending until the
 * server has told the table again.
 * @param {Ui} ui
 * @returns {Ui}
 */
export function uiAfterLoss(ui) {
  return {
    ...ui,
    cut: true,
    cuts: ui.cuts + 1,
    plan: NO_PLAN,
    hint: ui.hint?.answer ? ui.hint : null,
    steps: 0,
  };
}

/**
 * What is left when the server has told the table again after a loss of the connection.
 * @param {Table} before
 * @param {Facts} now
 * @returns {Ui}
 */
export function uiAfterReturn(before, now) {
  const meanwhile = meanwhileOf(before, now);
  return { ...uiAfterUpdate(before, now), pending: false, cut: false, meanwhile };
}

/** The number of the last line that was said. @param {Facts} facts */
function lastLine({ chat }) {
  return chat.at(-1)?.n ?? 0;
}

/**
 * Players and watchers have a room each: lines from before the visitor came into a room count as
 * read.
 * @param {Table} before
 * @param {Facts} now
 * @param {number} last
 */
function talkOf(before, now, last) {
  const { read } = before.ui;
  if ((before.me.seat === null) !== (now.me.seat === null)) return { read: last };
  // A server that was restarted counts its lines from 1 again.
  return { read: last < lastLine(before) ? 0 : read };
}

/** @param {Table} before @param {Facts} now @returns {Meanwhile} */
function meanwhileOf(before, now) {
  const { view, room, chat, fresh, me } = now;
  const sameRound =
    before.room.match === room.match && standing(before).round === standing(now).round;
  const anew = view !== null && fresh.length === 0 && !sameRound;
  const last = lastLine(before);
  const events = anew ? gameOf(room).history(view) : fresh;
  const played = events.flatMap((event) => {
    const made = gameOf(room).played(event);
    return made?.seat === me.seat ? [made.thing] : [];
  });
  return {
    serial: before.ui.cuts,
    events,
    anew,
    // What was sent before the loss is the visitor's own move.
    forYou: before.ui.pending ? played.slice(1) : played,
    lines: chat.filter((line) => line.n > last).length,
  };
}

/**
 * The clocks at a moment. A turn lasts since now if it is another one than before, or if more was
 * played since.
 * @param {Table} table
 * @param {Table | null} before
 * @param {number} clock_ms how far the server's clock is ahead
 * @param {number} now_ms by the server's clock
 * @returns {Ui}
 */
export function uiAtTime(table, before, clock_ms, now_ms) {
  const turn = turnOf(table);
  const same =
    before?.id === table.id &&
    turnOf(before) === turn &&
    standing(before).ply === standing(table).ply;
  const since = (same ? before.ui.turn_since_ms : null) ?? now_ms;
  return { ...table.ui, clock_ms, now_ms, turn_since_ms: turn === null ? null : since };
}

/**
 * How far the server's clock is ahead of this browser's, from one question and its answer: the
 * answer was written about halfway between the two.
 * @param {number} asked_ms
 * @param {number} heard_ms
 * @param {number} server_ms
 */
export function clockOffset(asked_ms, heard_ms, server_ms) {
  return server_ms - (asked_ms + heard_ms) / 2;
}

/** @typedef {Extract<ServerMessage, { type: 'hint' }>} Answer what an expert would play in the visitor's place */
/** What is advised, as the game of the table tells it. @typedef {any} Advice */

/**
 * A hint for one position. `answer` is null while the expert thinks.
 * @typedef {{ ply: number, answer: Advice | null }} Hint
 */

/** Whether this visitor may ask for a hint now. @param {Table} table */
export function mayAskHint(table) {
  return (
    table.room.hints &&
    hasExpert(table.room) &&
    myTurn(table) &&
    offersOf(table).length > 0 &&
    table.ui.hint?.answer !== null
  );
}

/**
 * The table once the answer has come. The first step is picked, so that the next are shown.
 * @param {Table} table
 * @param {Answer} answer
 * @returns {Table}
 */
export function withHint(table, { ply, hint }) {
  if (standing(table).ply !== ply) return table;
  const answer = inner(hint);
  const picked = gameOf(table.room).advised?.(answer).slice(0, 1) ?? [];
  return {
    ...table,
    ui: { ...table.ui, hint: { ply, answer }, picked: [...freeOf(table.ui.picked), ...picked] },
  };
}

/** The steps that an expert advises in this position; none before the answer. @param {Table} table */
export function advisedSteps({ room, ui: { hint } }) {
  return (hint?.answer && gameOf(room).advised?.(hint.answer)) ?? [];
}

/** Whether the expert would make this move. @param {Table} table @param {Pick<Offer, 'steps'>} offer */
export function isAdvised(table, offer) {
  const advised = advisedSteps(table);
  return advised.length > 0 && fitting([offer], advised).length > 0;
}
