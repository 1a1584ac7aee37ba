/** Numbers as players read them: one minus sign everywhere, and one dash between scores. Pure. */
import { locale } from '../i18n/index.js';

const withSign = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });

/** A difference, such as "+12" or "−5". @param {number} n */
export const signed = (n) => withSign.format(n).replace('-', '−');

/** Scores against each other, on one line: "35 – 20". @param {readonly number[]} scores */
export const scoresOf = (scores) => scores.join('\u00a0–\u00a0');
