/** Keys that work anywhere at the table but in a field or a dialog, and the table that they read aloud. */

import { amount } from '../format/amounts.js';
import { nameAt } from '../format/names.js';
import { faceDownCount, sideName } from '../games/line/words.js';
import { joinList, sentencesOf, t } from '../i18n/index.js';
import { placements, sides } from '../select.js';
import { planLine } from './plan.js';

/** @import {Table} from '../state.js' */

/**
 * What a key does at the table.
 * @typedef {{ type: 'read', what: 'ends' | 'hand' | 'scores' | 'turn' }
 *   | { type: 'tile', index: number }
 *   | { type: 'hand' | 'next' | 'muggins' | 'give' | 'hint' | 'help' | 'escape' }} Command
 */

/** @type {Record<string, Command>} */
const SIGNS = {
  e: { type: 'read', what: 'ends' },
  h: { type: 'read', what: 'hand' },
  s: { type: 'read', what: 'scores' },
  t: { type: 'read', what: 'turn' },
  i: { type: 'hint' },
  m: { type: 'muggins' },
  g: { type: 'give' },
  n: { type: 'next' },
  '?': { type: 'help' },
  '؟': { type: 'help' },
};

/** Letters of scripts other than Latin, in which the client's letters can't be typed. */
const FOREIGN = /^(?!\p{Script=Latin})\p{L}$/u;

/**
 * The sign that a key stands for. What it types counts, wherever it lies: keyboards differ. Where it types
 * nothing that the client knows, its place on the keyboard counts: digits need Shift on French keyboards, and
 * have other signs on Arabic ones; the letters of other scripts lie where the Latin ones do.
 * @param {Press} press
 */
function signOf({ key, code, shiftKey }) {
  if (/^[a-z0-9?]$/i.test(key)) return key.toLowerCase();
  const [, digit] = /^Digit(\d)$/.exec(code) ?? [];
  if (digit !== undefined && !shiftKey) return digit;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  return letter !== undefined && FOREIGN.test(key) ? letter.toLowerCase() : key;
}

/** @typedef {Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>} Press */

/**
 * What a key means, or null. Pure.
 * @param {Press} press
 * @param {{ single: boolean, resting: boolean }} how whether single letters are wanted, and whether
 *   nothing has the focus that uses arrows itself
 * @returns {Command | null}
 */
export function commandOf(press, { single, resting }) {
  if (press.key === 'Escape') return { type: 'escape' };
  if (press.key.startsWith('Arrow')) return resting ? { type: 'hand' } : null;
  if (!single) return null;
  const sign = signOf(press);
  // The key of the tenth tile lies to the right of the ninth's.
  if (/^[0-9]$/.test(sign)) return { type: 'tile', index: (Number(sign) + 9) % 10 };
  return SIGNS[sign] ?? null;
}

/** Elements that take letters and arrows themselves. */
const FIELDS = 'input, textarea, select, [contenteditable]';
/** Elements that arrows move. */
const MOVING = '.hand, .board-ends, [role="log"], .history, .sheet-body';

/**
 * Listens to the keyboard.
 * @param {() => boolean} single whether single letters are wanted
 * @param {(command: Command) => boolean} run does it; false where there was nothing to do
 * @returns {() => void} ends the listening
 */
export function listenToKeys(single, run) {
  /** @param {KeyboardEvent} event */
  function hear(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.isComposing || document.querySelector('dialog[open]')) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest(FIELDS)) return;
    const resting = target.closest(MOVING) === null;
    const command = commandOf(event, { single: single(), resting });
    if (command && run(command)) event.preventDefault();
  }
  document.addEventListener('keydown', hear);
  return () => document.removeEventListener('keydown', hear);
}

/** The open ends, the count where there is one, and what was played last. @param {Table} table */
export function readEnds({ view, room }) {
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
export function readHand(table, tiles) {
  if (tiles.length === 0) return t('read.no_hand');
  const held = t('read.hand', { held: amount(tiles.length, 'tiles'), tiles: joinList(tiles) });
  const offers = placements(table);
  const playable = tiles.filter((tile) => offers.some((offer) => offer.tile === tile));
  if (playable.length === 0) return sentencesOf([held, t('read.nothing_playable')]);
  return sentencesOf([held, t('read.playable', { tiles: joinList(playable) })]);
}

/** The scores, and how many tiles are where. @param {Table} table */
export function readScores({ view, room, me }) {
  const board = view?.board;
  const scores = sides(room)
    .map((_, side) => `${sideName(room, side, me.seat)} ${board?.scores[side] ?? 0}`)
    .join(', ');
  const others = room.seats.map((_, seat) => seat).filter((seat) => seat !== me.seat);
  const held = others.map((seat) =>
    t('read.others', { name: nameAt(room, seat), n: board?.hand_sizes[seat] ?? 0 }),
  );
  if (board && (board.boneyard > 0 || room.rules.variant !== 'block')) {
    held.push(faceDownCount(board, room.rules));
  }
  const { boards, rules } = room;
  const said =
    boards === undefined
      ? t('read.scores', { scores, target: rules.target })
      : t('read.board', { scores, n: board?.round ?? 1, of: boards });
  return `${said} ${held.join(', ')}.`;
}

/**
 * The text that a reading key asks for.
 * @param {'ends' | 'hand' | 'scores' | 'turn'} what
 * @param {Table} table
 * @param {readonly string[]} tiles the hand as it lies
 */
export function readAloud(what, table, tiles) {
  if (what === 'ends') return readEnds(table);
  if (what === 'hand') return readHand(table, tiles);
  return what === 'scores' ? readScores(table) : planLine(table);
}
