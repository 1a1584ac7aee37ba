import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandOf } from '../../static/js/table/keys.js';

const WANTED = { single: true, resting: true, moves: ['m', 'g'] };

/** @param {string} key @param {string} code @param {boolean} [shiftKey] */
const press = (key, code, shiftKey = false) => ({ key, code, shiftKey });

/** @param {string} what */
const read = (what) => ({ type: 'read', what });

/** @param {number} number of the tile, from 1 */
const tile = (number) => ({ type: 'tile', index: number - 1 });

const [HELP, NEXT, HINT] = ['help', 'next', 'hint'].map((type) => ({ type }));

const [GIVE, MUGGINS] = ['g', 'm'].map((key) => ({ type: 'move', key }));

/** What keys of keyboards mean: a sign, its place (with Shift, if it needs it), and the command. */
const KEYBOARDS = {
  QWERTY: [
    [press('e', 'KeyE'), read('board')],
    [press('E', 'KeyE', true), read('board')],
    [press('3', 'Digit3'), tile(3)],
    [press('0', 'Digit0'), tile(10)],
    [press('3', 'Numpad3'), tile(3)],
    [press('g', 'KeyG'), GIVE],
    [press('?', 'Slash', true), HELP],
    [press('#', 'Digit3', true), null],
    [press('x', 'KeyX'), null],
    [press('/', 'Slash'), null],
    [press('PageDown', 'Numpad3'), null],
  ],
  AZERTY: [
    [press('&', 'Digit1'), tile(1)],
    [press('é', 'Digit2'), tile(2)],
    [press('ç', 'Digit9'), tile(9)],
    [press('à', 'Digit0'), tile(10)],
    [press('2', 'Digit2', true), tile(2)],
    // The sign decides: "a" lies where "q" is elsewhere, "m" beside "l", and "," where "m" is elsewhere.
    [press('a', 'KeyQ'), null],
    [press('m', 'Semicolon'), MUGGINS],
    [press(',', 'KeyM'), null],
    [press('?', 'KeyM', true), HELP],
  ],
  QWERTZ: [
    [press('z', 'KeyY'), null],
    [press('n', 'KeyN'), NEXT],
    [press('ö', 'Semicolon'), null],
    [press('ß', 'Minus'), null],
    [press('?', 'Minus', true), HELP],
    [press('4', 'Digit4'), tile(4)],
    [press('$', 'Digit4', true), null],
  ],
  Czech: [
    [press('+', 'Digit1'), tile(1)],
    [press('ě', 'Digit2'), tile(2)],
    [press('Dead', 'Equal'), null],
  ],
  Turkish: [
    [press('ğ', 'KeyE'), null],
    [press('e', 'KeyJ'), read('board')],
  ],
  Dvorak: [
    [press('h', 'KeyJ'), read('hand')],
    [press('d', 'KeyH'), null],
  ],
  Cyrillic: [
    [press('р', 'KeyH'), read('hand')],
    [press('Р', 'KeyH', true), read('hand')],
    [press('у', 'KeyE'), read('board')],
    [press('ы', 'KeyS'), read('scores')],
    [press('е', 'KeyT'), read('turn')],
    [press('ш', 'KeyI'), HINT],
    [press('ч', 'KeyX'), null],
    [press('ж', 'Semicolon'), null],
    [press('?', 'Digit7', true), HELP],
    [press('5', 'Digit5'), tile(5)],
  ],
  Greek: [[press('η', 'KeyH'), read('hand')]],
  Hebrew: [[press('י', 'KeyH'), read('hand')]],
  Arabic: [
    [press('ا', 'KeyH'), read('hand')],
    [press('ى', 'KeyN'), NEXT],
    [press('١', 'Digit1'), tile(1)],
    [press('٠', 'Digit0'), tile(10)],
    [press('؟', 'Slash', true), HELP],
  ],
  Persian: [[press('۳', 'Digit3'), tile(3)]],
};

for (const [name, keys] of Object.entries(KEYBOARDS)) {
  test(`keys of a keyboard: ${name}`, () => {
    for (const [pressed, command] of keys) {
      const named = JSON.stringify(pressed);
      assert.deepEqual(commandOf(/** @type {any} */ (pressed), WANTED), command, named);
    }
  });
}

test('keys mean something only where they are wanted', () => {
  const arrow = press('ArrowLeft', 'ArrowLeft');
  assert.deepEqual(commandOf(arrow, WANTED), { type: 'hand' });
  assert.equal(commandOf(arrow, { ...WANTED, resting: false }), null);
  for (const one of [press('e', 'KeyE'), press('é', 'Digit2'), press('р', 'KeyH')]) {
    assert.equal(commandOf(one, { ...WANTED, single: false }), null);
  }
  const leaving = press('Escape', 'Escape');
  assert.deepEqual(commandOf(leaving, { ...WANTED, single: false }), { type: 'escape' });
});
