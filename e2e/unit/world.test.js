/** The games of the world: what the create dialog makes of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf } from '../../static/js/catalogue.js';
import {
  chooseNamed,
  choosePreset,
  chooseSeating,
  createTableBody,
  lengthsOf,
  newForm,
  numbersOf,
  optionsOf,
  presetOf,
  rangeOf,
  rememberedForm,
  seatingsOf,
  withOption,
} from '../../static/js/create_model.js';
import { notationInWords, presetIn } from '../../static/js/format/notation.js';
import { fullOptions } from '../../static/js/format/options.js';
import { placedName } from '../../static/js/format/places.js';
import { isOfTheWorld, WORLD_GAMES } from '../../static/js/format/world_games.js';
import { termsOf } from '../../static/js/views/create_form.js';
import { codes, messagesOf } from '../words.js';
import { FIVE_UP } from './line.js';

/** @typedef {import('../../static/js/protocol.js').LineCatalogue} Catalogue */
/** @typedef {import('../../static/js/protocol.js').LineOptions} Options */
/** @typedef {import('../../static/js/protocol.js').Seating} Seating */

const SEATINGS = /** @type {const} */ (['two', 'three', 'four', 'partners']);

/**
 * @param {string} name
 * @param {Options} rules
 * @param {number[]} targets
 * @param {Partial<Record<Seating, Partial<Options>>>} offered what is otherwise with these seatings
 * @returns {Catalogue['presets'][number]}
 */
const preset = (name, rules, targets, offered) => ({
  name,
  notation: name,
  rules,
  targets,
  hand_sizes: [rules.hand_size],
  love_offered: name === 'Cut-Throat',
  seatings: SEATINGS.map((seating) => {
    const own = { ...rules, ...offered[seating], seating };
    const { hand_size, reserve } = own;
    return {
      seating,
      offered: seating in offered,
      hand_size,
      reserve,
      rules: own,
      hand_sizes: [hand_size],
    };
  }),
});

/** @type {Options} */
const BLOCK = { ...FIVE_UP, variant: 'block', spinner: false, target: 100 };

/** @type {Options} */
const QUINIENTOS = {
  ...BLOCK,
  seating: 'partners',
  target: 500,
  turns: 'counter_clockwise',
  hands: 'all',
  finish: { plain: 0, double: 0, both: 100, double_both: 0, blocked: 0 },
  double_blank: 100,
  round_bonus: [100, 75, 50, 25],
};

/** @type {Options} */
const CUT_THROAT = {
  ...BLOCK,
  seating: 'four',
  target: 6,
  hands: 'none',
  finish: { plain: 1, double: 1, both: 1, double_both: 1, blocked: 1 },
};

/** @type {Catalogue} */
const LINE = {
  presets: [
    preset('Block', BLOCK, [50, 100], { two: {}, three: {}, four: {}, partners: {} }),
    preset('Quinientos', QUINIENTOS, [500], { partners: {} }),
    preset('Cut-Throat', CUT_THROAT, [3, 6, 10], {
      two: { hand_size: 14 },
      three: { hand_size: 9, tile_set: 'no_double_blank' },
      four: {},
    }),
  ],
  options: [
    { name: 'variant', kind: { type: 'choice', values: ['block', 'draw', 'all_fives'] } },
    { name: 'seating', kind: { type: 'choice', values: [...SEATINGS] } },
    { name: 'hand_size', kind: { type: 'number', min: 3, max: 14 } },
    { name: 'target', kind: { type: 'number', min: 1, max: 1000 } },
    {
      name: 'tile_set',
      kind: { type: 'choice', values: ['double_six', 'no_double_blank', 'double_nine'] },
    },
    { name: 'redeal_doubles', kind: { type: 'number', min: 0, max: 10 } },
    {
      name: 'finish',
      kind: {
        type: 'numbers',
        fields: ['plain', 'double', 'both', 'double_both', 'blocked'],
        max: 100,
      },
      applies: [{ option: 'variant', values: ['block', 'draw'] }],
    },
    {
      name: 'round_bonus',
      kind: { type: 'list', length: 4, max: 200 },
      applies: [{ option: 'variant', values: ['block', 'draw'] }],
    },
  ],
  seatings: [
    { seating: 'two', seats: 2, hand_size_max: 14 },
    { seating: 'three', seats: 3, hand_size_max: 9 },
    { seating: 'four', seats: 4, hand_size_max: 7 },
    { seating: 'partners', seats: 4, hand_size_max: 7 },
  ],
  tile_sets: [
    { tile_set: 'double_six', tiles: 28 },
    { tile_set: 'no_double_blank', tiles: 27 },
    { tile_set: 'double_nine', tiles: 55 },
  ],
};

const CATALOGUE = catalogueOf({ line: LINE });
const FRESH = newForm(CATALOGUE, 'link');
const PUERTO_RICO = choosePreset(CATALOGUE, FRESH, 'Quinientos');
const JAMAICA = choosePreset(CATALOGUE, FRESH, 'Cut-Throat');

/** What an option of this catalogue can be with these rules. @param {string} name @param {Partial<Options>} rules */
function numbers(name, rules) {
  const option = LINE.options.find((one) => one.name === name);
  assert.ok(option);
  const [{ game }] = CATALOGUE.presets;
  const range = rangeOf(game, option, fullOptions({ ...BLOCK, ...rules }));
  return range && numbersOf(game, name, range);
}

test('a game of the world is asked for as it is played at home', () => {
  assert.deepEqual(createTableBody(CATALOGUE, PUERTO_RICO).rules, {
    line: fullOptions(QUINIENTOS),
  });
  assert.deepEqual(seatingsOf(CATALOGUE, PUERTO_RICO), ['partners']);
  const lengths = lengthsOf(presetOf(CATALOGUE, JAMAICA));
  assert.deepEqual(
    lengths.map(({ target }) => target),
    [3, 6, 10],
  );
});

test('hand and tiles are those of the seating', () => {
  const dealt = (/** @type {Seating} */ seating) => {
    const { hand_size, tile_set } = optionsOf(
      CATALOGUE,
      chooseSeating(CATALOGUE, JAMAICA, seating),
    );
    return [hand_size, tile_set];
  };
  assert.deepEqual(dealt('two'), [14, 'double_six']);
  assert.deepEqual(dealt('three'), [9, 'no_double_blank']);
  assert.deepEqual(dealt('four'), [7, 'double_six']);
});

test('the way back to the games of everywhere keeps the seats', () => {
  const back = chooseNamed(CATALOGUE, PUERTO_RICO, 'Block');
  assert.equal(back.preset, 'Block');
  assert.deepEqual(back.changes, { seating: 'partners' });
});

test('numbers that belong together are one option, and what equals the preset is no change', () => {
  const more = { plain: 0, double: 50, both: 100, double_both: 0, blocked: 0 };
  const changed = withOption(CATALOGUE, PUERTO_RICO, 'finish', more);
  assert.deepEqual(optionsOf(CATALOGUE, changed).finish, more);
  const back = withOption(CATALOGUE, changed, 'finish', { ...more, double: 0 });
  assert.deepEqual(back.changes, {});
  const fives = withOption(CATALOGUE, PUERTO_RICO, 'variant', 'all_fives');
  assert.deepEqual(optionsOf(CATALOGUE, fives).round_bonus, [0, 0, 0, 0]);
});

test('what was chosen last comes back only if it is possible', () => {
  const good = { preset: 'Quinientos', changes: { round_bonus: [1, 2, 3, 4] } };
  assert.deepEqual(rememberedForm(CATALOGUE, 'link', good), { ...PUERTO_RICO, ...good });
  const finish = { plain: 1, double: 1, both: 1, double_both: 1, blocked: 1 };
  for (const changes of [
    { round_bonus: [1, 2, 3] },
    { round_bonus: [1, 2, 3, 201] },
    { round_bonus: 7 },
    { finish: { plain: 1 } },
    { finish: { ...finish, plain: '1' } },
    { finish: { ...finish, stakes: 1 } },
    { finish: null },
  ]) {
    const form = rememberedForm(CATALOGUE, 'link', { preset: 'Quinientos', changes });
    assert.deepEqual(form.changes, {}, JSON.stringify(changes));
  }
});

test('hands and new deals are offered as far as the tiles go', () => {
  assert.equal(numbers('hand_size', { seating: 'two' })?.at(-1), 14);
  assert.equal(numbers('hand_size', { seating: 'three' })?.at(-1), 9);
  assert.equal(numbers('hand_size', { seating: 'four', tile_set: 'double_nine' })?.at(-1), 13);
  assert.deepEqual(numbers('redeal_doubles', { hand_size: 7 }), [0, 4, 5, 6, 7]);
  assert.deepEqual(numbers('redeal_doubles', { hand_size: 5 }), [0, 4, 5]);
  assert.deepEqual(numbers('redeal_doubles', { hand_size: 3 }), [0]);
  assert.deepEqual(numbers('redeal_doubles', { hand_size: 14 }), [0]);
  const nine = numbers('redeal_doubles', { hand_size: 10, tile_set: 'double_nine' });
  assert.equal(nine?.at(-1), 10);
});

test('a game of the world is named by its place, and rounds that count one are won', () => {
  assert.equal(placedName('Quinientos'), 'Puerto Rico: Quinientos');
  assert.equal(placedName('Block'), 'Block');
  assert.equal(termsOf(CATALOGUE, PUERTO_RICO).name, 'Puerto Rico: Quinientos');
  assert.match(termsOf(CATALOGUE, PUERTO_RICO).about, /First to 500 points/);
  assert.match(termsOf(CATALOGUE, JAMAICA).about, /First to 6 wins/);
});

test('short notation of the new options is told in words', () => {
  assert.equal(presetIn('Cuban Double-Nine 100 · love'), 'Cuban Double-Nine');
  assert.equal(
    notationInWords(
      "Brazilian Pairs 6 · 6 tiles · finish 1/2/3/6/1 · redeal at 4 doubles · opponents' hands",
    ),
    'Brazilian Pairs to 6 · 6 tiles · finish 1/2/3/6/1 · redeal at 4 doubles · opponents’ hands',
  );
  assert.equal(notationInWords('Kozel 101 · stakes 7'), 'Kozel to 101 · stakes 7');
});

test('every game of the world has its place, its name and its sentence in every language', () => {
  const presets = WORLD_GAMES.map(({ preset }) => preset);
  assert.equal(presets.length, 12);
  assert.ok(presets.every(isOfTheWorld));
  assert.ok(!isOfTheWorld('Block'));
  for (const code of codes) {
    const words = messagesOf(code);
    for (const name of presets) {
      assert.ok(words[`preset_name.${name}`] && words[`preset.${name}`], `${code} ${name}`);
    }
  }
  for (const name of presets) assert.match(placedName(name), /^[^:]+: /);
});
