/**
 * Which language the words are in. The page runs this module before all others, so that the
 * words of the one language come in together with them.
 */
import { settings } from '../settings.js';

/** @import { words } from './en.js' */
/** A text for each plural form. @typedef {{ one: string, other: string }} Forms */
/** @typedef {Record<string, string | Forms>} Messages */

/**
 * What fetches the words of each language, by its code. All have the keys of English, and plural forms
 * where English has them.
 * @template {Messages} English
 * @typedef {Record<string, () => Promise<{ words: { [Key in keyof English]: English[Key] extends string ? string : Forms } }>>} Files
 */

/** The languages there are, each with its own name. */
export const languages = Object.freeze([
  { code: 'en', name: 'English' },
  { code: 'es', name: 'Español' },
  { code: 'pt', name: 'Português' },
  { code: 'fr', name: 'Français' },
]);

/** The language for a visitor who wants none of these, and where the words of another can't be loaded. */
const FALLBACK = 'en';

/** The language of a tag such as "pt-BR". @param {string} tag */
const languageOf = (tag) => tag.toLowerCase().split('-')[0];

/**
 * The languages to try, the most wanted first: those that are wanted and that there are, then English.
 * @param {readonly string[]} tags such as "pt-BR", the most wanted first
 * @returns {string[]} their codes
 */
export function ranked(tags) {
  const known = tags.map(languageOf).filter((code) => languages.some((one) => one.code === code));
  return [...new Set([...known, FALLBACK])];
}

/** The browser's languages. Without a page there is no visitor, and the words are in English. */
const spoken = globalThis.document ? navigator.languages : [];

/** The languages to try for this visitor: that of the settings, or else those of the browser. */
function wanted() {
  const chosen = settings.get().language;
  return ranked(chosen === 'auto' ? spoken : [chosen]);
}

/** The code of the language that the visitor wants most. */
export const wantedLanguage = () => wanted()[0];

/**
 * The tag in which dates and numbers are written: the browser's where it is of the page's language,
 * so that a visitor from London isn't shown the dates of New York.
 * @param {string} code the page's language
 * @param {readonly string[]} tags the browser's
 */
export function localeOf(code, tags = spoken) {
  return tags.find((tag) => languageOf(tag) === code) ?? code;
}

/**
 * Loads the words of the first of these languages whose file comes.
 * @param {string[]} codes the most wanted first
 * @param {Record<string, () => Promise<{ words: Messages }>>} files
 * @returns {Promise<{ language: string, words: Messages, failed: string | null }>} also the most wanted
 *   language if its file didn't come
 */
export async function load([code, ...others], files) {
  try {
    const { words } = await files[code]();
    return { language: code, words, failed: null };
  } catch (problem) {
    if (others.length === 0) throw problem;
    return { ...(await load(others, files)), failed: code };
  }
}

/** @type {Files<typeof words>} */
const FILES = {
  en: () => import('./en.js'),
  es: () => import('./es.js'),
  pt: () => import('./pt.js'),
  fr: () => import('./fr.js'),
};

/** The words that every page needs. They are fetched at once, and this module doesn't wait for them. */
export const loaded = load(wanted(), FILES);
