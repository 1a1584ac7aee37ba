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
const PHYSICAL = ['board.css', 'line.css', 'tile.css'];
/** What many containers hold: they set its custom properties instead. */
const ONE_FILE = ['.button', '.seat-note'];
const TOKENS = readFileSync(`${FOLDER}tokens.css`, 'utf8');

/** Splits at commas that aren't in brackets. @param {string} list */
const parts = (list) => list.split(/,(?![^(]*\))/).map((one) => one.trim());

/** A selector within a rule that has others: `&` is one of theirs. @param {string[]} outer @param {string} inner */
const nested = (outer, inner) =>
  outer.map((one) => (inner.includes('&') ? inner.replaceAll('&', one) : `${one} ${inner}`));

/** @param {string} file @param {string} css @returns {Rule[]} */
function rulesOf(file, css) {
  /** @type {Rule[]} */
  const rules = [];
  /** @type {{ selectors: string[], conditions: string[] }[]} */
  const open = [{ selectors: [], conditions: [] }];
  const text = css.replace(/\/\*.*?\*\//gs, '');
  for (const [, part, sign] of text.matchAll(/((?:"[^"]*"|[^{};"])*)([{};])/g)) {
    const words = part.trim().replace(/\s+/g, ' ');
    const { selectors: outer, conditions } = open.at(-1) ?? open[0];
    const at = words.indexOf(':');
    if (sign === '{') {
      const isCondition = words.startsWith('@');
      const own = parts(words).flatMap((one) => (outer.length > 0 ? nested(outer, one) : [one]));
      const inside = isCondition
        ? { selectors: outer, conditions: [...conditions, words] }
        : { selectors: own, conditions };
      open.push(inside);
      rules.push({ file, ...inside, declarations: [] });
    } else if (at > 0)
      rules.at(-1)?.declarations.push([words.slice(0, at), words.slice(at + 1).trim()]);
    if (sign === '}') {
      open.pop();
      // What stands behind a rule belongs to the rule round it.
      const round = open.at(-1);
      if (round && round.selectors.length > 0) rules.push({ file, ...round, declarations: [] });
    }
  }
  return rules;
}

const SHEETS = readdirSync(FOLDER).filter((file) => file.endsWith('.css'));
const RULES = SHEETS.flatMap((file) => rulesOf(file, readFileSync(FOLDER + file, 'utf8')));
const STYLES = RULES.filter(
  ({ selectors, declarations }) => selectors.length > 0 && declarations.length > 0,
);

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
  const drawn = /^\.(plot-text|rating-curve-text|example-pips|example-mark text|peg-board text) /;
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

/** The classes of what a selector is about: the last part of it. @param {string} selector */
function subjectsOf(selector) {
  const [styled] = selector.split(/[ >+~](?![^(]*\))/).slice(-1);
  return (styled.replace(/:(not|has)\(.*\)/, '').match(/\.[a-z][\w-]*/gi) ?? []).values();
}

/** The files that style each class. @param {Rule[]} rules @param {(file: string) => string} nameOf */
function stylers(rules, nameOf = (file) => file) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const { file, selectors } of rules) {
    for (const name of selectors.flatMap((one) => [...subjectsOf(one)]))
      found.set(name, (found.get(name) ?? new Set()).add(nameOf(file)));
  }
  return found;
}

test('a component has its style in one file, or in its own and that of one container', () => {
  for (const [name, found] of stylers(STYLES.filter(({ file }) => !SHARED.includes(file)))) {
    const most = ONE_FILE.includes(name) ? 1 : 2;
    assert.ok(found.size <= most, `${name}: ${[...found].join(', ')}`);
  }
});

test('what style sheets say that come late does not depend on which of them comes last', () => {
  const imported = (/** @type {string} */ file) =>
    [...readFileSync(FOLDER + file, 'utf8').matchAll(/^@import "\.\/(.*)";$/gm)].map(
      ([, to]) => to,
    );
  const first = imported('all.css');
  /** Which of the server's files has a sheet. @param {string} sheet */
  const served = (sheet) =>
    SHEETS.find((file) => file !== 'all.css' && imported(file).includes(sheet)) ?? sheet;
  const late = STYLES.filter(({ file }) => !first.includes(file));
  for (const [name, found] of stylers(late, served))
    assert.equal(found.size, 1, `${name}: ${[...found].join(', ')}`);
});
