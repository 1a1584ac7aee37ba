// @ts-check
/** Brings the words of finished matches; only what shows them imports this. */
import { language, learn } from './index.js';

/** @type {Record<string, () => Promise<{ records: import('./language.js').Messages }>>} */
const WORDS = {
  en: () => import('./en_records.js'),
  es: () => import('./es_records.js'),
  pt: () => import('./pt_records.js'),
  fr: () => import('./fr_records.js'),
};

learn((await WORDS[language]()).records);
