import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SOURCES } from '../../static/js/games/line/reading.js';
import {
  formatTag,
  languages,
  load,
  localeOf,
  rankedLanguages,
} from '../../static/js/i18n/language.js';
import { codes, messagesOf, partsOf } from '../words.js';

/** @import { Messages } from '../../static/js/i18n/language.js' */

/** The words of the server alone, which the client never has. */
const SERVER = Object.keys(messagesOf('en', 'server'));

/** @type {Map<string, Messages>} */
const LANGUAGES = new Map(codes.map((code) => [code, messagesOf(code)]));
const english = messagesOf('en');

/** The endings of plural forms, as translators' tools know them. */
const FORM = /_(zero|one|two|few|many|other)$/;

/** A text with plural forms has one of these. */
const isPlural = (/** @type {string} */ base) => `${base}_other` in english;

/** The key that the client asks for. @param {string} key */
const baseOf = (key) => (isPlural(key.replace(FORM, '')) ? key.replace(FORM, '') : key);

/** The keys that the client asks for. */
const KEYS = [...new Set(Object.keys(english).map(baseOf))];

/** The plural forms that whole numbers take in a language, which are fewer than all. @param {string} code */
function formsOf(code) {
  const rules = new Intl.PluralRules(formatTag(code));
  const numbers = [...Array(201).keys(), 1000, 1_000_000];
  return [...new Set(numbers.map((n) => rules.select(n)))].sort();
}

/** The places to be filled in. @param {string | undefined} text */
const placesOf = (text = '') => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();

/**
 * The modules in a folder, as their paths and texts.
 * @param {string} folder
 * @returns {[path: string, text: string][]}
 */
function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return path.endsWith('.js') ? [[path, readFileSync(path, 'utf8')]] : [];
  });
}

test('each language of the client has a file, and each file is of a language', () => {
  assert.deepEqual(languages.map(({ code }) => code).sort(), [...codes].sort());
});

for (const [code, words] of LANGUAGES) {
  test(`${code} has every word of English and no other, each with the plural forms of the language`, () => {
    const wanted = KEYS.flatMap((base) =>
      isPlural(base) ? formsOf(code).map((form) => `${base}_${form}`) : [base],
    );
    const { pluralCategories } = new Intl.PluralRules(formatTag(code)).resolvedOptions();
    const possible = new Set(
      KEYS.flatMap((base) =>
        isPlural(base) ? pluralCategories.map((form) => `${base}_${form}`) : [base],
      ),
    );
    const missing = wanted.filter((key) => !(key in words));
    const odd = Object.keys(words).filter((key) => !possible.has(key));
    assert.deepEqual({ missing, odd }, { missing: [], odd: [] });
    for (const part of Object.keys(partsOf('en'))) {
      const inPart = (/** @type {string} */ one) =>
        [...new Set(Object.keys(messagesOf(one, part)).map(baseOf))].sort();
      assert.deepEqual(inPart(code), inPart('en'), `${code} ${part}`);
    }
  });

  test(`${code} fills in the same places`, () => {
    for (const [key, text] of Object.entries(words)) {
      const base = baseOf(key);
      const places = placesOf(english[isPlural(base) ? `${base}_other` : key]);
      const form = isPlural(base) ? key.slice(base.length + 1) : 'other';
      // A form that fits one number alone may say it in words.
      const few = ['zero', 'one', 'two'].includes(form);
      const found = [...new Set([...placesOf(text), ...(few ? ['{{n}}'] : [])])].sort();
      assert.deepEqual(
        found,
        few ? [...new Set([...places, '{{n}}'])].sort() : places,
        `${code} ${key}`,
      );
      assert.doesNotMatch(text.replaceAll(/\{\{\w+\}\}/g, ''), /[{}]/, `${code} ${key}`);
      // Where 0 takes the same form as 1, that form can't say "1".
      const zero = form === 'one' && new Intl.PluralRules(formatTag(code)).select(0) === 'one';
      if (zero && isPlural(base)) assert.doesNotMatch(text, /\b1\b/, `${code} ${key}`);
    }
  });

  test(`${code} has no empty text and none that was left in English by chance`, () => {
    for (const [key, text] of Object.entries(words)) {
      assert.equal(text, text.trim() === '' ? null : text, `${code} ${key}`);
      assert.doesNotMatch(text, / {2}|\s$/, `${code} ${key}`);
    }
    if (code === 'en') return;
    const same = Object.entries(words).filter(([key, text]) => {
      const said = text.replace(/\{\{\w+\}\}/g, '').match(/\p{L}+/gu) ?? [];
      return text === english[key] && said.length > 3;
    });
    assert.deepEqual(
      same.map(([key]) => key),
      [],
    );
  });
}

test('in French no line breaks before a mark', () => {
  for (const [key, text] of Object.entries(LANGUAGES.get('fr') ?? {})) {
    assert.doesNotMatch(text, /[^\u00a0][:;!?»%]|«[^\u00a0]/, key);
  }
});

/** What is counted, in the plural of the languages. */
const COUNTED =
  /\{\{\w+\}\} (?:points|pips|tiles|seats|entries|puntos|fichas|sitios|entradas|pontos|pedras|lugares|dominos|places|entrées)\b/;

/** Their numbers are examples of ours, and never 1. */
const EXAMPLES = ['rules.muggins.example', 'figure.left', 'figure.total', 'figure.difference'];

test('what is counted has plural forms', () => {
  for (const [code, words] of LANGUAGES) {
    const plain = Object.entries(words).filter(
      ([key]) => !isPlural(baseOf(key)) && !EXAMPLES.includes(key),
    );
    for (const [key, text] of plain) assert.doesNotMatch(text, COUNTED, `${code} ${key}`);
  }
});

/** The greatest number of characters of texts that have little room: buttons on a phone, tags, headings of tables. */
const LIMITS = JSON.parse(readFileSync('e2e/unit/limits.json', 'utf8'));

test('texts with little room keep their limits', () => {
  assert.deepEqual(
    Object.keys(LIMITS).filter((key) => !KEYS.includes(key)),
    [],
  );
  for (const [code, words] of LANGUAGES) {
    const long = Object.entries(words).filter(([key, text]) => text.length > LIMITS[baseOf(key)]);
    assert.deepEqual(long, [], code);
  }
});

/** Texts that say the same in every language, and yet are several. */
const REPEATED = {
  'a label and a choice, or a name and a heading: another language may tell them apart': [
    ['table.seats', 'option.seating'],
    ['preset_name.Muggins · muggins calls', 'rules.muggins.title'],
    ['option.variant', 'leaderboard.game'],
    ['option.point unit', 'tournament.points'],
    ['me.result.title', 'tournament.result'],
    ['create.no', 'value.love.no'],
    ['record.hands', 'worth.hands_all'],
    ['settings.bots', 'leaderboard.bots'],
    ['leaderboard.name', 'account.name'],
  ],
  'a name of the protocol has each': [
    ['error.malformed', 'error.wrong fields', 'error.unknown type'],
    ['value.next lead.opening', 'value.after block.opening'],
    ['term.Quinientos.blocked', 'term.Dominican Pairs.blocked', 'term.Cuban Double-Nine.blocked'],
    ['term.Spanish Pairs.blocked', 'term.Federation Pairs.blocked', 'term.Mexican Pairs.blocked'],
  ],
  'each game brings its own words': [
    ['note.passes', 'trains.play.note.passed'],
    ['event.passed', 'trains.play.passed'],
    ['event.you_passed', 'trains.play.you_passed'],
    ['event.domino', 'trains.play.out'],
    ['event.you_domino', 'trains.play.you_out'],
    ['read.playable', 'trains.play.usable'],
    ['race.play.stopped', 'trains.play.stopped'],
    ['race.play.you_stopped', 'trains.play.you_stopped'],
    ['race.play.drew', 'trains.play.drew_tile'],
    ['race.play.you_drew', 'trains.play.you_drew_tile'],
    ['race.play.hand', 'trains.play.hand'],
    ['race.play.left', 'trains.play.left'],
  ],
  'short, and in parts that pages load apart': [
    ['trains.view.mexican', 'trains.figure.mexican'],
    ['request.let_in', 'transfer.agree'],
    ['friends.keep', 'account.keep'],
    ['friends.ask', 'friend.none'],
    ['request.decline', 'friends.decline', 'transfer.decline'],
    ['rules.all', 'quick.all'],
    ['muggins.call', 'glossary.muggins.term'],
    ['record.a_player', 'person.unnamed'],
    ['me.list', 'leaderboard.matches'],
    ['person.block', 'block.block'],
    ['person.unblock', 'block.end'],
  ],
};

test('no text only repeats another', () => {
  /** @type {Map<string, string[]>} */
  const alike = new Map();
  for (const key of KEYS) {
    const all = [...LANGUAGES.values()].map(
      (words) => words[key] ?? words[`${key}_other`] ?? words[`${key}_many`],
    );
    const said = all.join('\n');
    // Places alone, and what stands between them, are no text.
    if (/\p{L}{2,}/u.test(said.replace(/\{\{\w+\}\}/g, '')))
      alike.set(said, [...(alike.get(said) ?? []), key]);
  }
  const known = Object.values(REPEATED).flat().map(String);
  const repeated = [...alike.values()].filter((keys) => keys.length > 1);
  assert.deepEqual(
    repeated.filter((keys) => !known.includes(String(keys))),
    [],
  );
});

/** A module's text without comments, and so without imports of types. @param {string} text */
const withoutComments = (text) => text.replace(/\/\*\*.*?\*\//gs, '').replace(/^\s*\/\/.*$/gm, '');

/**
 * Which keys a template may make: "`rules.aim.${seating}`" is any key that begins so.
 * @param {string} template
 */
function patternOf(template) {
  const parts = template.split(/\$\{[^}]*\}/);
  const escaped = parts.map((part) => part.replace(/[.*+?^$()[\]\\|]/g, '\\$&'));
  return new RegExp(`^${escaped.join('[^.]*')}$`);
}

/** The keys that some code asks for: those that it writes out, and those that it may make. @param {string} code */
function askedIn(code) {
  const templates = [...code.matchAll(/`([\w.]+\.\w*\$\{[^`]*)`/g)].map((match) => match[1]);
  const named = [...code.matchAll(/\bnamedKey\(\s*['`]([^'`]+)['`],/g)].map(
    ([, group]) => `${group}.\${name}`,
  );
  const made = [...templates, ...named].map(patternOf);
  return KEYS.filter((key) => code.includes(`'${key}'`) || made.some((one) => one.test(key)));
}

test('every word is asked for, and every word that is asked for exists', () => {
  const code = sources('static/js')
    .map(([, text]) => withoutComments(text))
    .join('\n');
  const asked = new Set([...askedIn(code), ...SERVER.map(baseOf)]);
  assert.deepEqual(
    KEYS.filter((key) => !asked.has(key)),
    [],
  );
  const plain = [...code.matchAll(/\b(?:t|word)\(\s*'([^']+)'/g)].map((match) => match[1]);
  assert.deepEqual(
    plain.filter((key) => !KEYS.includes(key)),
    [],
  );
});

/**
 * A module and all that it imports at once, as their paths and texts.
 * @param {string} path
 * @param {Map<string, string>} [seen]
 */
function reach(path, seen = new Map()) {
  if (seen.has(path)) return seen;
  const code = withoutComments(readFileSync(path, 'utf8'));
  seen.set(path, code);
  for (const [, other] of code.matchAll(/^(?:import|export|\}) ?[^;]*?'(\.[^']+)';$/gms)) {
    reach(join(path, '..', other), seen);
  }
  return seen;
}

test('the first page has the words that it asks for, and what comes later brings its own', () => {
  const inPart = (/** @type {string} */ part) => Object.keys(messagesOf('en', part)).map(baseOf);
  /** @param {Map<string, string>} modules @param {string[]} parts */
  const missing = (modules, parts) => {
    const known = new Set(['start', ...parts].flatMap(inPart));
    return [...modules.values()].flatMap(askedOf).filter((key) => !known.has(key));
  };
  /** What each module asks for: most are reached from many others. @type {Map<string, string[]>} */
  const asked = new Map();
  const askedOf = (/** @type {string} */ code) => {
    const keys = asked.get(code) ?? askedIn(code);
    asked.set(code, keys);
    return keys;
  };
  const atOnce = new Map([...reach('static/js/first.js'), ...reach('static/js/app.js')]);
  assert.deepEqual(missing(atOnce, []), []);
  const later = sources('static/js').flatMap(([path, text]) =>
    [...withoutComments(text).matchAll(/\bimport\('(.+?)'\)/g)].map((match) =>
      join(path, '..', match[1]),
    ),
  );
  for (const path of later) {
    const modules = reach(path);
    const brings = [...modules.values()].flatMap((code) =>
      [...code.matchAll(/\bloadTexts\(('[^)]*)\)/g)].flatMap(
        ([, names]) => names.match(/\w+/g) ?? [],
      ),
    );
    assert.deepEqual(missing(modules, brings), [], path);
  }
});

/**
 * Texts that stand in the code all the same.
 * @type {Record<string, (string | RegExp)[]>}
 */
const IN_CODE = {
  'titles of books, and their authors': SOURCES.flat().map(String),
  'there are no words yet': ['Boneyard could not be loaded', 'Try again'],
  'each language has its own name': languages.map(({ name }) => name),
  'called out as at home, whatever the language of the page': [
    ...['Game bruk!', 'One all, play two!', 'Three-love!', 'Four-love!', 'Six-love!', 'Ten-love!'],
    ...['¡Zapato!', '¡Pollona!', '¡Pase de salida!', '¡Pase corrido!'],
    ...['De carroça!', 'Cruzada!', 'Lá-e-lô!', 'Vale o dobro!', 'Buchuda!'],
    ...['Chiré\\u00a0!', 'Cochon\\u00a0!'],
  ],
  'the protocol’s names of presets and rules': [
    ...Object.keys(messagesOf('en', 'start')).flatMap((key) => key.split('preset_name.')[1] ?? []),
    ...['muggins calls', 'winner leads', 'automatic scoring', 'long start', 'free doubles'],
  ],
  'what keyboards have on their keys, and browsers call them': [/^(Enter|Esc|Escape|Arrow(Up)?)$/],
  'how the browser calls an error': [/^[A-Za-z]+Error$/],
  'a signature': ['Ed25519'],
  'a typeface': ['1em "Boneyard Text"'],
  'the name of a lock': [/^boneyard (turn|call) 0$/],
  'what is hashed or signed': [/^boneyard-(fair|log)\/1 /],
  'the tiles of a position': [/^(\d-\d|[abcd] \d-\d)/],
  'lines of a transcript': [/^\d (plays|draws)\b/],
};

/** The names of classes in the style sheets. */
const CLASSES = new Set(
  readdirSync('static/css').flatMap(
    (file) => readFileSync(`static/css/${file}`, 'utf8').match(/(?<=\.)[a-z][\w-]*/g) ?? [],
  ),
);

/** Whether a literal may be a text: several words, a capitalised one, or a mark at its end. @param {string} literal */
const isLikeText = (literal) =>
  /\p{L}{2,}\P{L}* \P{L}*\p{L}{2,}|^\p{Lu}\p{L}*\p{Ll}|\p{L}{3,}[.!?…]$/u.test(literal) &&
  // Style, selectors and addresses.
  !/[[\]{}<>=]|\w\(|^\(|^\//.test(literal) &&
  !literal.split(' ').every((word) => CLASSES.has(word.replace(/-0$/, '')));

test('no text stands in the client’s code', () => {
  const allowed = Object.values(IN_CODE).flat();
  const isAllowed = (/** @type {string} */ literal) =>
    allowed.some((one) => (typeof one === 'string' ? one === literal : one.test(literal)));
  const own = sources('static/js').filter(([path]) => !path.includes('/vendor/'));
  const found = own.flatMap(([path, text]) => {
    const code = withoutComments(text)
      .replace(/ \/\/ .*$/gm, '')
      .replace(/\b\w*Error\([^)]*\)/g, '')
      .replace(/\b(?:t|word|namedKey|import)\(\s*(?:'[^']*'|`[^`]*`)/g, '');
    const literals = [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)];
    return literals
      .map(([, plain, template]) => plain ?? template.replace(/\$\{[^}]*\}/g, '0'))
      .filter((literal) => isLikeText(literal) && !isAllowed(literal))
      .map((literal) => `${path}: ${literal}`);
  });
  assert.deepEqual(found, []);
});

test('the languages that are wanted and that there are, are tried in order, and English last', () => {
  assert.deepEqual(rankedLanguages(['pt-BR', 'en']), ['pt', 'en']);
  assert.deepEqual(rankedLanguages(['sv-SE', 'fr-CA', 'es', 'fr']), ['fr', 'es', 'en']);
  assert.deepEqual(rankedLanguages(['ES']), ['es', 'en']);
  assert.deepEqual(rankedLanguages(['sv', 'nl']), ['en']);
  assert.deepEqual(rankedLanguages([]), ['en']);
});

/** Files of which only some come. @param {string[]} come */
const files = (...come) => {
  return async (/** @type {string} */ code, /** @type {string} */ part) => {
    if (!come.includes(code)) throw new TypeError('Failed to fetch');
    return { hello: { part, code } };
  };
};

test('a language whose file does not come gives way to the next', async () => {
  const { language, messages, failed } = await load(['es', 'en'], 'later', files('en', 'es'));
  assert.deepEqual([language, failed], ['es', null]);
  assert.deepEqual(messages, { 'hello.part': 'later', 'hello.code': 'es' });
  const second = await load(['es', 'fr', 'en'], 'start', files('en', 'fr'));
  assert.deepEqual([second.language, second.messages['hello.code']], ['fr', 'fr']);
  assert.equal(second.failed, 'es');
  const last = await load(['es', 'fr', 'en'], 'start', files('en'));
  assert.deepEqual([last.language, last.failed], ['en', 'es']);
  await assert.rejects(load(['es', 'en'], 'start', files('pt')), TypeError);
});

test('dates and numbers are written as the browser has them, if it speaks the page’s language', () => {
  assert.equal(localeOf('en', ['en-GB', 'en']), 'en-GB');
  assert.equal(localeOf('es', ['en-US', 'es-MX', 'es']), 'es-MX');
  assert.equal(localeOf('fr', ['en-US']), 'fr');
});
