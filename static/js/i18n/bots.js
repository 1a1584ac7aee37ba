// @ts-check
/** Brings the words about bots; only what shows them imports this. */
import { language, learn } from './index.js';

/** @type {Record<string, () => Promise<{ bots: import('./language.js').Messages }>>} */
const WORDS = {
  en: () => import('./en_bots.js'),
  es: () => import('./es_bots.js'),
  pt: () => import('./pt_bots.js'),
  fr: () => import('./fr_bots.js'),
};

learn((await WORDS[language]()).bots);
