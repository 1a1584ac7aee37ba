/** The end of a round or a match on the felt: what is called out, who has won with which points, and the play that made it. */
import { attr, changes, fill, h, keyFrom, prefersLessMotion, show } from '../../dom.js';
import { headline, isPlayedOut, isWon, pointsShown, tellsScores } from '../../format/over.js';
import { scoresFrom } from '../../format/scores.js';
import { written } from '../../i18n/index.js';
import { roundOf, standing } from '../../select.js';
import { countUp } from './scores.js';

/** @import { Call, GameViews, Over } from '../../games/contract.js' */
/** @import { Table } from '../../state.js' */

/** How long the points count up, in milliseconds. */
const COUNT_MS = 900;
/** How many pieces of confetti fly once, and after how long the last one has gone, in milliseconds. */
const PIECES = 36;
const CONFETTI_MS = 3600;

/** @param {GameViews['finish']} finishOf what the game calls out and shows of the end */
export function momentView(finishOf) {
  const result = resultView();
  const calls = h('p.moment-calls', { role: 'status', testid: 'finish' });
  const picture = h('div.moment-picture', { 'aria-hidden': 'true' });
  const element = h(
    'div.moment',
    { hidden: true, testid: 'moment' },
    h('div.moment-words', calls, ...result.elements),
    picture,
  );
  /** The end that is shown; '' while the round is played. */
  let shown = '';
  /** The table whose play was seen here: its end is news. */
  let played = '';

  /** @param {Table} table @param {Over} over */
  async function drawFinish(table, over) {
    const end = shown;
    fill(calls);
    fill(picture);
    const finish = isPlayedOut(table) && (await finishOf?.({ table, over }));
    if (!finish || shown !== end) return;
    fill(calls, ...finish.calls.map(called));
    fill(picture, finish.picture);
  }

  return {
    element,
    /** Nothing is over. @param {Table} table */
    hide(table) {
      played = table.id;
      shown = '';
      show(element, false);
    },
    /** @param {Table} table @param {Over} over */
    draw(table, over) {
      const isMatch = over.type === 'match_over';
      const end = keyFrom([...roundOf(table), over.type]);
      const isNews = played === table.id && shown !== end;
      show(element, true);
      attr(element, 'data-match', isMatch ? 'true' : null);
      result.draw(table, over, isNews && !prefersLessMotion());
      if (shown === end) return;
      shown = end;
      // Without it the words tell the end all the same.
      drawFinish(table, over).catch(() => {});
      const isWin = isMatch && isWon(table, over);
      if (isNews && isWin && !prefersLessMotion()) throwConfetti(element);
    },
  };
}

/** Who has won, with the points. */
function resultView() {
  const title = h('h2.moment-title', { id: 'summary-title' });
  const sum = h('p.moment-sum', { 'aria-hidden': 'true' });
  const isNew = changes();
  return {
    elements: [title, sum],
    /** @param {Table} table @param {Over} over @param {boolean} counts whether the points count up */
    draw(table, over, counts) {
      const words = headline(table, over);
      const points = pointsShown(table, over);
      const inTitle = tellsScores(table, over);
      if (!isNew(words, points, inTitle)) return;
      const numbers = points.map(({ side, points }) =>
        h('span.moment-points', { 'data-side': side, 'data-points': points }, written(points)),
      );
      const parts = numbers.flatMap((one, i) => (i === 0 ? [one] : ['\u00a0–\u00a0', one]));
      const scores = scoresFrom(standing(table).scores, over.winner ?? 0);
      const [before, after] = inTitle ? words.split(scores) : [words];
      fill(title, before, inTitle && h('span.moment-sum', ...parts), after);
      fill(sum, over.type === 'round_over' && '+', ...(inTitle ? [] : parts));
      show(sum, points.length > 0 && !inTitle);
      if (!counts) return;
      for (const [i, { before, points: to }] of points.entries())
        countUp(numbers[i], before, to, COUNT_MS);
    },
  };
}

/** @param {Call} call */
function called({ words, lang, meaning, told }) {
  return h(
    'span.moment-call',
    { 'aria-hidden': told ? 'true' : null },
    h('b', { lang }, words),
    meaning && h('span.moment-meaning', ` ${meaning}`),
  );
}

/** Pieces fly over the felt once. @param {HTMLElement} element */
function throwConfetti(element) {
  const pieces = Array.from({ length: PIECES }, () => {
    const piece = h('i.confetti-piece');
    piece.style.setProperty('--at', `${Math.random() * 100}%`);
    piece.style.setProperty('--aside', `${Math.random() * 120 - 60}px`);
    piece.style.setProperty('--turned', `${Math.random() * 3 - 1.5}turn`);
    piece.style.animationDelay = `${Math.random() * 900}ms`;
    return piece;
  });
  const confetti = h('div.confetti', { 'aria-hidden': 'true' }, ...pieces);
  element.append(confetti);
  setTimeout(() => confetti.remove(), CONFETTI_MS);
}
