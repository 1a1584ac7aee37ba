/** Keys that work anywhere at the table but in a field or a dialog, and the table that they read aloud. */

import { gameOf } from '../games/index.js';
import { planLine } from './plan.js';

/** @import {Table} from '../state.js' */

/**
 * What a key does at the table.
 * @typedef {{ type: 'read', what: Reading }
 *   | { type: 'tile', index: number }
 *   | { type: 'move', key: string }
 *   | { type: 'hand' | 'next' | 'hint' | 'help' | 'escape' }} Command
 */
/** What is read aloud. @typedef {'board' | 'hand' | 'scores' | 'turn'} Reading */

/** @type {Record<string, Command>} */
const SIGNS = {
  e: { type: 'read', what: 'board' },
  h: { type: 'read', what: 'hand' },
  s: { type: 'read', what: 'scores' },
  t: { type: 'read', what: 'turn' },
  i: { type: 'hint' },
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
 * @param {{ single: boolean, resting: boolean, moves: readonly string[] }} how whether single letters are wanted, whether
 *   nothing has the focus that uses arrows itself, and by which letters the game's moves are made
 * @returns {Command | null}
 */
export function commandOf(press, { single, resting, moves }) {
  if (press.key === 'Escape') return { type: 'escape' };
  if (press.key.startsWith('Arrow')) return resting ? { type: 'hand' } : null;
  if (!single) return null;
  const sign = signOf(press);
  // The key of the tenth tile lies to the right of the ninth's.
  if (/^[0-9]$/.test(sign)) return { type: 'tile', index: (Number(sign) + 9) % 10 };
  return SIGNS[sign] ?? (moves.includes(sign) ? { type: 'move', key: sign } : null);
}

/** Elements that take letters and arrows themselves. */
const FIELDS = 'input, textarea, select, [contenteditable]';
/** Elements that arrows move. */
const MOVING = '.hand, .board, [role="log"], .history, .sheet-body';

/**
 * Listens to the keyboard.
 * @param {() => { single: boolean, moves: readonly string[] }} wanted
 * @param {(command: Command) => boolean} run does it; false where there was nothing to do
 * @returns {() => void} ends the listening
 */
export function listenToKeys(wanted, run) {
  /** @param {KeyboardEvent} event */
  function hear(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.isComposing || document.querySelector('dialog[open]')) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest(FIELDS)) return;
    const resting = target.closest(MOVING) === null;
    const command = commandOf(event, { ...wanted(), resting });
    if (command && run(command)) event.preventDefault();
  }
  document.addEventListener('keydown', hear);
  return () => document.removeEventListener('keydown', hear);
}

/**
 * The text that a reading key asks for.
 * @param {Reading} what
 * @param {Table} table
 * @param {readonly string[]} things the hand as it lies
 */
export const readAloud = (what, table, things) =>
  what === 'turn' ? planLine(table) : gameOf(table.room).aloud(what, table, things);
