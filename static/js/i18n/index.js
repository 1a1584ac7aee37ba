/** Words by key. Every text of our own that the visitor reads goes through `t`. */
import { once } from '../loader.js';
import { settings } from '../settings.js';
import {
  formatTag,
  languages,
  load,
  loaded,
  localeOf,
  rankedLanguages,
  textMode,
  wantedLanguage,
} from './language.js';

export { languages } from './language.js';

/** @import { Key, LaterPart, Spaced } from './keys.js' */
/** @typedef {Record<string, string | number>} Params */

const first = await loaded;

/** The language of the words, for the page's `lang` and for plural rules. */
export const language = first.language;

/** The tag in which dates and numbers are written. */
export const locale = formatTag(localeOf(language));

const messages = { ...first.messages };

/** A language that was wanted and whose words didn't come. */
let failed = first.failed;

const plural = new Intl.PluralRules(formatTag(language));
const list = new Intl.ListFormat(formatTag(language), { style: 'short', type: 'conjunction' });
const units = new Intl.ListFormat(formatTag(language), { style: 'short', type: 'unit' });

/** A message as `?words=` asks for it; its places stay. @param {string} text */
function lookOf(text) {
  if (textMode === 'rtl') return `\u202e${text}\u202c`;
  if (textMode !== 'long') return text;
  return text.replace(
    /(\{\{\w+\}\})|[aeiou]/gi,
    (found, place) => place ?? `${found}${found}\u0301`,
  );
}

/** What fetches the parts that were wanted, once; a failure isn't kept. @type {Partial<Record<LaterPart, () => Promise<void>>>} */
const parts = {};

/** @param {LaterPart} part */
async function learn(part) {
  const more = await load(rankedLanguages([language]), part);
  Object.assign(messages, more.messages);
  failed ??= more.failed;
}

/** Loads the texts that a page needs besides those of the first page. @param {...LaterPart} names */
export async function loadTexts(...names) {
  await Promise.all(
    names.map((name) => {
      parts[name] ??= once(() => learn(name));
      return parts[name]();
    }),
  );
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
 * The text for a key, with its `{{name}}` places filled in. Where a text has plural forms, `n` picks one.
 * @param {Key} key
 * @param {Params} [params]
 */
export function t(key, params = {}) {
  return textOrNull(key, params) ?? key;
}

/**
 * The text for a key that is made at run time (an error code, an option's name), or null.
 * @param {string} key
 * @param {Params} [params]
 * @returns {string | null}
 */
export function textOrNull(key, params = {}) {
  const found = formOf(key, params.n);
  if (found === null || textMode === 'keys') return found;
  const text = lookOf(messages[found]);
  return text.replace(/\{\{(\w+)\}\}/g, (place, name) => written(params[name] ?? place));
}

/** A number with its sign, a minus and not a hyphen; a text as it is. @param {string | number} value */
export const written = (value) =>
  typeof value === 'number' ? String(value).replace('-', '−') : value;

/** What the texts of a group are about, as the protocol names it. @param {string} group */
export const namesIn = (group) =>
  Object.keys(messages).flatMap((key) => key.split(`${group}.`)[1] ?? []);

/**
 * The key under which the messages have a text: its own, or that of a plural form; null if they haven't.
 * @param {string} key
 * @param {string | number} [n]
 */
function formOf(key, n = 0) {
  if (messages[key] !== undefined) return key;
  const forms = [`${key}_${plural.select(Number(n))}`, `${key}_other`];
  return forms.find((form) => messages[form] !== undefined) ?? null;
}

/**
 * The key of a text about something that the protocol names, such as "error.too many".
 * @template {string} Group
 * @template {string | number} Name
 * @param {Group} group
 * @param {Name} name
 * @returns {Spaced<`${Group}.${Name}`>}
 */
export function namedKey(group, name) {
  return /** @type {Spaced<`${Group}.${Name}`>} */ (`${group}.${name}`.replaceAll('_', ' '));
}

/**
 * Texts one behind the other, as the language puts them; those that are empty are left out.
 * @param {'join.sentences' | 'join.facts'} how
 * @param {readonly (string | number | null | false | undefined)[]} texts
 */
function joined(how, texts) {
  const present = texts.flatMap((text) => (text || text === 0 ? [String(text)] : []));
  return present.length > 0 ? present.reduce((before, after) => t(how, { before, after })) : '';
}

/** Whole sentences, one after the other. @param {readonly (string | null | false)[]} texts */
export const sentencesOf = (texts) => joined('join.sentences', texts);

/** Short facts side by side: "Ada · casual". @param {readonly (string | null | false | undefined)[]} texts */
export const factsOf = (texts) => joined('join.facts', texts);

/** Things in a row, as the language lists them: "6-4, 5-1, 3-0". @param {readonly (string | number)[]} things */
export const joinList = (things) => units.format(things.map(String));

/**
 * Names put together, as the language does it: "Ana & Ben", "Ana y Ben".
 * @param {string[]} names
 */
export function joinNames(names) {
  return list.format(names);
}
