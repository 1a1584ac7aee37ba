import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/**
 * A rule of a style sheet.
 *
 * @typedef {object} Rule
 * @property {string} file
 * @property {string[]} selectors
 * @property {string[]} conditions the at-rules round it
 * @property {[string, string][]} declarations
 */

const FOLDER = 'static/css/';
/** These keep sizes of their own. */
const OWN_SIZES = ['analysis.css', 'quick.css', 'record.css', 'replay.css', 'summary.css'];
const OWN_PARTS = /\.(hero|lobby|people-links|quick|who)\b/;
/** Rules that hold for many components at once. */
const SHARED = ['forced.css'];

/** Splits at commas that aren't in brackets. @param {string} list */
const parts = (list) => list.split(/,(?![^(]*\))/).map((one) => one.trim());

/** @param {string} file @param {string} css @returns {Rule[]} */
function rulesOf(file, css) {
  /** @type {Rule[]} */
  const rules = [];
  /** @type {string[]} */
  const open = [];
  for (const [, text, sign] of css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    const words = text.trim().replace(/\s+/g, ' ');
    const at = words.indexOf(':');
    if (sign === '{') {
      open.push(words);
      const conditions = open.filter((one) => one.startsWith('@'));
      rules.push({ file, selectors: parts(words), conditions, declarations: [] });
    } else if (sign === '}') open.pop();
    else if (at > 0) rules.at(-1)?.declarations.push([words.slice(0, at), words.slice(at + 1).trim()]);
  }
  return rules;
}

const RULES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.css') && !OWN_SIZES.includes(file))
  .flatMap((file) => rulesOf(file, readFileSync(FOLDER + file, 'utf8')))
  .filter(({ selectors }) => !selectors.some((one) => OWN_PARTS.test(one)));
const STYLES = RULES.filter(({ selectors }) => !selectors[0].startsWith('@'));

/** Each declaration with its place. @param {RegExp} properties @param {string[]} [without] files */
const declared = (properties, without = []) =>
  STYLES.filter(({ file }) => !without.includes(file)).flatMap(({ file, selectors, declarations }) =>
    declarations
      .filter(([property]) => properties.test(property))
      .map(([property, value]) => ({ value, place: `${file}, ${selectors.join(', ')} { ${property}: ${value} }` })),
  );

test('media queries ask for the sizes that tokens.css lists', () => {
  const [, listed] = /only sizes that they ask for:(.*?)\*\//s.exec(readFileSync(`${FOLDER}tokens.css`, 'utf8')) ?? [];
  const sizes = { width: '', height: '' };
  let of = /** @type {keyof typeof sizes} */ ('width');
  for (const [word] of listed.matchAll(/^ \* +(width|height)|\d+px/gm)) {
    if (/\d+px/.test(word) && !/height|width/.test(word)) sizes[of] += ` ${word}`;
    else of = word.includes('height') ? 'height' : 'width';
  }
  const asked = RULES.flatMap(({ file, conditions }) => conditions.map((condition) => ({ file, condition })));
  for (const { file, condition } of asked) {
    if (!condition.startsWith('@media')) continue;
    for (const [size, side, px] of condition.matchAll(/(width|height)\s*[<>]=?\s*([\w.]+)/g)) {
      assert.ok(sizes[/** @type {'width' | 'height'} */ (side)].split(' ').includes(px), `${file}: ${size}`);
    }
  }
});
