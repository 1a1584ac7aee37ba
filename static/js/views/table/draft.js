/**
 * The draft of a message. It is kept while the page is loaded anew. A message that was sent and never
 * appeared, because the server refused it or the connection broke, returns to its field.
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
    // Without storage the draft lasts as long as the page.
  }
}

/** Keeps the draft of an input. @param {HTMLInputElement} input */
export function draftOf(input) {
  /** @type {Table | null} */
  let known = null;
  /** The message that was sent and hasn't appeared yet. @type {{ text: string, after: number, cuts: number, unsaid: number } | null} */
  let sent = null;

  input.addEventListener('input', () => {
    if (known) keep(keyOf(known.id), input.value);
  });

  /** @param {string} text */
  function write(text) {
    input.value = text;
    if (known) keep(keyOf(known.id), text);
  }

  /** The message returns to the field, unless the visitor has begun another one. */
  function restore() {
    if (sent && input.value === '') write(sent.text);
    sent = null;
  }

  return {
    /** @param {string} text the message that is on its way */
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

/** The text as the server sends it: it trims, and makes one space of several. @param {string} text */
function same(text) {
  return text.trim().replace(/\s+/gu, ' ');
}
