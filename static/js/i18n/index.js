// @ts-check
/** Words by key. Every text of our own that the visitor reads goes through `t`. */
import { language, words } from './language.js';

export { language, languages, setLanguage } from './language.js';

/**
 * @typedef {keyof typeof import('./en.js').en
 *   | keyof typeof import('./en_table.js').table
 *   | keyof typeof import('./en_rules.js').rules
 *   | keyof typeof import('./en_article.js').article
 *   | keyof typeof import('./en_fair.js').fair
 *   | keyof typeof import('./en_tutorial.js').tutorial
 *   | keyof typeof import('./en_records.js').records
 *   | keyof typeof import('./en_analysis.js').analysis
 *   | keyof typeof import('./en_bots.js').bots} Key
 */
/** @typedef {import('./language.js').Messages} Messages */
/** @typedef {Record<string, string | number>} Params */

/** @type {Messages} */
const messages = Object.assign({}, ...(await words));

const plural = new Intl.PluralRules(language);

/**
 * Adds words that came later: not every page needs all.
 * @param {Messages} more
 */
export function learn(more) {
  Object.assign(messages, more);
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
  const text = typeof found === 'string' ? found : form(found, Number(params.n ?? 0));
  return text.replace(/\{(\w+)\}/g, (place, name) => String(params[name] ?? place));
}

/**
 * @param {{ one: string, other: string }} forms
 * @param {number} n
 */
function form(forms, n) {
  return plural.select(n) === 'one' ? forms.one : forms.other;
}

/**
 * Names put together: "Ana & Ben".
 * @param {string[]} names
 */
export function together(names) {
  return names.join(' & ');
}
