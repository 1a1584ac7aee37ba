/** What a rated match did to the visitor's rating, or why it did nothing, at the end of the match. */

import { h, setText } from '../../dom.js';
import { changeInWords, unratedInWords } from '../../format/ratings.js';
import { loadTexts } from '../../i18n/index.js';
import { fetchRatingChanges } from '../../people/api.js';
import { sides } from '../../select.js';

await loadTexts('people');

/** @import { Table } from '../../state.js' */

/** The match is rated a moment after its end: it is asked for so often, and waited for so long between. */
const TRIES = 6;
const WAIT_MS = 1500;

export function changeView() {
  const element = h('p.summary-change', {
    role: 'status',
    testid: 'rating-change',
  });
  /** The record that is asked about. @type {string | null} */
  let asked = null;

  /** @param {string} record @param {number} seat @param {number} count of the sides @param {number} tries */
  async function ask(record, seat, count, tries) {
    const answer = await fetchRatingChanges(record).catch(() => null);
    // Another match is over by now.
    if (asked !== record) return;
    const change = answer?.seats[seat];
    if (change) setText(element, changeInWords(change, count));
    else if (answer?.unrated) setText(element, unratedInWords(answer.unrated));
    else if (!answer && tries > 1 && element.isConnected) {
      setTimeout(() => ask(record, seat, count, tries - 1), WAIT_MS);
    }
  }

  return {
    element,
    /** @param {Table} table whose match is over */
    draw({ room, me }) {
      const record = room.record ?? null;
      if (record === asked) return;
      asked = record;
      setText(element, '');
      if (record !== null && me.seat !== null) void ask(record, me.seat, sides(room).length, TRIES);
    },
  };
}
