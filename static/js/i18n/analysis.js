// @ts-check
/** Brings the words of the analysis; only what shows them imports this. */
import { language, learn } from './index.js';

/** @type {Record<string, () => Promise<{ analysis: import('./language.js').Messages }>>} */
const WORDS = {
  en: () => import('./en_analysis.js'),
  es: () => import('./es_analysis.js'),
  pt: () => import('./pt_analysis.js'),
  fr: () => import('./fr_analysis.js'),
};

learn((await WORDS[language]()).analysis);
