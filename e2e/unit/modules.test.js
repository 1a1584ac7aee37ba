import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { test } from 'node:test';

const ROOT = 'static/js';

const MODULES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.js'))
  .sort();

/** What a module imports as its program starts. */
const STATIC = /^(?:import|export)\b[^;']*'(\.[^']+)'/gm;
/** What it imports at any time, or takes a type from. */
const ANY = /(?:\bfrom|\bimport\(?)\s*'(\.[^']+)'/g;

/**
 * The paths below the client's root that a module imports.
 *
 * @param {string} path
 * @param {RegExp} pattern
 */
const importsOf = (path, pattern) =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(pattern)].map(([, to]) =>
    join(dirname(path), to),
  );

/** Whether a module is a view: each of the site, the table, the tiles and a game has a folder of them. @param {string} path */
const isView = (path) => /(^|\/)views\//.test(path);

/** Where the games are listed: what fetches their parts, how they are chosen, and their pictures. */
const LISTS = ['games/index.js', 'games/forms.js', 'games/pictures.js'];

/** The entry point, and the lists. */
const ENTRIES = ['app.js', ...LISTS];

test('only views and the entry point import views, types included', () => {
  const lower = MODULES.filter((path) => !isView(path) && !ENTRIES.includes(path));
  const upward = lower.flatMap((path) =>
    importsOf(path, ANY)
      .filter((to) => isView(to))
      .map((to) => `${path} imports ${to}`),
  );
  assert.deepEqual(upward, []);
});

/** A module that belongs to a game, or to those that have tiles. @param {string} path */
const isOfGames = (path) => /^(games|tiles)\//.test(path);

/** What is in a game of tiles, and what its server tells of a round. */
const OF_A_GAME =
  /\b(arms?|pips|spinner|joints?)\b|\bview\??\.(board|layout|own|history|round_scores)\b|'(gave_lead|scored|overshot|fell_short|drew|passed|time_called)'|\bevent\.type ===/;

test('only a game names what is in it, looks into its views, or asks what an event is', () => {
  const naming = MODULES.filter((path) => !isOfGames(path)).flatMap((path) => {
    const code = readFileSync(join(ROOT, path), 'utf8').replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, '');
    return code
      .split('\n')
      .filter((line) => OF_A_GAME.test(line))
      .map((line) => `${path}: ${line.trim()}`);
  });
  assert.deepEqual(naming, []);
});

/** Where the options of the line's games are written down. */
const OPTIONS = 'format/options.js';

test('only a game reads options of a game', () => {
  const READS = /\brules\??\.line\b|\brules: \{ line\b(?!:)|\bfullOptions\b/;
  const reading = MODULES.filter((path) => !isOfGames(path) && path !== OPTIONS).filter(
    (path) =>
      READS.test(readFileSync(join(ROOT, path), 'utf8')) || importsOf(path, ANY).includes(OPTIONS),
  );
  assert.deepEqual(reading, []);
});

test('only the lists of games import a game, types included', () => {
  const importing = MODULES.filter((path) => !LISTS.includes(path)).flatMap((path) =>
    importsOf(path, ANY)
      .filter(
        (to) => /^games\/\w+\//.test(to) && !path.startsWith(dirname(to).split('/', 2).join('/')),
      )
      .map((to) => `${path} imports ${to}`),
  );
  assert.deepEqual(importing, []);
});

test('no module imports itself through others', () => {
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} path @param {string[]} importers */
  function visit(path, importers) {
    assert.ok(!importers.includes(path), [...importers, path].join(' imports '));
    if (done.has(path) || !MODULES.includes(path)) return;
    for (const to of importsOf(path, STATIC)) visit(to, [...importers, path]);
    done.add(path);
  }
  for (const path of MODULES) visit(path, []);
  assert.equal(done.size, MODULES.length);
});

/** The modules that are there with a module. @param {string} path @param {Set<string>} [found] */
function closureOf(path, found = new Set()) {
  if (!MODULES.includes(path) || found.has(path)) return found;
  found.add(path);
  for (const to of importsOf(path, STATIC)) closureOf(to, found);
  return found;
}

/** The style sheets that a style sheet consists of. @param {string} sheet */
const sheetsOf = (sheet) =>
  [...readFileSync(`static/css/${sheet}`, 'utf8').matchAll(/^@import "\.\/(.*)";$/gm)].map(
    ([, to]) => to,
  );

/** The classes that a style sheet styles, with the sheets that it imports. @param {string} sheet @returns {Set<string>} */
const classesOf = (sheet) =>
  new Set(
    [sheet, ...sheetsOf(sheet)].flatMap((one) =>
      [...readFileSync(`static/css/${one}`, 'utf8').matchAll(/\.([a-z][\w-]*)/g)].map(
        ([, name]) => name,
      ),
    ),
  );

test('a program that is fetched brings the style sheet of what it shows, or its reader has it', () => {
  const READS = /\bimport\('(\..*?)'\)/g;
  const LATE = ['later', 'match', 'line', 'people', 'records', 'tournaments', 'accounts'];
  const fetched = [...new Set(MODULES.flatMap((path) => importsOf(path, READS)))].filter((path) =>
    MODULES.includes(path),
  );
  const first = closureOf('app.js');
  const closures = new Map(fetched.map((path) => [path, closureOf(path)]));
  const source = (/** @type {string} */ path) => readFileSync(join(ROOT, path), 'utf8');
  /** @param {string} sheet @param {string} path @param {string[]} [readers] @returns {boolean} */
  function has(sheet, path, readers = []) {
    const loads = (/** @type {string} */ one) => source(one).includes(`'css/${sheet}.css'`);
    if (readers.includes(path) || [...(closures.get(path) ?? [])].some(loads)) return true;
    return MODULES.filter((one) => importsOf(one, READS).includes(path)).every((one) => {
      const programs = fetched.filter((program) => closures.get(program)?.has(one));
      const isLater =
        !first.has(one) && programs.every((each) => has(sheet, each, [...readers, path]));
      const isBeside = importsOf(one, READS).some((to) => MODULES.includes(to) && loads(to));
      return loads(one) || isBeside || isLater;
    });
  }
  const atOnce = classesOf('all.css');
  const late = LATE.map((sheet) => ({ sheet, classes: classesOf(`${sheet}.css`) }));
  for (const path of fetched) {
    const looks = source(path).matchAll(/\bh\(\s*'[a-z0-9]+\.([\w.-]+)'|class: '([\w -]+)'/g);
    for (const name of [...looks].flatMap(([, look, list]) => (look ?? list).split(/[. ]/))) {
      const styling = late.filter(({ classes }) => classes.has(name) && !atOnce.has(name));
      const isStyled = styling.length === 0 || styling.some(({ sheet }) => has(sheet, path));
      assert.ok(isStyled, `${path} shows ${name} without ${styling.map(({ sheet }) => sheet)}.css`);
    }
  }
});

test('no module asks for a test id: they are set for tests alone', () => {
  const ASKS = /\[data-testid|dataset\.testid|Attribute\(\s*'data-testid'|testid\s*[!=]==/;
  const asking = MODULES.filter((path) => ASKS.test(readFileSync(join(ROOT, path), 'utf8')));
  assert.deepEqual(asking, []);
});
