import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf } from '../../static/js/catalogue.js';
import {
  chooseNamed,
  choosePreset,
  chooseSeating,
  createTableBody,
  isOptionUsed,
  lengthsOf,
  newForm,
  optionsOf,
  rememberedForm,
  seatCount,
  standardPresets,
  withOption,
} from '../../static/js/create_model.js';
import { fullOptions } from '../../static/js/format/options.js';
import { loadTexts } from '../../static/js/i18n/index.js';
import { termsOf } from '../../static/js/views/create_form.js';
import { FIVE_UP } from './line.js';

await loadTexts('later');

/** @typedef {import('../../static/js/protocol.js').LineCatalogue} Catalogue */
/** @typedef {import('../../static/js/protocol.js').LineOptions} Options */

/**
 * @param {string} name
 * @param {Options} rules
 * @param {number[]} hands by seating
 * @param {boolean} [party] whether it is offered for more than two
 * @returns {Catalogue['presets'][number]}
 */
const preset = (name, rules, hands, party = true) => ({
  name,
  notation: name,
  rules,
  targets: [rules.target],
  hand_sizes: [7],
  love_offered: false,
  seatings: /** @type {const} */ (['two', 'three', 'four', 'partners']).map((seating, i) => {
    const fitted = { hand_size: hands[i], reserve: i === 0 ? rules.reserve : 1 };
    return {
      seating,
      offered: party || i === 0,
      ...fitted,
      rules: { ...rules, ...fitted, seating },
      hand_sizes: [hands[i]],
    };
  }),
});

/** @type {Catalogue} */
const LINE = {
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
      applies: [{ option: 'variant', values: ['all_fives'] }],
    },
    {
      name: 'reserve',
      kind: { type: 'number', min: 0, max: 2 },
      applies: [{ option: 'variant', values: ['draw', 'all_fives'] }],
    },
    { name: 'going_out_point', kind: { type: 'flag' } },
    {
      name: 'blocked_score',
      kind: { type: 'choice', values: ['opponents_total', 'difference'] },
      applies: [{ option: 'going_out_point', values: [false] }],
    },
  ],
  seatings: [
    { seating: 'two', seats: 2, hand_size_max: 9 },
    { seating: 'three', seats: 3, hand_size_max: 9 },
    { seating: 'four', seats: 4, hand_size_max: 7 },
    { seating: 'partners', seats: 4, hand_size_max: 7 },
  ],
  tile_sets: [{ tile_set: 'double_six', tiles: 28 }],
};

const CATALOGUE = catalogueOf({ line: LINE });
const FORM = newForm(CATALOGUE, 'link');

/** @param {[string, string | number | boolean][]} changes */
const changed = (...changes) =>
  changes.reduce((form, [name, value]) => withOption(CATALOGUE, form, name, value), FORM);

test('a fresh form is the first preset as it stands', () => {
  assert.deepEqual(optionsOf(CATALOGUE, FORM), fullOptions(FIVE_UP));
});

test('a preset fits itself to the seating, and a change of it forgets the old hand size', () => {
  const party = { ...FORM, preset: 'Party Draw' };
  assert.equal(optionsOf(CATALOGUE, party).reserve, 2);
  const pairs = withOption(CATALOGUE, party, 'seating', 'partners');
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
  const catalogue = offered(preset('Pub', pub, [7, 7, 7, 7]));
  assert.deepEqual(optionsOf(catalogue, newForm(catalogue, 'link')), fullOptions(pub));
  const out = optionsOf(CATALOGUE, changed(['going_out_point', true]));
  const blocked = LINE.options.find(({ name }) => name === 'blocked_score');
  assert.ok(blocked);
  assert.equal(isOptionUsed(blocked, out), false);
});

test('what equals the preset is no change, and kept seats stay within the table', () => {
  assert.deepEqual(changed(['target', 200], ['target', 150]).changes, {});
  const four = { ...changed(['seating', 'four']), kept: 3 };
  assert.equal(withOption(CATALOGUE, four, 'seating', 'two').kept, 1);
});

const DRAW = { ...FIVE_UP, variant: /** @type {const} */ ('draw'), spinner: false, target: 100 };

/** @param {...Catalogue['presets'][number]} presets */
const offered = (...presets) => catalogueOf({ line: { ...LINE, presets } });

/** Two games, of which one has a preset for more players. */
const GAMES = offered(
  preset('Draw', DRAW, [7, 7, 7, 7], false),
  preset('Five-Up', FIVE_UP, [7, 7, 7, 7], false),
  preset('Quick Draw', { ...DRAW, target: 50 }, [7, 7, 7, 7], false),
  preset('Party Draw', { ...DRAW, reserve: 2 }, [7, 5, 5, 5]),
);
const NEWCOMER = newForm(GAMES, 'link');

/** @param {import('../../static/js/create_model.js').Form} form */
const chosen = (form) => {
  const { variant, seating, target } = optionsOf(GAMES, form);
  return [form.preset, variant, seating, target];
};

test('a game is its first preset, and the seating that was chosen stays', () => {
  assert.deepEqual(
    standardPresets(GAMES).map(({ name }) => name),
    ['Draw', 'Five-Up'],
  );
  const pairs = chooseSeating(GAMES, NEWCOMER, 'partners');
  assert.deepEqual(chosen(pairs), ['Party Draw', 'draw', 'partners', 100]);
  const fives = chooseNamed(GAMES, pairs, 'Five-Up');
  assert.deepEqual(chosen(fives), ['Five-Up', 'all_fives', 'partners', 150]);
  const back = chooseSeating(GAMES, chooseNamed(GAMES, fives, 'Draw'), 'two');
  assert.deepEqual(chosen(back), ['Draw', 'draw', 'two', 100]);
});

test('rules that were chosen by their name stay with another seating', () => {
  const quick = choosePreset(GAMES, NEWCOMER, 'Quick Draw');
  const four = chooseSeating(GAMES, quick, 'four');
  assert.deepEqual(chosen(four), ['Quick Draw', 'draw', 'four', 50]);
});

test('a match is as long in another game, and a target of one’s own is that game’s', () => {
  const targets = (/** @type {number} */ target) => {
    const { presets } = offered(preset('', { ...DRAW, target }, [7, 7, 7, 7]));
    return lengthsOf(presets[0]).map((one) => one.target);
  };
  assert.deepEqual(targets(150), [75, 150, 300]);
  assert.deepEqual(targets(61), [31, 61, 121]);
  const long = withOption(GAMES, NEWCOMER, 'target', 200);
  assert.deepEqual(chosen(chooseNamed(GAMES, long, 'Five-Up')).at(-1), 300);
  const own = withOption(GAMES, NEWCOMER, 'target', 42);
  assert.deepEqual(chosen(chooseNamed(GAMES, own, 'Five-Up')).at(-1), 150);
});

test('what was chosen last comes back as far as the server knows it', () => {
  const last = {
    ...withOption(GAMES, chooseSeating(GAMES, NEWCOMER, 'four'), 'target', 20),
    clock: 'move30',
    cap: 30,
    kept: 2,
    bots: false,
  };
  const { access, ...stored } = last;
  assert.equal(access, 'link');
  assert.deepEqual(rememberedForm(GAMES, 'public', JSON.parse(JSON.stringify(stored))), {
    ...last,
    access: 'public',
  });
  const odd = {
    preset: 'Draw',
    changes: { target: 5000, hand_size: 'many', going_out_point: true, stakes: 3 },
    kept: 9,
    level: 'god',
    clock: 'toString',
    cap: 7,
    over_days: 'yes',
    days: 5,
    holiday: 400,
    hints: 1,
  };
  assert.deepEqual(rememberedForm(GAMES, 'link', odd), {
    ...NEWCOMER,
    changes: { going_out_point: true },
    kept: 1,
  });
  for (const nothing of [undefined, null, 7, 'Draw', { preset: 'Tomorrow', clock: 'move15' }]) {
    assert.deepEqual(rememberedForm(GAMES, 'link', nothing), NEWCOMER);
  }
});

test('one sentence says what a form stands for', () => {
  assert.deepEqual(termsOf(GAMES, NEWCOMER), {
    name: 'Draw',
    about: 'If you can’t play, you draw from the boneyard. First to 100 points, no clock.',
  });
  const other = { ...withOption(GAMES, NEWCOMER, 'hand_size', 5), clock: 'bank180' };
  assert.match(
    termsOf(GAMES, other).about,
    /First to 100 points, 3 min \+ 2 s for each player\. Changed: Tiles in a hand\.$/,
  );
});

test('the longest time of a match is told, and asked for', () => {
  const capped = { ...NEWCOMER, cap: 30 };
  assert.match(termsOf(GAMES, capped).about, /After 30 min the round is finished/);
  assert.equal(createTableBody(GAMES, capped).time_cap, 30);
  assert.ok(!('time_cap' in createTableBody(GAMES, NEWCOMER)));
});

test('a table over days has a clock of its own, and no cap', () => {
  const slow = { ...NEWCOMER, over_days: true, days: 3, cap: 30, clock: 'move15' };
  const { clock, time_cap } = createTableBody(GAMES, slow);
  assert.deepEqual([clock, time_cap], [{ type: 'days', days: 3, holiday: 7 }, undefined]);
  assert.match(termsOf(GAMES, slow).about, /First to 100 points, 3 days for each move\.$/);
  const remembered = rememberedForm(GAMES, 'computer', slow);
  assert.equal(remembered.over_days, false, 'computer players take no days');
});

test('Muggins is what points are called in, and the server’s preset without calls has another name', () => {
  const party = { ...FIVE_UP, target: 61, spinner: false };
  const catalogue = offered(preset('Muggins', party, [7, 5, 5, 5]));
  const form = newForm(catalogue, 'link');
  assert.equal(termsOf(catalogue, form).name, 'Muggins, automatic scoring');
  const called = { ...form, changes: { calls: 'muggins' } };
  const { name, about } = termsOf(catalogue, called);
  assert.equal(name, 'Muggins');
  assert.match(about, /you must say it: what you miss, an opponent may take\. First to 61 points/);
});
