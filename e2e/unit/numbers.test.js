import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { scoresOf, signed } from '../../static/js/format/scores.js';
import { t } from '../../static/js/i18n/index.js';
import { codes, messagesOf } from '../words.js';

test('there is one minus sign, and one dash between scores', () => {
  assert.deepEqual([12, 0, -5, -1600].map(signed), ['+12', '0', '−5', '−1,600']);
  assert.equal(scoresOf([52, 41]), '52\u00a0–\u00a041');
  assert.equal(scoresOf([52, -5]), '52\u00a0–\u00a0−5');
  assert.equal(t('count.points', { n: -5 }), '−5 points');
  assert.equal(scoresOf([10, 0, 25]), '10\u00a0–\u00a00\u00a0–\u00a025');
});

test('no text writes a score or a negative number in another way', () => {
  // The French put a space that doesn't break before a colon; tiles are named "6-4".
  const other = /\d:\d|\d : \d|\}\} : \{\{|\d - \d|\}\} ?- ?\{\{|(^|[ (])-\d|\d—\d/;
  for (const code of codes) {
    for (const [key, text] of Object.entries(messagesOf(code))) {
      assert.doesNotMatch(text, other, `${code}, ${key}`);
    }
  }
});

test('no module makes scores or signs of its own', () => {
  const own = /\} [:–—-] \$\{|signDisplay|['"`][−-]\$\{|join\(['"`](\s?[–—-]\s?| : )['"`]\)/;
  const files = readdirSync('static/js', { recursive: true, encoding: 'utf8' });
  const written = files.filter((file) => /^(format|views|records|people)\/.*\.js$/.test(file));
  assert.ok(written.length > 100);
  for (const file of written.filter((one) => one !== 'format/scores.js')) {
    for (const [i, line] of readFileSync(`static/js/${file}`, 'utf8').split('\n').entries()) {
      // Groups of a code are no numbers.
      if (!line.includes('groupsOf(')) assert.doesNotMatch(line, own, `${file}:${i + 1}`);
    }
  }
});
