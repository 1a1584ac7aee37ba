// @ts-check
/** The table read aloud: ends, hand and scores in short sentences. Pure. */
import { nameAt, sideName } from '../format/words.js';
import { t } from '../i18n/index.js';
import { placements, sides } from '../select.js';
import { planLine } from './plan_line.js';

/** @typedef {import('../state.js').Table} Table */

/**
 * The open ends, the count where there is one, and what was played last.
 * @param {Table} table
 */
export function readEnds({ view, room }) {
  const board = view?.board;
  const last = view?.layout.at(-1);
  if (!board || !last) return t('read.no_ends');
  const ends = board.ends.map((end) => end.pips).join(', ');
  const said = [t('read.ends', { n: board.ends.length, ends })];
  if (board.count) said.push(t('read.count', { n: board.count.total }));
  said.push(t('read.last', { name: nameAt(room, last.seat), tile: last.tile }));
  return said.join(' ');
}

/**
 * The own hand, and what of it can be played.
 * @param {Table} table
 * @param {readonly string[]} tiles as they lie
 */
export function readHand(table, tiles) {
  if (tiles.length === 0) return t('read.no_hand');
  const said = [t('read.hand', { n: tiles.length, tiles: tiles.join(', ') })];
  const offers = placements(table);
  const playable = tiles.filter((tile) => offers.some((offer) => offer.tile === tile));
  if (playable.length > 0) said.push(t('read.playable', { tiles: playable.join(', ') }));
  else said.push(t('read.nothing_playable'));
  return said.join(' ');
}

/**
 * The scores, and how many tiles are where.
 * @param {Table} table
 */
export function readScores({ view, room, me }) {
  const board = view?.board;
  const scores = sides(room)
    .map((_, side) => t('read.score', { side: sideName(room, side), n: board?.scores[side] ?? 0 }))
    .join(', ');
  const said = [t('read.scores', { scores, target: room.rules.target })];
  const held = room.seats.flatMap((_, seat) =>
    seat === me.seat
      ? []
      : [t('read.others', { name: nameAt(room, seat), n: board?.hand_sizes[seat] ?? 0 })],
  );
  if (board && room.rules.variant !== 'block') {
    held.push(t('table.boneyard_label', { n: board.boneyard }));
  }
  return `${said.join(' ')} ${held.join(', ')}.`;
}

/**
 * What is asked for.
 * @param {'ends' | 'hand' | 'scores' | 'turn'} what
 * @param {Table} table
 * @param {readonly string[]} tiles the hand as it lies
 */
export function reading(what, table, tiles) {
  if (what === 'ends') return readEnds(table);
  if (what === 'hand') return readHand(table, tiles);
  return what === 'scores' ? readScores(table) : planLine(table);
}
