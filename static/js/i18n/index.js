/** Words by key. Every text of our own that the visitor reads goes through `t`. */
import { settings } from '../settings.js';
import { languages, loaded, localeOf, wantedLanguage } from './language.js';

export { languages } from './language.js';

/** @import { words } from './en.js' */
/** @import { words as account } from './en_account.js' */
/** @import { words as later } from './en_later.js' */
/** @import { words as people } from './en_people.js' */
/** @import { words as strategy } from './en_strategy.js' */
/** @import { Messages } from './language.js' */
/**
 * @typedef {keyof typeof words | keyof typeof account | keyof typeof later | keyof typeof people | keyof typeof strategy} Key
 */
/** @typedef {Record<string, string | number>} Params */

const first = await loaded;

/** The language of the words, for the page's `lang` and for plural rules. */
export const language = first.language;

/** The tag in which dates and numbers are written. */
export const locale = localeOf(language);

/** @type {Messages} */
const messages = { ...first.words };

/** A language that was wanted and whose words didn't come. */
let failed = first.failed;

const plural = new Intl.PluralRules(language);
const list = new Intl.ListFormat(language, { style: 'short', type: 'conjunction' });

/** Adds words that came later: not every page needs all. @param {Awaited<typeof loaded>} more */
export function learn(more) {
  Object.assign(messages, more.words);
  failed ??= more.failed;
}

/**
 * Speaks another language from now on: the page is loaded anew, and comes back to where it was.
 * @param {string} code one of `languages`, or 'auto' for the browser's
 */
export function setLanguage(code) {
  settings.set({ language: code });
  if (wantedLanguage() !== language) location.reload();
}

/** The name of the language that the visitor wants and whose words could not be loaded, or null. */
export function missingLanguage() {
  const wanted = languages.find(({ code }) => code === wantedLanguage());
  return wanted?.code === failed ? wanted.name : null;
}

/**
 * The text for a key, with `{name}` places filled in. Where a message has plural forms, `n` picks one.
 * @param {Key} key
 * @param {Params} [params]
 */
export function t(key, params = {}) {
  return word(key, params) ?? key;
}

/**
 * The text for a key that is made at run time (an error code, an option's name), or null.
 * @param {string} key
 * @param {Params} [params]
 * @returns {string | null}
 */
export function word(key, params = {}) {
  const found = messages[key];
  if (found === undefined) return null;
  const which = plural.select(Number(params.n ?? 0)) === 'one' ? 'one' : 'other';
  const text = typeof found === 'string' ? found : found[which];
  return text.replace(/\{(\w+)\}/g, (place, name) => String(params[name] ?? place));
}

/**
 * Names put together, as the language does it: "Ana & Ben", "Ana y Ben".
 * @param {string[]} names
 */
export function together(names) {
  return list.format(names);
}
