/** What pages offer of two games with options of their own: the line and Ringway. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf } from '../../static/js/catalogue.js';
import {
  chooseNamed,
  chooseSeating,
  createTableBody,
  formFor,
  lengthsOf,
  newForm,
  optionsOf,
  presetOf,
  rememberedForm,
  seatCount,
  seatingsOf,
  withLength,
  withOption,
} from '../../static/js/create_model.js';
import {
  choiceFacts,
  choiceIn,
  familiesOf,
  familyInWords,
  isFound,
} from '../../static/js/format/families.js';
import { minutesAt } from '../../static/js/format/minutes.js';
import { notationInWords } from '../../static/js/format/notation.js';
import { boardInWords } from '../../static/js/format/ratings.js';
import { GAMES, gameInWords, hasPairs } from '../../static/js/format/variants.js';
import { loadTexts } from '../../static/js/i18n/index.js';
import { termsOf } from '../../static/js/views/create_form.js';
import { seatingInWords } from '../../static/js/views/front/listings.js';
import { FIVE_UP } from './line.js';

/** @import { OptionBody } from '../../static/js/protocol.js' */

await loadTexts('people');

const ALONE = /** @type {const} */ (['two', 'three', 'four']);

/**
 * @param {string} name
 * @param {Record<string, unknown>} rules
 * @param {number[]} targets
 * @param {readonly ('two' | 'three' | 'four' | 'partners')[]} seatings
 */
const preset = (name, rules, targets, seatings) => ({
  name,
  notation: name,
  rules: { seating: 'two', ...rules },
  targets,
  seatings: seatings.map((seating) => ({ seating, offered: true, rules: { ...rules, seating } })),
});

/** @param {string} name @param {string[]} values @returns {OptionBody} */
const choice = (name, values) => ({ name, kind: { type: 'choice', values } });

/** @param {string} name @param {number} min @param {number} max @returns {OptionBody} */
const number = (name, min, max) => ({ name, kind: { type: 'number', min, max } });

const { variant: _, ...RULES } = FIVE_UP;
const DRAW = { ...RULES, variant: 'draw', target: 100, spinner: false };
const RACE = { target: 100, after_double: 'far_end' };

const CATALOGUE = catalogueOf({
  line: {
    presets: [preset('Draw', DRAW, [100], [...ALONE, 'partners'])],
    options: [
      choice('seating', [...ALONE, 'partners']),
      number('hand_size', 3, 14),
      number('target', 1, 1000),
    ],
  },
  race: {
    presets: [
      preset('Ringway', RACE, [50, 75, 100], ALONE),
      preset('Ringway Long', { ...RACE, target: null }, [], ALONE),
    ],
    options: [
      choice('seating', [...ALONE]),
      number('target', 25, 100),
      choice('after_double', ['far_end', 'either_end']),
    ],
  },
  tricks: { presets: [preset('Forty-Two', { target: 7 }, [7], ['two'])], options: [] },
});
const FRESH = newForm(CATALOGUE, 'link');
const RINGWAY = chooseNamed(CATALOGUE, FRESH, 'Ringway');

/** The form with the length that has a target. @param {number | null} target @param {typeof RINGWAY} [form] */
function long(target, form = RINGWAY) {
  const length = lengthsOf(presetOf(CATALOGUE, form)).find((one) => one.target === target);
  assert.ok(length);
  return withLength(CATALOGUE, form, length);
}

test('what this client can’t show is not offered', () => {
  const names = CATALOGUE.presets.map(({ name }) => name);
  assert.deepEqual(names, ['Draw', 'Ringway', 'Ringway Long']);
});

test('a table is asked for in the words of its game', () => {
  const options = { seating: 'two', target: 100, after_double: 'far_end' };
  assert.deepEqual(createTableBody(CATALOGUE, RINGWAY).rules, { race: options });
  assert.deepEqual(Object.keys(createTableBody(CATALOGUE, FRESH).rules), ['line']);
  assert.deepEqual(seatingsOf(CATALOGUE, RINGWAY), ['two', 'three', 'four']);
  const four = chooseSeating(CATALOGUE, { ...RINGWAY, access: 'computer' }, 'four');
  assert.equal(seatCount(CATALOGUE, four), 4);
  const body = createTableBody(
    CATALOGUE,
    withOption(CATALOGUE, four, 'after_double', 'either_end'),
  );
  assert.deepEqual(body.rules, {
    race: { seating: 'four', target: 100, after_double: 'either_end' },
  });
  assert.deepEqual(body.computers, ['casual', 'casual', 'casual']);
});

test('a length may be that of another preset, and the rest stays as it was chosen', () => {
  const lengths = lengthsOf(presetOf(CATALOGUE, RINGWAY));
  assert.deepEqual(
    lengths.map(({ target }) => target),
    [50, 75, 100, null],
  );
  const three = chooseSeating(CATALOGUE, RINGWAY, 'three');
  const last = long(null, three);
  assert.equal(last.preset, 'Ringway Long');
  assert.deepEqual(createTableBody(CATALOGUE, last).rules, {
    race: { seating: 'three', target: null, after_double: 'far_end' },
  });
  const back = long(75, last);
  assert.deepEqual([back.preset, optionsOf(CATALOGUE, back).target], ['Ringway', 75]);
});

test('from one game to another goes the seating that both have, and no option', () => {
  const draw = withOption(CATALOGUE, FRESH, 'hand_size', 5);
  const three = chooseNamed(CATALOGUE, chooseSeating(CATALOGUE, draw, 'three'), 'Ringway');
  assert.deepEqual(three.changes, { seating: 'three' });
  const pairs = chooseNamed(CATALOGUE, chooseSeating(CATALOGUE, draw, 'partners'), 'Ringway');
  assert.deepEqual(pairs.changes, {});
  const back = chooseNamed(CATALOGUE, long(50), 'Draw');
  assert.deepEqual([back.preset, optionsOf(CATALOGUE, back).target], ['Draw', 100]);
});

test('the last table comes back with the options that its game knows', () => {
  const changes = { target: 60, after_double: 'either_end' };
  const stored = { preset: 'Ringway', changes };
  assert.deepEqual(rememberedForm(CATALOGUE, 'link', stored), { ...RINGWAY, changes });
  const odd = { preset: 'Ringway', changes: { target: 300, hand_size: 5, after_double: 'no' } };
  assert.deepEqual(rememberedForm(CATALOGUE, 'link', odd), RINGWAY);
  assert.equal(formFor(CATALOGUE, 'link', stored, 'Draw').preset, 'Draw');
});

test('one sentence says what a form of each game stands for', () => {
  const about = (/** @type {typeof FRESH} */ form) => termsOf(CATALOGUE, form).about;
  assert.match(about(FRESH), /First to 100 points, no clock\.$/);
  assert.match(about(long(50)), /First to 50 points, no clock\.$/);
  assert.match(about(long(null)), /To the last tile, no clock\.$/);
  assert.equal(termsOf(CATALOGUE, long(null)).name, 'Ringway Long');
  assert.match(about({ ...FRESH, cap: 30 }), /After 30 min the round is finished/);
  assert.match(about({ ...RINGWAY, cap: 30 }), /After 30 min everybody has as many turns/);
  const either = withOption(CATALOGUE, RINGWAY, 'after_double', 'either_end');
  assert.match(about(either), /Changed: After a double\.$/);
});

test('each game has its family, and is found by its words', () => {
  const families = familiesOf(CATALOGUE, null);
  assert.deepEqual(
    families.map(({ id }) => id),
    ['draw', 'race'],
  );
  assert.deepEqual(families.map(familyInWords), ['Draw', 'Race board']);
  const told = (/** @type {string} */ name) => {
    const choice = choiceIn(families, name);
    assert.ok(choice);
    return choiceFacts(choice);
  };
  assert.equal(told('Ringway'), '2 to 4 players · to 100 · about 11 min');
  assert.equal(told('Ringway Long'), '2 to 4 players · about 14 min');
  const all = families.flatMap(({ rows }) => rows.flat());
  const found = all.filter((one) => isFound(one, 'diamond'));
  assert.deepEqual(
    found.map(({ name }) => name),
    ['Ringway'],
  );
});

test('short notation of each game is told in words', () => {
  for (const [notation, words] of [
    ['Ringway 100', 'Ringway to 100'],
    ['Ringway 50 · 3 seats · either end', 'Ringway to 50 · 3 players · doubles at either end'],
    ['Ringway Long · 4 seats', 'Ringway Long · 4 players'],
  ]) {
    assert.equal(notationInWords(notation), words);
  }
  const seats = [null, null, null];
  const listed = /** @type {any} */ ({ notation: 'Ringway 50 · 3 seats', seats });
  assert.equal(seatingInWords(listed), '');
  assert.equal(seatingInWords({ ...listed, notation: 'Ringway 50' }), '3 players');
});

test('each game says which of its variants are rated, and how long a match takes', () => {
  const ofTheLine = ['all_fives', 'draw', 'block', 'fives_and_threes'];
  assert.deepEqual(GAMES, [...ofTheLine, 'ringway', 'mexican_train', 'chickenfoot']);
  assert.equal(gameInWords('mexican_train'), 'Mexican Train');
  assert.equal(hasPairs('mexican_train'), false);
  assert.deepEqual([gameInWords('ringway'), gameInWords('tricks')], ['Ringway', 'tricks']);
  const board = /** @type {any} */ ('ringway');
  assert.deepEqual([boardInWords(board), hasPairs(board)], ['Ringway', false]);
  assert.deepEqual([boardInWords('draw_pairs'), hasPairs('draw')], ['Draw, pairs', true]);
  /** @param {string} notation @param {number | null} target */
  const minutes = (notation, target) =>
    minutesAt({ notation, rules: /** @type {any} */ ({ race: { ...RACE, target } }) });
  assert.equal(minutes('Ringway 50', 50), 6);
  assert.equal(minutes('Ringway Long', null), 15);
  assert.equal(minutes('Forty-Two 7', 7), null);
});
