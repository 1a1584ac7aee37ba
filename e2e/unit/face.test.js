import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { faceOf } from '../../static/js/face.js';

test('a name has the same face each time', () => {
  assert.deepEqual(faceOf('Ana'), faceOf('Ana'));
  assert.notDeepEqual(faceOf('Ana'), faceOf('Ben'));
});

test('faces differ, and every part of them is used', () => {
  const faces = Array.from({ length: 2000 }, (_, i) => faceOf(`Guest ${1000 + i}`));
  const different = new Set(faces.map((face) => JSON.stringify(face)));
  assert.ok(different.size > 1700, String(different.size));
  for (const [part, count] of Object.entries({
    ground: 6,
    skin: 5,
    hair: 5,
    cloth: 5,
    head: 6,
    mouth: 3,
    glasses: 2,
  })) {
    const used = faces.map((face) => face[/** @type {keyof (typeof faces)[0]} */ (part)]);
    assert.equal(new Set(used).size, count, part);
  }
});

test('the colours of faces are tokens', () => {
  const tokens = readFileSync('static/css/tokens.css', 'utf8');
  const code = readFileSync('static/js/face.js', 'utf8');
  for (const [name] of code.matchAll(
    /(?<=')(ground|skin|hair|cloth)-(one|two|three|four|five|six)/g,
  ))
    assert.match(tokens, new RegExp(`--${name}: `));
});
