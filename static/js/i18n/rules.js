// @ts-check
/** Brings the words of presets and options; only what shows them imports this. */
import { language, learn } from './index.js';

/** @type {Record<string, () => Promise<{ rules: import('./language.js').Messages }>>} */
const WORDS = {
  en: () => import('./en_rules.js'),
  es: () => import('./es_rules.js'),
  pt: () => import('./pt_rules.js'),
  fr: () => import('./fr_rules.js'),
};

learn((await WORDS[language]()).rules);
