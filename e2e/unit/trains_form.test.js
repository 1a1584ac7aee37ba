/** What pages offer of Mexican Train and Chickenfoot. */
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
  numbersOf,
  optionsOf,
  presetOf,
  rangeOf,
  rememberedForm,
  seatingsOf,
  withLength,
  withOption,
} from '../../static/js/create_model.js';
import { roundInWords } from '../../static/js/format/amounts.js';
import {
  choiceFacts,
  choiceIn,
  familiesOf,
  familyAbout,
  familyInWords,
  familyPicture,
  fits,
} from '../../static/js/format/families.js';
import { minutesAt } from '../../static/js/format/minutes.js';
import { notationInWords } from '../../static/js/format/notation.js';
import { PICTURES } from '../../static/js/games/pictures.js';
import { textOrNull } from '../../static/js/i18n/index.js';
import { termsOf } from '../../static/js/views/create_form.js';
import { OFFERED } from './trains_match.js';

/** @import { Form } from '../../static/js/create_model.js' */
/** @import { OptionBody } from '../../static/js/protocol.js' */
/** @import { TrainsOptions } from '../../static/js/games/trains/types.js' */

const SEATINGS = /** @type {const} */ (['two', 'three', 'four', 'five', 'six', 'seven', 'eight']);

/** @type {Partial<TrainsOptions>} */
const NINE = { tile_set: 'double_nine', rounds: 10 };
const CHICKENFOOT = { ...NINE, game: /** @type {const} */ ('chickenfoot') };

/**
 * A preset as the server offers it.
 * @param {string} name
 * @param {number[]} hands by seats, from two on
 * @param {number[]} targets
 * @param {Partial<TrainsOptions>} changes
 * @param {(seats: number) => Partial<TrainsOptions>} [bySeats]
 */
function preset(name, hands, targets, changes, bySeats = () => ({})) {
  const seatings = SEATINGS.map((seating, i) => ({
    seating,
    offered: i < hands.length,
    rules: {
      ...OFFERED,
      ...changes,
      ...bySeats(i + 2),
      seating,
      hand_size: hands[i] ?? hands[hands.length - 1],
    },
  }));
  return { name, notation: name, rules: seatings[2].rules, targets, seatings };
}

/** @param {string} name @param {string[]} values @param {OptionBody['applies']} [applies] @returns {OptionBody} */
const choice = (name, values, applies = []) => ({
  name,
  kind: { type: 'choice', values },
  applies,
});

/** @param {string} name @param {number} min @param {number} max @param {OptionBody['applies']} [applies] @returns {OptionBody} */
const number = (name, min, max, applies = []) => ({
  name,
  kind: { type: 'number', min, max },
  applies,
});

const MEXICAN = { option: 'game', values: ['mexican_train'] };

const HANDS_TWELVE = [15, 15, 15, 12, 12, 10, 10];

const CATALOGUE = catalogueOf({
  trains: {
    presets: [
      preset('Mexican Train', HANDS_TWELVE, [7, 4, 13], {}),
      preset('Mexican Train, long start', HANDS_TWELVE, [7, 4, 13], { first_turn: 'whole_train' }),
      preset('Mexican Train, double-nine', [12, 11, 10, 7, 7, 7, 6], [10, 4, 7], NINE),
      preset('Chickenfoot', [14, 10, 7, 6, 5, 7, 6], [10, 4, 7], CHICKENFOOT, (seats) =>
        seats > 6 ? { tile_set: 'double_twelve' } : {},
      ),
      preset('Double Chickenfoot', [14, 10, 7, 6, 5], [10, 4, 7], { ...CHICKENFOOT, arms: 6 }),
    ],
    options: [
      choice('seating', [...SEATINGS]),
      choice('tile_set', ['double_twelve', 'double_nine']),
      number('hand_size', 4, 16),
      number('rounds', 1, 13),
      number('double_blank', 0, 50),
      choice('first_turn', ['one_tile', 'whole_train'], [MEXICAN]),
      choice('own_first', ['no', 'for_mexican', 'for_all'], [MEXICAN]),
      choice('double_turn', ['cover', 'free_second', 'none'], [MEXICAN]),
      choice(
        'last_double',
        ['ends', 'must_cover'],
        [MEXICAN, { option: 'double_turn', values: ['cover', 'free_second'] }],
      ),
      number('arms', 4, 8, [{ option: 'game', values: ['chickenfoot'] }]),
    ],
  },
});

const TRAIN = newForm(CATALOGUE, 'link');
const FOOT = chooseNamed(CATALOGUE, TRAIN, 'Chickenfoot');

/** @param {Form} form @returns {TrainsOptions} */
const options = (form) => /** @type {any} */ (createTableBody(CATALOGUE, form).rules).trains;

/** @param {string} name */
function option(name) {
  const found = CATALOGUE.presets[0].game.options.find((one) => one.name === name);
  assert.ok(found, name);
  return found;
}

test('a table is asked for with all options, and tiles by the number of players', () => {
  assert.deepEqual(options(TRAIN), OFFERED);
  const hands = SEATINGS.map(
    (seating) => options(chooseSeating(CATALOGUE, TRAIN, seating)).hand_size,
  );
  assert.deepEqual(hands, HANDS_TWELVE);
  const own = withOption(CATALOGUE, TRAIN, 'hand_size', 9);
  assert.equal(options(own).hand_size, 9);
  assert.equal(options(chooseSeating(CATALOGUE, own, 'six')).hand_size, 12);
});

test('seven and eight play Chickenfoot with the larger set', () => {
  const eight = options(chooseSeating(CATALOGUE, FOOT, 'eight'));
  assert.deepEqual([eight.tile_set, eight.hand_size, eight.seating], ['double_twelve', 6, 'eight']);
  const six = options(chooseSeating(CATALOGUE, FOOT, 'six'));
  assert.deepEqual([six.tile_set, six.hand_size], ['double_nine', 5]);
  const double = choosePreset(CATALOGUE, FOOT, 'Double Chickenfoot');
  assert.deepEqual(seatingsOf(CATALOGUE, double), SEATINGS.slice(0, 5));
});

test('a length is a number of rounds', () => {
  const numbers = (/** @type {Form} */ form) =>
    lengthsOf(presetOf(CATALOGUE, form)).map(({ target }) => target);
  assert.deepEqual(numbers(TRAIN), [4, 7, 13]);
  assert.deepEqual(numbers(FOOT), [4, 7, 10]);
  const [, , longest] = lengthsOf(presetOf(CATALOGUE, TRAIN));
  const long = withLength(CATALOGUE, TRAIN, longest);
  assert.deepEqual([options(long).rounds, 'target' in options(long)], [13, false]);
  const nine = withOption(CATALOGUE, long, 'tile_set', 'double_nine');
  assert.equal(options(nine).rounds, 10);
});

test('a hand is never larger than the set allows', () => {
  const nine = withOption(CATALOGUE, TRAIN, 'tile_set', 'double_nine');
  assert.equal(options(nine).hand_size, 13);
  const { game } = presetOf(CATALOGUE, TRAIN);
  const most = (/** @type {Form} */ form) =>
    rangeOf(game, option('hand_size'), optionsOf(CATALOGUE, form))?.max;
  assert.equal(most(TRAIN), 16);
  assert.equal(most(chooseSeating(CATALOGUE, TRAIN, 'eight')), 11);
  assert.equal(most(chooseSeating(CATALOGUE, nine, 'eight')), 6);
});

test('options of the other layout mean nothing, and the arms are even', () => {
  const used = (/** @type {Form} */ form) =>
    presetOf(CATALOGUE, form)
      .game.options.filter((one) => isOptionUsed(one, optionsOf(CATALOGUE, form)))
      .map(({ name }) => name);
  assert.ok(!used(TRAIN).includes('arms') && used(TRAIN).includes('own_first'));
  assert.ok(used(FOOT).includes('arms') && !used(FOOT).includes('double_turn'));
  const plain = withOption(CATALOGUE, TRAIN, 'double_turn', 'none');
  assert.ok(!used(plain).includes('last_double'));
  const { game } = presetOf(CATALOGUE, FOOT);
  assert.deepEqual(numbersOf(game, 'arms', { min: 4, max: 8 }), [4, 6, 8]);
});

test('every option and value has its words, and those of the double blank are of this game', () => {
  const { game } = presetOf(CATALOGUE, TRAIN);
  for (const { name, kind } of game.options) {
    const called = (game.form.words?.[name] ?? name).replaceAll('_', ' ');
    assert.notEqual(textOrNull(`option.${called}`), null, name);
    if (kind.type !== 'choice' || name === 'seating') continue;
    for (const value of kind.values) {
      const key = `value.${name}.${value}`.replaceAll('_', ' ');
      assert.notEqual(textOrNull(key), null, key);
    }
  }
  const changed = withOption(CATALOGUE, TRAIN, 'double_blank', 25);
  assert.match(termsOf(CATALOGUE, changed).about, /Changed: Points for 0-0 in a hand\.$/);
});

test('one sentence says what a form stands for', () => {
  const { name, about } = termsOf(CATALOGUE, { ...TRAIN, cap: 30 });
  assert.equal(name, 'Mexican Train');
  assert.match(about, /7 rounds, and the fewest points win, no clock\. After 30 min the round is/);
  const rounds = withOption(CATALOGUE, TRAIN, 'rounds', 5);
  assert.match(
    termsOf(CATALOGUE, rounds).about,
    /5 rounds, and the fewest points win, no clock\.$/,
  );
});

test('the last table comes back with the options that its game knows', () => {
  const changes = { rounds: 5, own_first: 'for_all' };
  const stored = { preset: 'Mexican Train', changes };
  assert.deepEqual(rememberedForm(CATALOGUE, 'link', stored), { ...TRAIN, changes });
  const odd = { preset: 'Mexican Train', changes: { rounds: 14, arms: 9, target: 100 } };
  assert.deepEqual(rememberedForm(CATALOGUE, 'link', odd), TRAIN);
});

test('both games are one family, and ways to play are one row', () => {
  const [family, ...others] = familiesOf(CATALOGUE, null);
  assert.deepEqual(others, []);
  assert.deepEqual([family.id, familyInWords(family)], ['trains', 'Trains']);
  assert.match(familyAbout(family), /one double/);
  assert.deepEqual(
    family.rows.map(([{ name }, ...ways]) => [name, ways.length]),
    [
      ['Mexican Train', 2],
      ['Chickenfoot', 0],
      ['Double Chickenfoot', 0],
    ],
  );
  const told = (/** @type {string} */ name) => {
    const found = choiceIn([family], name);
    assert.ok(found && fits(found, 'many', null));
    return choiceFacts(found);
  };
  assert.equal(told('Mexican Train'), '2 to 8 players · 7 rounds · about 57 min');
  assert.equal(told('Double Chickenfoot'), '2 to 6 players · 10 rounds · about 45 min');
  for (const variant of [familyPicture(family), 'chickenfoot']) assert.ok(variant in PICTURES);
});

test('short notation is told in words', () => {
  for (const [notation, words] of [
    ['Mexican Train 7', 'Mexican Train · 7 rounds'],
    ['Mexican Train 1 · 2 players', 'Mexican Train · 1 round · 2 players'],
    [
      'Mexican Train, long start 13 · 6 players · own train first',
      'Mexican Train · 13 rounds · long start · 6 players · own train first',
    ],
    ['Mexican Train, double-nine 10', 'Mexican Train · 10 rounds · double-nine'],
    [
      'Mexican Train 7 · own train before the Mexican · double blank 25',
      'Mexican Train · 7 rounds · own train before the Mexican · double blank 25',
    ],
    [
      'Chickenfoot 10 · 3 players · 8 arms · double-twelve · 9 tiles',
      'Chickenfoot · 10 rounds · 3 players · 8 arms · double-twelve · 9 tiles',
    ],
    ['Double Chickenfoot 4', 'Double Chickenfoot · 4 rounds'],
  ]) {
    assert.equal(notationInWords(notation), words);
  }
});

test('every word of the notation is there', () => {
  const words = `one tile first, whole train first, any train first, own train before the Mexican, own train first,
    cover doubles, free second tile, plain doubles, out with a double, cover the last double, double-twelve`;
  for (const word of words.split(/,\s+/))
    assert.notEqual(textOrNull(`notation.${word.replaceAll('-', ' ')}`), null, word);
});

test('a match takes longer with more rounds, and says which of them is played', () => {
  /** @param {string} notation @param {number} rounds */
  const minutes = (notation, rounds) =>
    minutesAt({ notation, rules: /** @type {any} */ ({ trains: { ...OFFERED, rounds } }) });
  assert.equal(minutes('Mexican Train 7', 7), 55);
  assert.equal(minutes('Mexican Train 13', 13), 105);
  assert.equal(minutes('Chickenfoot 1', 1), 4);
  assert.equal(
    roundInWords({ rules: /** @type {any} */ ({ trains: OFFERED }) }, 3),
    'Round 3 of 7',
  );
});
