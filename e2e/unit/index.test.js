import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';

const PAGE = readFileSync('static/index.html', 'utf8');

/** @param {RegExp} pattern with one group */
const found = (pattern) => [...PAGE.matchAll(pattern)].map((match) => match[1]);

/**
 * A module and all that it needs at once.
 * @param {string} file
 * @param {Set<string>} seen
 */
function needs(file, seen) {
  if (seen.has(file)) return;
  seen.add(file);
  const source = readFileSync(`static${file}`, 'utf8');
  for (const [, path] of source.matchAll(/^(?:import|export)\b[^;]*?'(\.[^']+)';/gm)) {
    needs(posix.join(posix.dirname(file), path), seen);
  }
}

test('the page fetches ahead every module that it needs, and no other', () => {
  /** @type {Set<string>} */
  const seen = new Set();
  needs('/js/app.js', seen);
  seen.delete('/js/app.js');
  assert.deepEqual(found(/rel="modulepreload" href="([^"]+)"/g).sort(), [...seen].sort());
});

test('every style sheet and icon of the page exists, and nothing is inline', () => {
  for (const path of found(/href="([^"]+)"/g)) assert.ok(existsSync(`static${path}`), path);
  assert.doesNotMatch(PAGE, /<style|style=|<script(?![^>]*\bsrc=)|\son\w+=/);
});
