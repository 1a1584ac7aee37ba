/** The files of words, as translators write them. */
import { readdirSync, readFileSync } from 'node:fs';

/** @import { Messages, Tree } from '../static/js/i18n/language.js' */

const FOLDER = 'static/locales';

/** The languages that have a file. */
export const codes = readdirSync(FOLDER).map((file) => file.replace('.json', ''));

/** A language's texts by part, as its file has them. @param {string} code @returns {Record<string, Tree>} */
export const partsOf = (code) => JSON.parse(readFileSync(`${FOLDER}/${code}.json`, 'utf8'));

/**
 * A language's texts by key, in the order of the file; each plural form has a key of its own.
 * @param {string} code
 * @param {string} [part] only this one
 * @returns {Messages}
 */
export function messagesOf(code, part) {
  const all = partsOf(code);
  const trees = part === undefined ? Object.values(all) : [all[part]];
  const found = trees.flatMap((tree) => textsIn(tree));
  const messages = Object.fromEntries(found);
  if (Object.keys(messages).length < found.length) throw new Error(`a key stands twice in ${code}`);
  return messages;
}

/** @param {Tree} tree @param {string} [before] @returns {[key: string, text: string][]} */
function textsIn(tree, before = '') {
  return Object.entries(tree).flatMap(([name, inner]) =>
    typeof inner === 'string'
      ? [/** @type {[string, string]} */ ([before + name, inner])]
      : textsIn(inner, `${before}${name}.`),
  );
}

/** How plural forms of a text end. */
const FORM = /_(zero|one|two|few|many|other)$/;

/**
 * The texts of a part in a language that nobody speaks: of each text, and of all its plural forms, the one that needs most
 * room in any language. What has room for it has room for every language.
 * @param {string} part
 * @param {(text: string) => number} room that a text needs
 * @returns {Messages}
 */
export function widestOf(part, room) {
  /** @type {Map<string, string>} */
  const widest = new Map();
  for (const code of codes) {
    for (const [key, text] of Object.entries(messagesOf(code, part))) {
      const base = key.replace(FORM, '');
      const known = widest.get(base);
      if (known === undefined || room(text) > room(known)) widest.set(base, text);
    }
  }
  const english = Object.keys(messagesOf('en', part));
  return Object.fromEntries(english.map((key) => [key, widest.get(key.replace(FORM, '')) ?? '']));
}
