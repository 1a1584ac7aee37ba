// @ts-check
/** Keys that work anywhere at the table but in a field or a dialog. */

/**
 * What a key does at the table.
 * @typedef {{ type: 'read', what: 'ends' | 'hand' | 'scores' | 'turn' }
 *   | { type: 'tile', index: number }
 *   | { type: 'hand' | 'next' | 'muggins' | 'hint' | 'help' | 'escape' }} Command
 */

/** @type {Record<string, Command>} */
const LETTERS = {
  e: { type: 'read', what: 'ends' },
  h: { type: 'read', what: 'hand' },
  s: { type: 'read', what: 'scores' },
  t: { type: 'read', what: 'turn' },
  i: { type: 'hint' },
  m: { type: 'muggins' },
  n: { type: 'next' },
  '?': { type: 'help' },
};

/**
 * What a key means, or null. Pure.
 * @param {string} key as `KeyboardEvent.key` names it
 * @param {{ single: boolean, resting: boolean }} how whether single letters are wanted, and whether
 *   nothing has the focus that uses arrows itself
 * @returns {Command | null}
 */
export function commandOf(key, { single, resting }) {
  if (key === 'Escape') return { type: 'escape' };
  if (key.startsWith('Arrow')) return resting ? { type: 'hand' } : null;
  if (!single) return null;
  if (/^[1-9]$/.test(key)) return { type: 'tile', index: Number(key) - 1 };
  return LETTERS[key.toLowerCase()] ?? null;
}

/** What takes letters and arrows itself. */
const FIELDS = 'input, textarea, select, [contenteditable]';
/** What moves by arrows. */
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
    const command = commandOf(event.key, {
      single: single(),
      resting: target.closest(MOVING) === null,
    });
    if (command && run(command)) event.preventDefault();
  }
  document.addEventListener('keydown', hear);
  return () => document.removeEventListener('keydown', hear);
}
