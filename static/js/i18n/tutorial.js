// @ts-check
/** Brings the words of the tutorial; only what shows them imports this. */
import { language, learn } from './index.js';

/** @type {Record<string, () => Promise<{ tutorial: import('./language.js').Messages }>>} */
const WORDS = {
  en: () => import('./en_tutorial.js'),
  es: () => import('./es_tutorial.js'),
  pt: () => import('./pt_tutorial.js'),
  fr: () => import('./fr_tutorial.js'),
};

learn((await WORDS[language]()).tutorial);
