import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { languages, load, localeOf, ranked } from '../../static/js/i18n/language.js';

/** @import { Messages } from '../../static/js/i18n/language.js' */

const FOLDER = 'static/js/i18n';

/**
 * What keys are made of at run time: the pattern of each such key, and where its parts come from.
 * A key that is neither written in the client nor made like this is never read.
 */
const MADE = [
  /^preset(_name)?\./, // a preset's name
  /^option\./, // an option's name
  /^value\./, // an option's name and value
  /^hint\./, // an option's name
  /^error\./, // the server's code
  /^mute\./, // for how many minutes
  /^term\./, // a term, and the preset whose players say it
];

/** Every word of a language, from all its files. @param {string} code */
async function wordsOf(code) {
  /** @type {Messages} */
  const all = {};
  for (const name of readdirSync(FOLDER)) {
    if (name !== `${code}.js` && !name.startsWith(`${code}_`)) continue;
    const module = await import(`../../${FOLDER}/${name}`);
    for (const words of Object.values(module)) {
      for (const key of Object.keys(words)) assert.ok(!(key in all), `${key} twice in ${code}`);
      Object.assign(all, words);
    }
  }
  return all;
}

/** @type {Map<string, Messages>} */
const LANGUAGES = new Map();
for (const { code } of languages) LANGUAGES.set(code, await wordsOf(code));
const english = LANGUAGES.get('en') ?? {};

/** The forms of a message. @param {Messages[string]} message */
const formsOf = (message) => (typeof message === 'string' ? [message] : Object.values(message));

/** The places to be filled in. @param {Messages[string]} message */
function placesOf(message) {
  const found = formsOf(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []);
  return [...new Set(found)].sort().join(' ');
}

/**
 * The modules in a folder, as their paths and texts.
 * @param {string} folder
 * @returns {[path: string, text: string][]}
 */
function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return path === FOLDER ? [] : sources(path);
    return path.endsWith('.js') ? [[path, readFileSync(path, 'utf8')]] : [];
  });
}

for (const [code, words] of LANGUAGES) {
  test(`${code} has every word of English and no other`, () => {
    const missing = Object.keys(english).filter((key) => !(key in words));
    const odd = Object.keys(words).filter((key) => !(key in english));
    assert.deepEqual({ missing, odd }, { missing: [], odd: [] });
  });

  test(`${code} fills in the same places and has the same plural forms`, () => {
    for (const [key, message] of Object.entries(words)) {
      assert.equal(placesOf(message), placesOf(english[key] ?? ''), `${code} ${key}`);
      assert.equal(typeof message, typeof english[key], `${code} ${key}`);
      if (typeof message === 'string') continue;
      assert.deepEqual(Object.keys(message), ['one', 'other'], `${code} ${key}`);
      // Where 0 takes the same form as 1, that form can't say "1".
      const zero = new Intl.PluralRules(code).select(0) === 'one';
      if (zero) assert.doesNotMatch(message.one, /\b1\b/, `${code} ${key}`);
    }
  });

  test(`${code} has no empty text and none that was left in English by chance`, () => {
    for (const [key, message] of Object.entries(words)) {
      for (const text of formsOf(message)) {
        assert.equal(text, text.trim() === '' ? null : text, `${code} ${key}`);
        assert.doesNotMatch(text, /\s\s|\s$/, `${code} ${key}`);
      }
    }
    if (code === 'en') return;
    const long = Object.entries(words).filter(([key, message]) => {
      const text = formsOf(message)[0];
      const said = text.replace(/\{\w+\}/g, '').match(/\p{L}+/gu) ?? [];
      return text === formsOf(english[key])[0] && said.length > 3;
    });
    assert.deepEqual(
      long.map(([key]) => key),
      [],
    );
  });
}

test('in French no line breaks before a mark', () => {
  for (const [key, message] of Object.entries(LANGUAGES.get('fr') ?? {})) {
    for (const text of formsOf(message)) {
      assert.doesNotMatch(text, /[^\u00a0][:;!?»%]|«[^\u00a0]/, key);
    }
  }
});

/** What is counted, in the plural of the four languages. */
const COUNTED =
  /\{\w+\} (?:points|pips|tiles|seats|entries|puntos|fichas|sitios|entradas|pontos|pedras|lugares|dominos|places|entrées)\b/;

/** Their numbers are examples of ours, and never 1. */
const EXAMPLES = ['rules.muggins.example', 'figure.left', 'figure.total', 'figure.difference'];

test('what is counted has plural forms', () => {
  for (const [code, words] of LANGUAGES) {
    const plain = Object.entries(words).filter(
      ([key, message]) => typeof message === 'string' && !EXAMPLES.includes(key),
    );
    for (const [key, text] of plain) assert.doesNotMatch(String(text), COUNTED, `${code} ${key}`);
  }
});

test('every word that the client asks for exists, and every word is asked for', () => {
  const code = sources('static/js')
    .map(([, text]) => text)
    .join('\n');
  const plain = [...code.matchAll(/\b(?:t|word)\(\s*'([^']+)'/g)].map((match) => match[1]);
  assert.deepEqual(
    plain.filter((key) => !(key in english)),
    [],
  );
  const quoted = new Set([...code.matchAll(/'([\w .,-]+\.[\w.]+)'/g)].map((match) => match[1]));
  const made = [...code.matchAll(/`([\w.]+\.\w*)\$\{[^`]*`/g)].map((match) => patternOf(match[0]));
  const unused = Object.keys(english).filter(
    (key) => !quoted.has(key) && ![...made, ...MADE].some((pattern) => pattern.test(key)),
  );
  assert.deepEqual(unused, []);
});

/** A module's text without comments, and so without imports of types. @param {string} text */
const withoutTypes = (text) => text.replace(/\/\*\*.*?\*\//gs, '');

/**
 * A module and all that it imports at once, as their paths and texts.
 * @param {string} path
 * @param {Map<string, string>} [seen]
 */
function reach(path, seen = new Map()) {
  if (seen.has(path)) return seen;
  const code = withoutTypes(readFileSync(path, 'utf8'));
  seen.set(path, code);
  for (const [, other] of code.matchAll(/^(?:import|export|\}) ?[^;]*?'(\.[^']+)';$/gms)) {
    reach(join(path, '..', other), seen);
  }
  return seen;
}

/** The words that these modules ask for. @param {Map<string, string>} modules */
function asked(modules) {
  const code = [...modules.values()].join('\n');
  const keys = Object.keys(english);
  const made = [...code.matchAll(/`([\w.]+\.\w*)\$\{[^`]*`/g)].map((match) => patternOf(match[0]));
  return keys.filter((key) => code.includes(`'${key}'`) || made.some((one) => one.test(key)));
}

test('the first page has the words that it asks for, and what comes later brings its own', async () => {
  const { words } = await import(`../../${FOLDER}/en.js`);
  /** @param {Map<string, string>} modules */
  const missing = (modules) => asked(modules).filter((key) => !(key in words));
  const atOnce = new Map([...reach('static/js/first.js'), ...reach('static/js/app.js')]);
  assert.deepEqual(missing(atOnce), []);
  const later = sources('static/js').flatMap(([path, text]) =>
    [...withoutTypes(text).matchAll(/\bimport\('(.+?)'\)/g)].map((match) =>
      join(path, '..', match[1]),
    ),
  );
  for (const path of later) {
    const modules = reach(path);
    if (modules.has(`${FOLDER}/later.js`)) continue;
    const brings = modules.has(`${FOLDER}/people.js`)
      ? await import(`../../${FOLDER}/en_people.js`)
      : null;
    const unknown = missing(modules).filter((key) => !(key in (brings?.words ?? {})));
    assert.deepEqual(unknown, [], path);
  }
});

/**
 * Which keys a template may make: "`rules.aim.${seating}`" is any key that begins so.
 * @param {string} template
 */
function patternOf(template) {
  const parts = template.slice(1, -1).split(/\$\{[^}]*\}/);
  const escaped = parts.map((part) => part.replace(/[.*+?^$()[\]\\|]/g, '\\$&'));
  return new RegExp(`^${escaped.join('\\w*')}$`);
}

test('the languages that are wanted and that there are, are tried in order, and English last', () => {
  assert.deepEqual(ranked(['pt-BR', 'en']), ['pt', 'en']);
  assert.deepEqual(ranked(['de-DE', 'fr-CA', 'es', 'fr']), ['fr', 'es', 'en']);
  assert.deepEqual(ranked(['ES']), ['es', 'en']);
  assert.deepEqual(ranked(['de', 'nl']), ['en']);
  assert.deepEqual(ranked([]), ['en']);
});

/** Files of which only some come. @param {string[]} come */
function files(...come) {
  /** @param {string} code */
  const file = (code) => async () => {
    if (!come.includes(code)) throw new TypeError('Failed to fetch');
    return { words: { hello: code } };
  };
  return Object.fromEntries(languages.map(({ code }) => [code, file(code)]));
}

test('a language whose file does not come gives way to the next', async () => {
  const { language, words, failed } = await load(['es', 'en'], files('en', 'es'));
  assert.deepEqual([language, words.hello, failed], ['es', 'es', null]);
  const second = await load(['es', 'fr', 'en'], files('en', 'fr'));
  assert.deepEqual([second.language, second.words.hello, second.failed], ['fr', 'fr', 'es']);
  const last = await load(['es', 'fr', 'en'], files('en'));
  assert.deepEqual([last.language, last.words.hello, last.failed], ['en', 'en', 'es']);
  await assert.rejects(load(['es', 'en'], files('pt')), TypeError);
});

test('dates and numbers are written as the browser has them, if it speaks the page’s language', () => {
  assert.equal(localeOf('en', ['en-GB', 'en']), 'en-GB');
  assert.equal(localeOf('es', ['en-US', 'es-MX', 'es']), 'es-MX');
  assert.equal(localeOf('fr', ['en-US']), 'fr');
});
