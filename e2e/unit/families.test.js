/** The games in families: what is found, and by what. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf } from '../../static/js/catalogue.js';
import {
  choiceFacts,
  choiceIn,
  familiesOf,
  familyAbout,
  familyInWords,
  familyOf,
  familyPicture,
  filterInWords,
  filtersOf,
  fits,
  isFound,
  minutesOf,
} from '../../static/js/format/families.js';
import { notationInWords } from '../../static/js/format/notation.js';
import { WORLD_GAMES } from '../../static/js/format/world_games.js';
import { FIVE_UP } from './line.js';

/** @typedef {import('../../static/js/protocol.js').LineCatalogue} Catalogue */
/** @typedef {import('../../static/js/protocol.js').Variant} Variant */
/** @typedef {import('../../static/js/format/families.js').Choice} Choice */

/**
 * @param {string} name
 * @param {string} variant a made-up one is none that this client knows
 * @param {string[]} seatings that are offered
 */
function preset(name, variant, seatings) {
  const rules = { ...FIVE_UP, variant: /** @type {Variant} */ (variant), target: 100 };
  const offered = seatings.map((seating) => ({ seating, offered: true }));
  return /** @type {Catalogue['presets'][number]} */ (
    /** @type {unknown} */ ({ name, notation: name, rules, seatings: offered })
  );
}

/** @param {Catalogue['presets']} presets */
const catalogue = (presets) => catalogueOf({ line: { presets, options: [] } });

const PARTY = ['two', 'three', 'four', 'partners'];

/** What the server has of the line today. */
const PRESETS = [
  preset('Draw', 'draw', ['two']),
  preset('Block', 'block', ['two']),
  preset('Fives', 'all_fives', ['two']),
  preset('Draw, winner leads', 'draw', ['two']),
  preset('Block, winner leads', 'block', ['two']),
  preset('Quick Draw', 'draw', ['two']),
  preset('Quick All Fives', 'all_fives', ['two']),
  preset('Fives and Threes', 'fives_and_threes', ['two']),
  preset('Party Block', 'block', PARTY),
  preset('Party Draw', 'draw', PARTY),
  preset('Muggins', 'all_fives', PARTY),
  ...WORLD_GAMES.map(({ preset: name }) => preset(name, 'block', ['partners'])),
];
const TODAY = catalogue(PRESETS);

/** @param {Choice[][]} rows */
const names = (rows) => rows.map((row) => row.map(({ name }) => name));

test('games are in families, and ways that differ by one switch are one row', () => {
  const families = familiesOf(TODAY, null);
  assert.deepEqual(
    families.map(({ id }) => id),
    ['draw', 'block', 'fives', 'world'],
  );
  const [draw, block, fives, world] = families;
  assert.deepEqual(names(draw.rows), [['Draw', 'Draw, winner leads', 'Quick Draw', 'Party Draw']]);
  assert.deepEqual(names(block.rows), [['Block', 'Block, winner leads', 'Party Block']]);
  assert.deepEqual(names(fives.rows), [
    ['Fives', 'Quick All Fives'],
    ['Fives and Threes'],
    ['Muggins · muggins calls', 'Muggins'],
  ]);
  assert.equal(world.rows.length, WORLD_GAMES.length);
  assert.deepEqual(families.map(familyInWords), ['Draw', 'Block', 'Fives', 'Games of the world']);
  assert.deepEqual(families.map(familyPicture), ['draw', 'block', 'all_fives', 'world']);
  assert.equal(familyOf(families, 'Muggins')?.id, 'fives');
});

test('the game of the visitor’s country comes first', () => {
  const [, , , world] = familiesOf(TODAY, 'Kozel');
  assert.equal(world.rows[0][0].name, 'Kozel');
  assert.equal(world.rows.length, WORLD_GAMES.length);
});

test('a game is found by its name, its country and words of its rules, without accents', () => {
  const families = familiesOf(TODAY, null);
  const found = (/** @type {string} */ search) =>
    families.flatMap(({ rows }) => rows.flat()).filter((choice) => isFound(choice, search));
  for (const [search, name] of [
    ['quinientos', 'Quinientos'],
    ['Ukraine', 'Kozel'],
    ['capicu puerto', 'Quinientos'],
    ['pub', 'Fives and Threes'],
  ]) {
    assert.deepEqual(
      found(search).map((choice) => choice.name),
      [name],
      search,
    );
  }
  assert.equal(found('').length, 24);
  assert.deepEqual(found('bids'), []);
});

test('filters are offered that find something, and say what', () => {
  const families = familiesOf(TODAY, 'Kozel');
  assert.deepEqual(filtersOf(families, null), [2, 3, 4, 'pairs', 'brief', 'easy']);
  assert.deepEqual(filtersOf(families, 'Kozel').at(-1), 'own');
  assert.equal(filterInWords('own', 'UA'), 'My country: Ukraine');
  assert.equal(filterInWords(3, ''), '3 players');
  const party = choiceIn(families, 'Party Draw');
  assert.ok(party && fits(party, 3, null) && fits(party, 'pairs', null));
  assert.ok(party && !fits(party, 'many', null) && !fits(party, 'easy', null));
});

test('a game is told in short', () => {
  const families = familiesOf(TODAY, null);
  const told = (/** @type {string} */ name) =>
    choiceFacts(/** @type {Choice} */ (choiceIn(families, name)));
  assert.match(told('Draw'), /^2 players · to 100 · about \d+ min$/);
  assert.match(told('Party Draw'), /^2 to 4 players · to 100/);
  assert.match(told('Kozel'), /^4 in pairs · to 100/);
});

test('every game of today says how long it takes', () => {
  for (const { rows } of familiesOf(TODAY, null))
    for (const choice of rows.flat()) assert.ok(minutesOf(choice), choice.name);
});

test('short notation has one scheme', () => {
  for (const [notation, words] of [
    ['Draw 100', 'Draw to 100'],
    ['Party Draw 100', 'Draw to 100 · party'],
    ['Party Draw 100 · 3 players', 'Draw to 100 · 3 players'],
    ['Draw, winner leads 150', 'Draw to 150 · winner leads'],
    ['Quick All Fives 100', 'Fives to 100 · quick'],
    ['Five-Up 500 · partners', 'Five-Up to 500 · in pairs'],
    ['Muggins 61', 'Muggins to 61 · automatic scoring'],
    ['Muggins 61 · muggins calls', 'Muggins to 61'],
  ]) {
    assert.equal(notationInWords(notation), words);
  }
});

test('families and games that only a newer server knows are shown under their names', () => {
  const many = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
  const made = ['towers', 'tricks', 'race', 'first'].flatMap((variant) =>
    Array.from({ length: 9 }, (_, i) => preset(`${variant} ${i + 1}`, variant, many)),
  );
  const families = familiesOf(catalogue([...PRESETS, ...made]), null);
  assert.equal(families.length, 8);
  assert.equal(families.flatMap(({ rows }) => rows.flat()).length, 60);
  const towers = families.find(({ id }) => id === 'towers');
  assert.ok(towers);
  assert.deepEqual([familyInWords(towers), familyAbout(towers)], ['towers 1', '']);
  assert.equal(choiceFacts(towers.rows[0][0]), '2 to 8 players · to 100');
  assert.ok(filtersOf(families, null).includes('many'));
});
