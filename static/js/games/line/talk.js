/** What the page says while a round is played: what is to be done, and what lies and is held, read aloud. Pure. */
import { amount } from '../../format/amounts.js';
import { nameAt } from '../../format/names.js';
import { sideName } from '../../format/sides.js';
import { joinList, sentencesOf, t, textOrNull } from '../../i18n/index.js';
import { offersOf, partnerOf, sides } from '../../select.js';
import { narrowed } from '../../table/choose.js';
import { tileOf } from '../../tiles/steps.js';
import { viewOf } from './fold.js';
import { armOf, offers, sayable } from './offers.js';
import { drawnInTurn } from './turns.js';
import { faceDownCount } from './words.js';

/** @import { LineHint } from '../../protocol.js' */
/** @import { View } from './fold.js' */
/** @import { Ask, Offer, Step } from '../contract.js' */
/** @import { Room, Table } from './types.js' */

/** What the visitor is to do on their turn. @param {View} view @param {Table} table */
export function line(view, table) {
  const { me, room, ui } = table;
  const tile = tileOf(ui.picked);
  if (tile) {
    return sayable(room.rules.line).length > 0
      ? t('turn.choose_announce')
      : t('turn.choose_end', { tile });
  }
  const plays = narrowed(offersOf(table), []).filter(({ steps }) => tileOf(steps));
  if (plays.some(({ steps }) => armOf(steps) === null)) {
    return plays.length === 1
      ? t('turn.you_must_lead', { tile: tileOf(plays[0].steps) })
      : t('turn.you_lead');
  }
  const n = drawnInTurn(view.history, me.seat ?? 0);
  return n > 0 ? t('turn.you_drew', { n }) : t('turn.you');
}

/** That a play follows. @param {Pick<Offer, 'steps'>} offer @param {string} why */
export const soon = ({ steps }, why) => textOrNull(`soon.${why}`, { tile: tileOf(steps) }) ?? '';

/** The pips of the end that a path goes to; undefined for one that goes to none. @param {View} view @param {readonly Step[]} steps */
const pipsAt = ({ board }, steps) => board.ends.find(({ arm }) => arm === armOf(steps))?.pips;

/** What was chosen ahead, while a player thinks. @param {View} view @param {readonly Step[]} steps @param {string} name the player's */
export function waits(view, steps, name) {
  const [tile, pips] = [tileOf(steps), pipsAt(view, steps)];
  return pips === undefined
    ? t('ahead.line', { name, tile })
    : t('ahead.line_on', { name, tile, pips });
}

/** That what was chosen ahead can't be played. @param {readonly Step[]} steps */
export const gone = (steps) => t('ahead.gone', { tile: tileOf(steps) });

/** Whether the partner is to lead. @param {View} view @param {Room} room @param {number} seat @returns {Ask[]} */
export function asks(view, room, seat) {
  const other = partnerOf(room, seat);
  const offer = offers(view, room).find(({ steps }) => steps[0].kind === 'give');
  if (other === null || !offer) return [];
  const partner = nameAt(room, other);
  const [text, name] = [t('lead.may_give', { partner }), t('lead.give', { partner })];
  return [{ id: 'may-give-lead', choice: 'give-lead', text, name, offer, of: other }];
}

/** The open ends, the count where there is one, and what was played last. @param {Table} table */
function readEnds(table) {
  const { room } = table;
  const view = viewOf(table);
  const board = view?.board;
  const last = view?.layout.at(-1);
  if (!board || !last) return t('read.no_ends');
  const ends = joinList(board.ends.map((end) => end.pips));
  const texts = [t('read.ends', { n: board.ends.length, ends })];
  if (board.count) texts.push(t('read.count', { n: board.count.total }));
  texts.push(t('read.last', { name: nameAt(room, last.seat), tile: last.tile }));
  return sentencesOf(texts);
}

/**
 * The own hand, and what of it can be played.
 * @param {Table} table
 * @param {readonly string[]} tiles as they lie
 */
function readHand(table, tiles) {
  if (tiles.length === 0) return t('read.no_hand');
  const held = t('read.hand', { held: amount(tiles.length, 'tiles'), tiles: joinList(tiles) });
  const fitting = offersOf(table).map(({ steps }) => tileOf(steps));
  const playable = tiles.filter((tile) => fitting.includes(tile));
  if (playable.length === 0) return sentencesOf([held, t('read.nothing_playable')]);
  return sentencesOf([held, t('read.playable', { tiles: joinList(playable) })]);
}

/** The scores, and how many tiles are where. @param {Table} table */
function readScores({ view, room, me }) {
  const board = view?.board;
  const scores = sides(room)
    .map((_, side) => `${sideName(room, side, me.seat)} ${view?.standing.scores[side] ?? 0}`)
    .join(', ');
  const others = room.seats.map((_, seat) => seat).filter((seat) => seat !== me.seat);
  const held = others.map((seat) =>
    t('read.others', { name: nameAt(room, seat), n: board?.hand_sizes[seat] ?? 0 }),
  );
  if (board && (board.boneyard > 0 || room.rules.line.variant !== 'block')) {
    held.push(faceDownCount(board, room.rules.line));
  }
  const { boards, rules } = room;
  const said =
    boards === undefined
      ? t('read.scores', { scores, target: rules.line.target })
      : t('read.board', { scores, n: view?.standing.round ?? 1, of: boards });
  return `${said} ${held.join(', ')}.`;
}

/**
 * The text that a reading key asks for.
 * @param {'board' | 'hand' | 'scores'} what
 * @param {Table} table
 * @param {readonly string[]} tiles the hand as it lies
 */
export function aloud(what, table, tiles) {
  if (what === 'board') return readEnds(table);
  return what === 'hand' ? readHand(table, tiles) : readScores(table);
}
