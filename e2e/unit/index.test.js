import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const PAGE = readFileSync('static/index.html', 'utf8');

/** @param {RegExp} pattern with one group */
const found = (pattern) => [...PAGE.matchAll(pattern)].map((match) => match[1]);

test('every style sheet and icon of the page exists, and nothing is inline', () => {
  for (const path of found(/href="([^"]+)"/g)) assert.ok(existsSync(`static${path}`), path);
  assert.doesNotMatch(PAGE, /<style|style=|<script(?![^>]*\bsrc=)|\son\w+=/);
});
