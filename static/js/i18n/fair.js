// @ts-check
/** Brings the words of the verify panel; only what shows them imports this. */
import { language, learn } from './index.js';

/** @type {Record<string, () => Promise<{ fair: import('./language.js').Messages }>>} */
const WORDS = {
  en: () => import('./en_fair.js'),
  es: () => import('./es_fair.js'),
  pt: () => import('./pt_fair.js'),
  fr: () => import('./fr_fair.js'),
};

learn((await WORDS[language]()).fair);
