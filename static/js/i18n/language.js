// @ts-check
/**
 * Which language the words are in. The page runs this module before all others, so that the
 * words of the one language come in together with them.
 */
import { settings } from '../settings.js';

/** The languages there are, each with its own name. */
export const languages = Object.freeze([
  { code: 'en', name: 'English' },
  { code: 'es', name: 'Español' },
  { code: 'pt', name: 'Português' },
  { code: 'fr', name: 'Français' },
]);

/** As long as nobody says anything else. */
const FALLBACK = 'en';

/**
 * The first language that is wanted and that there is.
 * @param {readonly string[]} wanted such as "pt-BR", the dearest first
 * @returns {string} its code
 */
export function pick(wanted) {
  const codes = wanted.map((one) => one.toLowerCase().split('-')[0]);
  return codes.find((code) => languages.some((one) => one.code === code)) ?? FALLBACK;
}

/** What the visitor wants: the language of the settings, or else those of the browser. */
function wanted() {
  const chosen = settings.get().language;
  if (chosen !== 'auto') return [chosen];
  // Without a page there is no visitor, and the words are in English.
  return globalThis.document ? navigator.languages : [];
}

/** The language of the words, for the page's `lang` and for plural rules. */
export const language = pick(wanted());

/**
 * Speaks another language from now on: the page is loaded anew, and comes back to where it was.
 * @param {string} code one of `languages`, or 'auto' for the browser's
 */
export function setLanguage(code) {
  settings.set({ language: code });
  if (pick(wanted()) !== language) location.reload();
}

/** @typedef {Record<string, string | { one: string, other: string }>} Messages */

/** The words that every page needs. @type {Record<string, () => Promise<Messages[]>>} */
const WORDS = {
  en: () =>
    both(
      import('./en.js').then(({ en }) => en),
      import('./en_table.js'),
    ),
  es: () =>
    both(
      import('./es.js').then(({ es }) => es),
      import('./es_table.js'),
    ),
  pt: () =>
    both(
      import('./pt.js').then(({ pt }) => pt),
      import('./pt_table.js'),
    ),
  fr: () =>
    both(
      import('./fr.js').then(({ fr }) => fr),
      import('./fr_table.js'),
    ),
};

/**
 * @param {Promise<Messages>} words
 * @param {Promise<{ table: Messages }>} atTable
 */
function both(words, atTable) {
  return Promise.all([words, atTable.then(({ table }) => table)]);
}

/** Those of the language. They are asked for at once, and nobody waits for them here. */
export const words = WORDS[language]();
