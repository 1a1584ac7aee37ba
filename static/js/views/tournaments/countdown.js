/** The time until a tournament begins, until it ends, or until the players of a round must have come. */
import { attr, h, setText, show } from '../../dom.js';
import { daysFace } from '../../format/clock.js';
import { t } from '../../i18n/index.js';
import { countdownOf } from '../../tournament_lists.js';

const WORDS = /** @type {const} */ ({
  begins: 'tournament.begins_in',
  ends: 'tournament.ends_in',
  come: 'tournament.come_to_tables',
});

export function countdownView() {
  const words = h('span.event-count-words');
  const left = h('span.event-count-left');
  const element = h(
    'p.event-count',
    { role: 'timer', 'aria-live': 'off', testid: 'event-count' },
    words,
    ' ',
    left,
  );
  return {
    element,
    /** @param {Parameters<typeof countdownOf>[0]} shown @param {number} now by the server's clock */
    draw(shown, now) {
      const counted = countdownOf(shown, now);
      show(element, counted !== null);
      attr(element, 'data-what', counted?.what);
      if (!counted) return;
      setText(words, t(WORDS[counted.what]));
      setText(left, daysFace(counted.left_ms));
    },
  };
}
