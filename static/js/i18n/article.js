// @ts-check
/** Brings the words of the rules pages; only what shows them imports this. */
import { language, learn } from './index.js';

/** @type {Record<string, () => Promise<{ article: import('./language.js').Messages }>>} */
const WORDS = {
  en: () => import('./en_article.js'),
  es: () => import('./es_article.js'),
  pt: () => import('./pt_article.js'),
  fr: () => import('./fr_article.js'),
};

learn((await WORDS[language]()).article);
