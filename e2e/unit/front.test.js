import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryGame } from '../../static/js/format/country.js';
import { gameChoices, rememberedChoice, wanted, withTicked } from '../../static/js/people/quick.js';
import {
  byFreeSeats,
  fullest,
  isForPairs,
  seatingInWords,
} from '../../static/js/views/front/listings.js';

/** @import { Catalogue, Listing } from '../../static/js/protocol.js' */

/** @param {Partial<Listing>} facts @returns {Listing} */
const listing = (facts) => ({
  table: 'one',
  notation: 'Draw 100',
  seats: [{ name: 'Ana' }, null],
  open_seats: 1,
  target: 100,
  status: 'open',
  ...facts,
});

test('the game of a country follows from the browser’s languages', () => {
  assert.equal(countryGame(['es-PR', 'es']), 'Quinientos');
  assert.equal(countryGame(['en', 'en-JM']), 'Six-Love');
  assert.equal(countryGame(['de-DE', 'es-PR']), null, 'the first region counts');
  assert.equal(countryGame(['en']), null);
  assert.equal(countryGame([]), null);
});

test('a table is said to be for pairs, or for a number of players', () => {
  assert.equal(isForPairs({ notation: 'Quinientos 500' }), true);
  assert.equal(isForPairs({ notation: 'Draw 100 · partners' }), true);
  assert.equal(isForPairs({ notation: 'Six-Love 6 · 4 players' }), false);
  assert.equal(seatingInWords(listing({})), '2 players');
  assert.equal(seatingInWords(listing({ notation: 'Kozel 101' })), 'Pairs');
});

test('tables that lack fewest players come first, and most persons are watched', () => {
  const [two, one] = [listing({ table: 'two', open_seats: 2 }), listing({ table: 'one' })];
  assert.deepEqual(byFreeSeats([two, one]), [one, two]);
  const full = listing({ table: 'full', seats: [{ name: 'Ana' }, { name: 'Ben' }] });
  const computer = { name: 'Computer', computer: /** @type {const} */ ('casual') };
  const lone = listing({ table: 'lone', seats: [{ name: 'Cem' }, computer] });
  assert.equal(fullest([lone, full]), full);
  assert.equal(fullest([]), null);
});

test('what was ticked for a game is there again with that game', () => {
  const preset = (/** @type {string} */ name, /** @type {string} */ seating) => ({
    name,
    rules: { variant: 'draw', seating },
  });
  const presets = [preset('Draw', 'two'), preset('Kozel', 'partners'), preset('Block', 'two')];
  const catalogue = /** @type {Catalogue} */ (/** @type {unknown} */ ({ presets }));
  const stored = { presets: ['Block', 'gone'], mixed: true, game: 'Draw' };
  const choice = rememberedChoice(catalogue, stored, 'Draw');
  assert.deepEqual(choice, { presets: ['Block'], mixed: true });
  assert.deepEqual(rememberedChoice(catalogue, stored, 'Kozel').presets, ['Kozel']);
  assert.deepEqual(rememberedChoice(catalogue, null, 'Draw'), { presets: ['Draw'], mixed: false });
  // With a partner every game of pairs is looked for, unless some of them are ticked.
  assert.deepEqual(gameChoices(catalogue, true).all, ['Kozel']);
  assert.deepEqual(wanted(catalogue, choice, true), ['Kozel']);
  assert.deepEqual(wanted(catalogue, choice, false), ['Block']);
  assert.deepEqual(withTicked(choice, ['Kozel'], 'Kozel').presets, []);
  assert.deepEqual(withTicked(choice, [], 'Draw').presets, ['Draw']);
});
