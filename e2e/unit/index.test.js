import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const PAGE = readFileSync('static/index.html', 'utf8');

/** @param {RegExp} pattern with one group */
const found = (pattern) => [...PAGE.matchAll(pattern)].map((match) => match[1]);

test('every style sheet, icon and script of the page exists, and nothing is inline', () => {
  const paths = [...found(/href="([^"]+)"/g), ...found(/src="([^"]+)"/g)];
  for (const path of paths) assert.ok(existsSync(`static${path}`), path);
  const kinds = new Set(paths.map((path) => path.split('.').at(-1)));
  assert.deepEqual([...kinds].sort(), ['css', 'js', 'png', 'svg', 'webmanifest', 'woff2']);
  assert.doesNotMatch(PAGE, /<style|style=|<script(?![^>]*\bsrc=)|\son\w+=/);
});
