/**
 * Nothing that was typed is lost: what isn't sent yet outlives the page, and what was sent but
 * never came back, because it was refused or the connection broke, stands in its field again.
 */
import { isOwn } from '../../chat.js';

/** @import { Table } from '../../state.js' */

/** @param {string} table */
const keyOf = (table) => `boneyard.draft.${table}`;

/** @param {string} key */
function recall(key) {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} key @param {string} text */
function keep(key, text) {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Without storage the words live as long as the page.
  }
}

/**
 * Looks after the words in a field.
 * @param {HTMLInputElement} input
 */
export function wordsOf(input) {
  /** @type {Table | null} */
  let known = null;
  /** What was sent and didn't come back yet. @type {{ text: string, after: number, cuts: number, unsaid: number } | null} */
  let sent = null;

  input.addEventListener('input', () => {
    if (known) keep(keyOf(known.id), input.value);
  });

  /** @param {string} text */
  function write(text) {
    input.value = text;
    if (known) keep(keyOf(known.id), text);
  }

  /** What was sent stands in the field again, unless something else was begun there. */
  function restore() {
    if (sent && input.value === '') write(sent.text);
    sent = null;
  }

  return {
    /** @param {string} text the field's words are on their way */
    sent(text) {
      if (!known) return;
      const after = known.chat.at(-1)?.n ?? 0;
      sent = { text, after, cuts: known.ui.cuts, unsaid: known.ui.unsaid };
      write('');
    },
    /** @param {Table} table @param {string} name this visitor's */
    draw(table, name) {
      if (known?.id !== table.id) input.value = recall(keyOf(table.id));
      known = table;
      if (!sent) return;
      const { text, after, cuts, unsaid } = sent;
      const back = table.chat.some(
        (line) =>
          line.n > after && 'text' in line && line.text === same(text) && isOwn(line, table, name),
      );
      if (back) sent = null;
      else if (table.ui.unsaid !== unsaid || (table.ui.cuts !== cuts && !table.ui.cut)) restore();
    },
  };
}

/** A row of spaces becomes one space on the way. @param {string} text */
function same(text) {
  return text.trim().replace(/\s+/gu, ' ');
}
