/**
 * Which language the words are in. The page runs this module before all others, so that the
 * words of the one language come in together with them.
 */
import { addressOf } from '../build.js';
import { settings } from '../settings.js';

/** @import { LaterPart } from './keys.js' */
/** Texts by key; each plural form has a key of its own. @typedef {Record<string, string>} Messages */
/** Texts as their file has them, nested by the dots of their keys. @typedef {{ [name: string]: string | Tree }} Tree */

/**
 * The languages there are, each with its own name. `static/locales` has a file of each. A browser that doesn't
 * know the plural forms, numbers and dates of a language takes those of the language that it is `like`.
 * @type {readonly { code: string, name: string, like?: string }[]}
 */
export const languages = Object.freeze([
  { code: 'en', name: 'English' },
  { code: 'es', name: 'Español' },
  { code: 'pt', name: 'Português' },
  { code: 'fr', name: 'Français' },
  { code: 'de', name: 'Deutsch' },
  { code: 'it', name: 'Italiano' },
  { code: 'pl', name: 'Polski' },
  { code: 'ht', name: 'Kreyòl ayisyen', like: 'fr' },
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
export function rankedLanguages(tags) {
  const known = tags.map(languageOf).filter((code) => languages.some((one) => one.code === code));
  return [...new Set([...known, FALLBACK])];
}

/** The browser's languages. Without a page there is no visitor, and the words are in English. */
const spoken = globalThis.document ? navigator.languages : [];

/**
 * What `?words=` asks for in the places of texts, for those who translate or draw the page: their `keys`, `long`
 * texts, or texts from right to left (`rtl`).
 */
export const textMode = new URLSearchParams(globalThis.location?.search).get('words');

/** The languages to try for this visitor: that of the settings, or else those of the browser. */
function wanted() {
  const chosen = settings.get().language;
  return rankedLanguages(chosen === 'auto' ? spoken : [chosen]);
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

/** The tag of which the browser knows plural forms, numbers and dates, for a language's tag. @param {string} tag */
export function formatTag(tag) {
  const like = languages.find(({ code }) => code === languageOf(tag))?.like;
  return like && Intl.PluralRules.supportedLocalesOf(tag).length === 0 ? like : tag;
}

/** @param {string} code @param {string} part @returns {Promise<Tree>} */
async function fetchWords(code, part) {
  const response = await fetch(addressOf(`locales/${code}/${part}.json`));
  if (!response.ok) throw new Error(`no ${part} words of ${code}: ${response.status}`);
  return await response.json();
}

/** @param {Tree} tree @param {string} [before] the beginning of all its keys @returns {Messages} */
function flat(tree, before = '') {
  /** @type {Messages} */
  const messages = {};
  for (const [name, inner] of Object.entries(tree)) {
    if (typeof inner === 'string') messages[before + name] = inner;
    else Object.assign(messages, flat(inner, `${before}${name}.`));
  }
  return messages;
}

/**
 * Loads a part of the words of the first of these languages whose file comes.
 * @param {string[]} codes the most wanted first
 * @param {'start' | LaterPart} part
 * @param {(code: string, part: string) => Promise<Tree>} [fetch]
 * @returns {Promise<{ language: string, messages: Messages, failed: string | null }>} also the most wanted
 *   language if its file didn't come
 */
export async function load([code, ...others], part, fetch = fetchWords) {
  try {
    return { language: code, messages: flat(await fetch(code, part)), failed: null };
  } catch (problem) {
    if (others.length === 0) throw problem;
    return { ...(await load(others, part, fetch)), failed: code };
  }
}

/** The words that every page needs. They are fetched at once, and this module doesn't wait for them. */
export const loaded = load(wanted(), 'start');
