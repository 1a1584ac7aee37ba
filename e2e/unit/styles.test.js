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
/** Rules that hold for many components at once. */
const SHARED = ['forced.css'];
/** The layout of tiles is the same in every direction of the text. */
const PHYSICAL = ['board.css', 'tile.css'];
/** What many containers hold: they set its custom properties instead. */
const ONE_FILE = ['.button', '.seat-note'];
const TOKENS = readFileSync(`${FOLDER}tokens.css`, 'utf8');

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
    else if (at > 0)
      rules.at(-1)?.declarations.push([words.slice(0, at), words.slice(at + 1).trim()]);
  }
  return rules;
}

const RULES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.css'))
  .flatMap((file) => rulesOf(file, readFileSync(FOLDER + file, 'utf8')));
const STYLES = RULES.filter(({ selectors }) => !selectors[0].startsWith('@'));

/** Each declaration with its place. @param {RegExp} properties @param {string[]} [without] files */
function declared(properties, without = []) {
  return STYLES.filter(({ file }) => !without.includes(file)).flatMap(
    ({ file, selectors, declarations }) => {
      const rule = `${selectors.join(', ')} `;
      return declarations
        .filter(([property]) => properties.test(property))
        .map(([property, value]) => ({
          value,
          rule,
          place: `${file}, ${rule}{ ${property}: ${value} }`,
        }));
    },
  );
}

/** The sizes of windows that tokens.css lists, by side. @param {string} side */
function listedSizes(side) {
  const [, list] = /only sizes that they ask for:(.*?)\*\//s.exec(TOKENS) ?? [];
  const [, part] = new RegExp(`${side} (.*?)(?:height|$)`, 's').exec(list) ?? [];
  return [...part.matchAll(/^.*?(\d+px)/gm)].map(([, px]) => px);
}

test('media queries ask for the sizes that tokens.css lists', () => {
  for (const { file, conditions } of RULES) {
    for (const condition of conditions.filter((one) => one.startsWith('@media'))) {
      for (const [size, side, px] of condition.matchAll(/(width|height)\s*[<>]=?\s*([\w.]+)/g)) {
        assert.ok(listedSizes(side).includes(px), `${file}: ${size}`);
      }
    }
  }
});

test('texts and corners have the sizes of tokens.css', () => {
  // What is drawn has the units of its drawing, and a tile's parts the size of the tile.
  const drawn = /^\.(plot-text|curve-text|example-pips|example-mark text|peg-board text) /;
  const text = /^(0|inherit|var\(--text-\w+\)|min\(var\(--text-\w+\), calc\(var\(--tile\).*)$/;
  for (const { value, rule, place } of declared(/^font-size$/)) {
    assert.ok(text.test(value) || drawn.test(rule), place);
  }
  const corner = /^((0|inherit|var\(--radius(-\w+)?\))( |$))+$|^calc\(var\(--tile\)/;
  for (const { value, place } of declared(/^border-radius$/)) assert.match(value, corner, place);
});

test('no rule depends on the direction of the text', () => {
  const physical =
    /^((min|max)-)?(width|height)$|^(top|bottom|left|right)$|^(margin|padding|border)-(top|right|bottom|left)/;
  for (const { value, place } of declared(physical, PHYSICAL)) {
    // The middle is the same in both directions.
    assert.equal(value, '50%', place);
  }
  for (const { value, place } of declared(/^(text-align|float|clear)$/)) {
    assert.doesNotMatch(value, /left|right/, place);
  }
});

/** How many classes a selector has: of a list in it, the longest alternative counts. @param {string} selector */
function classesIn(selector) {
  const list = /:(?:is|where|not|has)\(([^()]*)\)/;
  const classes = (/** @type {string} */ text) => text.match(/\.[a-z][\w-]*/gi) ?? [];
  let text = selector.replace(/"[^"]*"/g, '');
  for (let found = list.exec(text); found; found = list.exec(text)) {
    const [longest] = parts(found[1]).sort((a, b) => classes(b).length - classes(a).length);
    text = text.replace(found[0], classes(longest).join(''));
  }
  return classes(text).length;
}

test('no selector has more than three classes', () => {
  for (const { file, selectors } of STYLES) {
    for (const one of selectors) assert.ok(classesIn(one) <= 3, `${file}: ${one}`);
  }
});

test('a component has its style in one file, or in its own and that of one container', () => {
  /** @type {Map<string, Set<string>>} */
  const files = new Map();
  for (const { file, selectors } of STYLES) {
    if (SHARED.includes(file)) continue;
    for (const one of selectors) {
      const [styled] = one.split(/[ >+~](?![^(]*\))/).slice(-1);
      const own = styled.replace(/:(not|has)\(.*\)/, '');
      for (const [name] of own.matchAll(/\.[a-z][\w-]*/gi)) {
        files.set(name, (files.get(name) ?? new Set()).add(file));
      }
    }
  }
  for (const [name, found] of files) {
    const most = ONE_FILE.includes(name) ? 1 : 2;
    assert.ok(found.size <= most, `${name}: ${[...found].join(', ')}`);
  }
});
