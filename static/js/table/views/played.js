/** The words on how well the visitor played the match that is over. They come once an expert has judged it. */
import { attr, h, setText } from '../../dom.js';
import { playedWords } from '../../format/accuracy.js';
import { loadTexts } from '../../i18n/index.js';
import { fetchAnalysis } from '../../records/api.js';

/** @import { Table } from '../../state.js' */

await loadTexts('match');

export function playedView() {
  const element = h('p', { role: 'status', testid: 'played' });
  let judging = new AbortController();
  /** The match that is judged. */
  let record = '';

  /** @param {string} words */
  function tell(words) {
    setText(element, words);
    attr(element, 'data-empty', words === '' ? 'true' : null);
  }

  /** @param {number} seat @param {Table['room']} room */
  async function judge(seat, room) {
    judging.abort();
    judging = new AbortController();
    const { signal } = judging;
    tell('');
    for await (const { moves, all } of fetchAnalysis(record, signal)) {
      if (moves.length === all) tell(playedWords(moves, seat, room));
    }
  }

  return {
    element,
    /** @param {Table} table */
    draw({ room, me }) {
      if (!room.record || me.seat === null || room.record === record) return;
      record = room.record;
      // Without it nothing is said: the match is over all the same.
      judge(me.seat, room).catch(() => {});
    },
  };
}
