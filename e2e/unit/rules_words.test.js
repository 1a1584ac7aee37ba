import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { rulesInWords } from '../../static/js/format/rules.js';
import { words } from '../../static/js/i18n/en.js';
import { words as later } from '../../static/js/i18n/en_later.js';
import { FIVE_UP } from './samples.js';

/** @import { Options } from '../../static/js/protocol.js' */

/** @param {Partial<Options>} changes */
const page = (changes) =>
  rulesInWords({ ...FIVE_UP, ...changes })
    .flatMap(({ heading, lines }) => [heading, ...lines])
    .join('\n');

/**
 * For every option two values that must read differently, and what else they need.
 * @type {[Partial<Options>, Partial<Options>][]}
 */
const PAIRS = [
  [{ variant: 'block' }, { variant: 'draw' }],
  [{ variant: 'all_fives' }, { variant: 'fives_and_threes' }],
  [{ seating: 'two' }, { seating: 'three' }],
  [{ seating: 'four' }, { seating: 'partners' }],
  [{ hand_size: 7 }, { hand_size: 9 }],
  [{ target: 100 }, { target: 150 }],
  [{ spinner: true }, { spinner: false }],
  [{ point_unit: 'pips' }, { point_unit: 'fives' }],
  [{ opening: 'highest_double' }, { opening: 'lot' }],
  [{ no_double: 'heaviest_tile' }, { no_double: 'redeal' }],
  [{ next_lead: 'winner' }, { next_lead: 'rotate' }],
  [{ next_lead: 'rotate' }, { next_lead: 'opening' }],
  [{ after_block: 'same' }, { after_block: 'opening' }],
  [{ reserve: 0 }, { reserve: 2 }],
  [{ reserve: 1 }, { reserve: 2 }],
  [{ blocked_score: 'opponents_total' }, { blocked_score: 'difference' }],
  [{ exact_target: false }, { exact_target: true }],
  [{ going_out_point: false }, { going_out_point: true }],
  [{ calls: 'automatic' }, { calls: 'muggins' }],
];

test('every option changes the rules page', () => {
  const covered = new Set(PAIRS.flatMap(([one]) => Object.keys(one)));
  assert.deepEqual([...covered].sort(), Object.keys(FIVE_UP).sort());
  for (const [one, other] of PAIRS) {
    assert.notEqual(page(one), page(other), JSON.stringify([one, other]));
  }
});

test('a rules page has no empty place and no key in it', () => {
  for (const changes of PAIRS.flat()) {
    assert.doesNotMatch(page(changes), /[{}]|rules\.\w/, JSON.stringify(changes));
  }
});

test('what means nothing is not told', () => {
  assert.doesNotMatch(page({ opening: 'lot' }), /double, the heaviest/);
  assert.doesNotMatch(page({ variant: 'block', reserve: 2 }), /never drawn/);
  assert.match(page({ going_out_point: true }), /A blocked round scores nothing/);
  assert.doesNotMatch(page({ going_out_point: true }), /lightest hand/);
});

test('every option, value and error code of the protocol has words', () => {
  const types = readFileSync('static/js/protocol.d.ts', 'utf8');
  const known = { ...words, ...later };
  const codes = types.match(/export type ErrorCode =.*?^export /ms)?.[0].match(/"\w+"/g) ?? [];
  assert.ok(codes.length > 15);
  for (const code of codes) {
    const name = code.slice(1, -1);
    // The server's own text names what is wrong with the rules.
    if (name !== 'bad_rules') assert.ok(`error.${name}` in known, name);
  }
  for (const option of Object.keys(FIVE_UP)) assert.ok(`option.${option}` in known, option);
});
