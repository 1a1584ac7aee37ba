import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';

/**
 * How often the project's own rules refuse something in a file of the client.
 *
 * @param {string} code
 * @param {string} [path]
 */
function refusals(code, path = 'static/js/views/sample.js') {
  const folder = mkdtempSync(join(tmpdir(), 'boneyard-lint-'));
  const { plugins } = JSON.parse(readFileSync('biome.json', 'utf8'));
  for (const plugin of plugins) if (plugin.path) plugin.path = resolve(plugin.path);
  const own = plugins.filter((/** @type {unknown} */ plugin) => typeof plugin !== 'string');
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, plugins: own }));
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), code);
  const biome = resolve('node_modules/.bin/biome');
  const { stdout } = spawnSync(biome, ['lint', '--reporter=json', path], {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  /** @type {{ category: string }[]} */
  const diagnostics = JSON.parse(stdout).diagnostics;
  return diagnostics.filter(({ category }) => category === 'plugin').length;
}

test('the linter refuses to read the page’s own text', () => {
  const reads = [
    'const points = Number(number.textContent);',
    'if (element?.innerText === left) draw();',
    'const { nodeValue } = node;',
    'const { outerText: told } = element;',
    "parse(element['textContent']);",
    "element.textContent += ' more';",
    'if (document.title !== title) draw();',
  ];
  assert.equal(refusals(reads.join('\n')), reads.length);
  assert.equal(refusals("element.textContent = text; document.title = 'Boneyard';"), 0);
});

test('the linter lets one module alone follow the life of the page', () => {
  const listening = [
    "addEventListener('pagehide', leave);",
    "document.addEventListener('visibilitychange', look, { once: true });",
    "window.addEventListener('online', retry);",
  ];
  assert.equal(refusals(listening.join('\n')), listening.length);
  assert.equal(refusals(listening.join('\n'), 'static/js/lifecycle.js'), 0);
});
