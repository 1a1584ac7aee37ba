import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  isRightToLeft,
  nameAt,
  nameOf,
  namesOf,
  personName,
} from '../../static/js/format/names.js';
import { sentences } from '../../static/js/games/line/words.js';
import { codes, messagesOf } from '../words.js';
import { room } from './line.js';

/** The words that no name may imitate, as the server reads them. */
const RESERVED = readFileSync('crates/people/src/identity/reserved.txt', 'utf8');

/** @param {'computer' | 'mark' | 'guest'} kind */
const reserved = (kind) =>
  RESERVED.split('\n').flatMap((line) => (line.startsWith(`${kind} `) ? line.split(' ')[1] : []));

/** What a text says beside the name or the number in it. @param {string} text */
const wordIn = (text) =>
  text
    .replace(/\{\{\w+\}\}|[()…]/g, '')
    .trim()
    .toLowerCase();

test('what the client calls bots, computers and guests can’t be imitated in any language', () => {
  for (const code of codes) {
    const words = messagesOf(code);
    const marks = [words['seat.bot'], ...levels(words)].map(wordIn);
    for (const mark of marks) assert.ok(reserved('mark').includes(mark), `${code}: ${mark}`);
    const computer = wordIn(words['seat.give_to_computer']);
    assert.ok(reserved('computer').includes(computer), `${code}: ${computer}`);
    const guest = wordIn(words['name.guest']);
    assert.ok(reserved('guest').includes(guest), `${code}: ${guest}`);
  }
});

/** How strong computer players are. @param {Record<string, string>} words */
function levels(words) {
  const keys = Object.keys(words).filter((key) => key.startsWith('level.'));
  assert.ok(keys.length > 0);
  return keys.map((key) => words[key]);
}

test('no two people at a table are called the same', () => {
  const computer = { name: 'Computer', computer: /** @type {const} */ ('club') };
  const named = (/** @type {string[]} */ ...names) => namesOf(names.map((name) => ({ name })));
  assert.deepEqual(named('Ada', 'Ada', 'Ada'), ['Ada', 'Ada (2)', 'Ada (3)']);
  assert.deepEqual(named('Ada', 'Ada (2)', 'Ada'), ['Ada', 'Ada (2)', 'Ada (3)']);
  assert.deepEqual(named('Ada', 'ADA', 'Ａｄａ'), ['Ada', 'ADA (2)', 'Ａｄａ (3)']);
  assert.deepEqual(named('C++', 'C++\u200e'), ['C++', 'C++\u200e (2)']);
  assert.deepEqual(namesOf([{ name: 'Ada' }, computer, null]), ['Ada', 'Ada (2)', '']);
  const entrant = { ...computer, name: 'Computer 9' };
  assert.deepEqual(namesOf([{ name: 'Ana' }, entrant]), ['Ana', 'Leo (2)']);
});

test('watchers are told from the players, and from each other', () => {
  const ada = (/** @type {string} */ pseudonym) => ({ pseudonym, name: 'Ada' });
  const seats = [{ ...ada('seated'), ready: false, host: true }, null];
  const company = { room: { ...room(), seats }, chat: [ada('first'), ada('second'), ada('first')] };
  const named = (/** @type {string} */ who) => personName(company, ada(who));
  assert.deepEqual(['seated', 'first', 'second', 'asks'].map(named), [
    'Ada',
    'Ada (2)',
    'Ada (3)',
    'Ada (4)',
  ]);
});

test('a name of a right-to-left script leaves the order of a sentence alone', () => {
  for (const name of ['דוד', 'مريم', 'Ann דוד']) {
    assert.equal(nameOf({ name }), `\u2068${name}\u2069`);
  }
  assert.equal(nameOf({ name: 'Ann', bot: true }), 'Ann (bot)');
  assert.equal(nameOf({ name: 'דוד', bot: true }), '\u2068דוד\u2069 (bot)');
  assert.deepEqual(['דוד', '!مريم', 'Ann דוד', '7'].map(isRightToLeft), [true, true, false, false]);
  const table = { ...room(), seats: room().seats.map((seat) => seat && { ...seat, name: 'דוד' }) };
  assert.equal(nameAt(table, 1), '\u2068דוד\u2069 (2)');
  const [passed] = sentences([{ type: 'passed', seat: 0 }], table);
  assert.equal(passed.text, '\u2068דוד\u2069 passes.');
});
