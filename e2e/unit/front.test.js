import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryGame } from '../../static/js/format/world_games.js';
import { gameChoices, rememberedChoice, wanted, withTicked } from '../../static/js/people/quick.js';
import { initial } from '../../static/js/state.js';
import {
  byFreeSeats,
  featuredOf,
  isOfPairs,
  seatingInWords,
  seekerRows,
  waitedWords,
} from '../../static/js/views/front/listings.js';
import { countsInWords } from '../../static/js/views/people/search.js';

/** @import { Catalogue } from '../../static/js/catalogue.js' */
/** @import { ListedSeeker, Listing } from '../../static/js/protocol.js' */

/** @param {Partial<Listing>} facts @returns {Listing} */
const listing = (facts) => ({
  table: 'one',
  notation: 'Draw 100',
  seats: [{ name: 'Ana' }, null],
  open_seats: 1,
  status: 'open',
  opened_ms: 0,
  ...facts,
});

/** @param {Partial<ListedSeeker>} facts @returns {ListedSeeker} */
const look = (facts) => ({
  number: 1,
  name: 'Ana',
  presets: ['Draw'],
  kept: false,
  mixed: false,
  since_ms: 0,
  ...facts,
});

/** What a guest knows of those who look. @param {ListedSeeker[]} seekers @param {number} [own] the number of the guest's own search */
function stateOf(seekers, own) {
  const state = initial({ page: 'lobby' });
  const search = own === undefined ? null : { ...look({ number: own }), offers_computer: false };
  return { ...state, person: null, matching: { ...state.matching, seekers, search } };
}

test('the game of a country follows from the browser’s languages', () => {
  assert.equal(countryGame(['es-PR', 'es']), 'Quinientos');
  assert.equal(countryGame(['en', 'en-JM']), 'Six-Love');
  assert.equal(countryGame(['de-DE', 'es-PR']), null, 'the first region counts');
  assert.equal(countryGame(['en']), null);
  assert.equal(countryGame([]), null);
});

test('a table is said to be for pairs, or for a number of players', () => {
  assert.equal(isOfPairs('Quinientos 500'), true);
  assert.equal(isOfPairs('Draw 100 · partners'), true);
  assert.equal(isOfPairs('Six-Love 6 · 4 players'), false);
  assert.equal(seatingInWords(listing({})), '2 players');
  assert.equal(seatingInWords(listing({ notation: 'Kozel 101' })), 'in pairs');
  assert.equal(seatingInWords(listing({ notation: 'Draw 100 · partners' })), '');
});

test('what lacks fewest players comes first, and most rated players or else most persons are watched', () => {
  const [two, one] = [listing({ table: 'two', open_seats: 2 }), listing({ table: 'one' })];
  const before = listing({ table: 'before', opened_ms: -1 });
  const [seeker] = seekerRows(stateOf([look({ since_ms: -2 })]), 'Draw', false);
  assert.deepEqual(byFreeSeats([two, one, before, seeker]), [seeker, before, one, two]);
  const robot = listing({
    table: 'robot',
    seats: [{ name: 'Computer', computer: 'casual' }, null],
    opened_ms: -9,
  });
  const bot = listing({ table: 'bot', seats: [{ name: 'Bot', bot: true }, null], opened_ms: -8 });
  assert.deepEqual(byFreeSeats([robot, bot, two]), [two, robot, bot]);
  const full = listing({ table: 'full', seats: [{ name: 'Ana' }, { name: 'Ben' }] });
  const computer = { name: 'Computer', computer: /** @type {const} */ ('casual') };
  const lone = listing({ table: 'lone', seats: [{ name: 'Cem' }, computer] });
  const rated = listing({ table: 'rated', rated: true, seats: [{ name: 'Dov' }, { name: 'Eva' }] });
  assert.equal(featuredOf([lone, full]), full);
  assert.equal(featuredOf([lone, full, rated]), rated);
  assert.equal(featuredOf([]), null);
});

test('a row says how long its player has waited', () => {
  const [seeker] = seekerRows(stateOf([look({ since_ms: 1000 })]), 'Draw', false);
  assert.equal(waitedWords(seeker, 121_000), 'waiting for 2 min');
  assert.equal(waitedWords(listing({ opened_ms: 1000 }), 31_000), 'waiting for 30 s');
  assert.equal(waitedWords(listing({ opened_ms: 1000 }), 2000), '');
});

test('players who look are offered with what sits down with them, and nobody else is', () => {
  const seekers = [
    look({ number: 1, presets: ['Draw', 'Block'] }),
    look({ number: 2, presets: ['Fives'], kept: true, mixed: true }),
    look({ number: 3, kept: true }),
    look({ number: 4 }),
  ];
  const wishes = seekerRows(stateOf(seekers, 4), 'Draw', false).map(({ wish }) => wish);
  assert.deepEqual(wishes, [
    { presets: ['Draw'], mixed: false, with: 1 },
    // To sit down with a person with an account, a guest plays both.
    { presets: ['Fives'], mixed: true, with: 2 },
  ]);
});

test('of those who look, only those are counted whom the visitor may meet at a ticked game', () => {
  const state = stateOf([look({ number: 1 }), look({ number: 2, kept: true, mixed: true })]);
  assert.equal(countsInWords(state, ['Draw'], false), '1 person looking');
  assert.equal(countsInWords(state, ['Draw'], true), '2 people looking');
  assert.equal(countsInWords(state, ['Block'], true), '');
});

test('what was ticked for a game is there again with that game', () => {
  const preset = (/** @type {string} */ name, /** @type {string} */ seating) => ({
    name,
    variant: 'draw',
    rules: { seating },
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
