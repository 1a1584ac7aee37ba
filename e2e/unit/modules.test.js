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

test('only views and the entry point import views, types included', () => {
  const lower = MODULES.filter((path) => !path.startsWith('views/') && path !== 'app.js');
  const upward = lower.flatMap((path) =>
    importsOf(path, ANY)
      .filter((to) => to.startsWith('views/'))
      .map((to) => `${path} imports ${to}`),
  );
  assert.deepEqual(upward, []);
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

test('no module asks for a test id: they are set for tests alone', () => {
  const ASKS = /\[data-testid|dataset\.testid|Attribute\(\s*'data-testid'|testid\s*[!=]==/;
  const asking = MODULES.filter((path) => ASKS.test(readFileSync(join(ROOT, path), 'utf8')));
  assert.deepEqual(asking, []);
});
