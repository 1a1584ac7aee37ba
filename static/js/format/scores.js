/** Scores and differences as players read them. Pure. */
import { locale, written } from '../i18n/index.js';

const withSign = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });

/** A difference, such as "+12" or "−5". @param {number} n */
export const signed = (n) => withSign.format(n).replace('-', '−');

/** Scores against each other, on one line: "35 – 20". @param {readonly number[]} scores */
export const scoresOf = (scores) => scores.map(written).join('\u00a0–\u00a0');

/**
 * Scores with those of one side first: the reader's, or else the winner's.
 * @param {readonly number[]} scores by side
 * @param {number} first the side
 */
export function scoresFrom(scores, first) {
  return scoresOf([scores[first], ...scores.filter((_, side) => side !== first)]);
}
