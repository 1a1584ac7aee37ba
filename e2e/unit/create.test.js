import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applies, change, freshForm, optionsOf, seatCount } from '../../static/js/create_model.js';
import { FIVE_UP } from './samples.js';

/** @typedef {import('../../static/js/protocol.js').Catalogue} Catalogue */
/** @typedef {import('../../static/js/protocol.js').Options} Options */

/** @param {string} name @param {Options} rules @param {number[]} hands @returns {Catalogue['presets'][number]} */
const preset = (name, rules, hands) => ({
  name,
  notation: name,
  rules,
  targets: [rules.target],
  hand_sizes: [7],
  seatings: /** @type {const} */ (['two', 'three', 'four', 'partners']).map((seating, i) => ({
    seating,
    offered: true,
    hand_size: hands[i],
    reserve: i === 0 ? rules.reserve : 1,
  })),
});

/** @type {Catalogue} */
const CATALOGUE = {
  presets: [
    preset('Five-Up', FIVE_UP, [7, 7, 7, 7]),
    preset('Party Draw', { ...FIVE_UP, variant: 'draw', reserve: 2, spinner: false }, [7, 5, 5, 5]),
  ],
  options: [
    { name: 'variant', kind: { type: 'choice', values: ['block', 'draw', 'all_fives'] } },
    { name: 'seating', kind: { type: 'choice', values: ['two', 'three', 'four', 'partners'] } },
    { name: 'hand_size', kind: { type: 'number', min: 3, max: 9 } },
    { name: 'target', kind: { type: 'number', min: 1, max: 1000 } },
    {
      name: 'point_unit',
      kind: { type: 'choice', values: ['pips', 'fives'] },
      applies: { option: 'variant', values: ['all_fives'] },
    },
    {
      name: 'reserve',
      kind: { type: 'number', min: 0, max: 2 },
      applies: { option: 'variant', values: ['draw', 'all_fives'] },
    },
    { name: 'going_out_point', kind: { type: 'flag' } },
    {
      name: 'blocked_score',
      kind: { type: 'choice', values: ['opponents_total', 'difference'] },
      applies: { option: 'going_out_point', values: [false] },
    },
  ],
  seatings: [
    { seating: 'two', seats: 2, hand_size_max: 9 },
    { seating: 'three', seats: 3, hand_size_max: 9 },
    { seating: 'four', seats: 4, hand_size_max: 7 },
    { seating: 'partners', seats: 4, hand_size_max: 7 },
  ],
};

const FORM = freshForm(CATALOGUE, 'link');

/** @param {[string, string | number | boolean][]} changes */
const changed = (...changes) =>
  changes.reduce((form, [name, value]) => change(CATALOGUE, form, name, value), FORM);

test('a fresh form is the first preset as it stands', () => {
  assert.deepEqual(optionsOf(CATALOGUE, FORM), FIVE_UP);
});

test('a preset fits itself to the seating, and a change of it forgets the old hand size', () => {
  const party = { ...FORM, preset: 'Party Draw' };
  assert.equal(optionsOf(CATALOGUE, party).reserve, 2);
  const pairs = change(CATALOGUE, party, 'seating', 'partners');
  const options = optionsOf(CATALOGUE, pairs);
  assert.deepEqual([options.hand_size, options.reserve, options.seating], [5, 1, 'partners']);
  assert.equal(seatCount(CATALOGUE, pairs), 4);
  const back = changed(['hand_size', 9], ['seating', 'four'], ['seating', 'two']);
  assert.deepEqual(back.changes, {});
});

test('a hand is never larger than the seating allows', () => {
  const form = { ...FORM, changes: { hand_size: 9, seating: 'four' } };
  assert.equal(optionsOf(CATALOGUE, form).hand_size, 7);
});

test('what means nothing falls back to what it must be', () => {
  const fives = changed(['point_unit', 'fives'], ['variant', 'draw']);
  assert.equal(optionsOf(CATALOGUE, fives).point_unit, 'pips');
  const block = { ...FORM, preset: 'Party Draw', changes: { variant: 'block' } };
  assert.equal(optionsOf(CATALOGUE, block).reserve, 0);
  const pub = {
    ...FIVE_UP,
    going_out_point: true,
    blocked_score: /** @type {const} */ ('difference'),
  };
  const catalogue = { ...CATALOGUE, presets: [preset('Pub', pub, [7, 7, 7, 7])] };
  assert.deepEqual(optionsOf(catalogue, freshForm(catalogue, 'link')), pub);
  const out = optionsOf(CATALOGUE, changed(['going_out_point', true]));
  const blocked = CATALOGUE.options.find(({ name }) => name === 'blocked_score');
  assert.ok(blocked);
  assert.equal(applies(blocked, out), false);
});

test('what equals the preset is no change, and kept seats stay within the table', () => {
  assert.deepEqual(changed(['target', 200], ['target', 150]).changes, {});
  const four = { ...changed(['seating', 'four']), kept: 3 };
  assert.equal(change(CATALOGUE, four, 'seating', 'two').kept, 1);
});
