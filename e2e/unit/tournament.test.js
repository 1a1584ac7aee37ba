import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boardsWords,
  entrantName,
  factsWords,
  figureNames,
  figuresOf,
  matchWords,
  resultWords,
  winnersWords,
} from '../../static/js/format/tournaments.js';
import { loadTexts } from '../../static/js/i18n/index.js';
import { reduce } from '../../static/js/reduce.js';
import { initial } from '../../static/js/state.js';
import {
  countdownOf,
  decidable,
  leadersFirst,
  ownMatch,
  placesOf,
  podiumOf,
  ranked,
  rowsOf,
  undecided,
  withoutPartner,
} from '../../static/js/tournament_lists.js';

/** @typedef {import('../../static/js/protocol.js').ServerMessage} ServerMessage */

const ID = '5a8e0c4b7d1f4263a9b8c7d6e5f40312';
const TABLE = '3f2b8c1e9d4a4c7fb6a05e8d2c7b1f90';

/** @param {number} n @param {number} [place] */
const entrant = (n, place) => ({ n, name: `P${n}`, place, points: 0, difference: 0, buchholz: 0 });

/** @param {number} round */
const head = (round) =>
  /** @type {Extract<ServerMessage, { type: 'tournament' }>['head']} */ ({
    name: 'Friday',
    organiser: 'Olga',
    format: 'swiss',
    phase: 'running',
    notation: 'Five-Up 150',
    clock: { type: 'per_move', seconds: 30 },
    starts_ms: 0,
    round,
    players: 2,
    players_max: 8,
    come_minutes: 5,
  });

/** @param {number} round @param {number[][]} sides */
const match = (round, ...sides) => ({ round, number: 1, sides });

const route = /** @type {const} */ ({ page: 'tournament', tournament: ID });

/** @param {...ServerMessage} messages */
const after = (...messages) => messages.reduce(reduce, initial(route));

const whole = /** @type {ServerMessage} */ ({
  type: 'tournament',
  tournament: ID,
  v: 3,
  head: head(1),
  entrants: [entrant(1, 2), entrant(2, 1)],
  matches: [match(1, [1], [2])],
});

/** @param {object} change @returns {ServerMessage} */
const changed = (change) =>
  /** @type {ServerMessage} */ ({
    type: 'tournament_changed',
    tournament: ID,
    since: 3,
    v: 4,
    head: head(1),
    entrants: [],
    matches: [],
    ...change,
  });

test('changes are folded into the tournament of the page, and a gap is seen', () => {
  const { tournament } = after(whole, changed({ entrants: [entrant(2, 2), entrant(3)] }));
  assert.deepEqual(
    tournament?.entrants.map(({ n, place }) => [n, place]),
    [
      [1, 2],
      [2, 2],
      [3, undefined],
    ],
  );
  assert.equal(tournament?.v, 4);
  assert.equal(after(whole, changed({ since: 2 })).tournament?.behind, true);
  const other = changed({ tournament: TABLE });
  assert.equal(after(whole, other).tournament?.v, 3);
});

test('a new round replaces all matches, and a result only its own', () => {
  const next = changed({ head: head(2), matches: [match(2, [2])] });
  const { tournament } = after(whole, next);
  assert.deepEqual(tournament?.matches, [match(2, [2])]);
  const result = { winner: 0, source: 'played' };
  const decided = after(whole, changed({ matches: [{ ...match(1, [1], [2]), result }] }));
  assert.ok(decided.tournament);
  assert.deepEqual(undecided(decided.tournament), []);
  assert.equal(ownMatch(decided.tournament, 2)?.number, 1);
  assert.equal(ownMatch(decided.tournament, undefined), undefined);
});

test('an arena shows the matches that are being played and the last that have ended', () => {
  const arena = /** @param {number} round */ (round) => ({ ...head(round), format: 'arena' });
  const result = { winner: 0, source: 'played' };
  const ended = Array.from({ length: 25 }, (_, at) => ({ ...match(at + 2, [1], [2]), result }));
  const { tournament } = after(whole, changed({ head: arena(26), matches: ended }));
  const rounds = tournament?.matches.map(({ round }) => round);
  assert.deepEqual(rounds, [1, ...Array.from({ length: 20 }, (_, at) => at + 7)]);
  assert.ok(tournament);
  assert.deepEqual(undecided(tournament), [match(1, [1], [2])]);
});

test('a pair is one row, and players without a partner are found', () => {
  const all = [{ ...entrant(1), partner: 3 }, entrant(2), { ...entrant(3), partner: 1 }];
  const pairs = { ...head(1), pairs: true };
  const { tournament } = after(
    /** @type {ServerMessage} */ ({ ...whole, head: pairs, entrants: all }),
  );
  assert.ok(tournament);
  assert.deepEqual(
    rowsOf(tournament.entrants).map(({ n }) => n),
    [1, 2],
  );
  assert.deepEqual(
    withoutPartner(tournament).map(({ n }) => n),
    [2],
  );
});

test('a table is fresh unless the page was opened while it waited', () => {
  const own = /** @type {ServerMessage} */ ({
    type: 'tournament_own',
    tournament: ID,
    entrant: 1,
    table: TABLE,
  });
  assert.equal(after(whole, own).entered?.fresh, false);
  const without = /** @type {ServerMessage} */ ({
    type: 'tournament_own',
    tournament: ID,
    entrant: 1,
  });
  assert.equal(after(whole, without, own).entered?.fresh, true);
  // It is so until another table takes its place, however often it is told.
  assert.equal(after(whole, without, own, own).entered?.fresh, true);
  assert.equal(after(whole, own, own).entered?.fresh, false);
  const elsewhere = [own].reduce(reduce, initial({ page: 'lobby' }));
  assert.equal(elsewhere.entered?.fresh, true);
});

test('the best come first, and those without a place by their numbers', () => {
  const all = [entrant(1), entrant(2, 2), entrant(3, 1), entrant(4)];
  assert.deepEqual(
    ranked(all).map(({ n }) => n),
    [3, 2, 1, 4],
  );
});

test('a tournament that does not exist is said so', () => {
  const error = /** @type {ServerMessage} */ ({
    type: 'error',
    about: 'tournament',
    code: 'not_found',
    text: '',
  });
  assert.equal(after(error).shut, 'not_found');
});

test('entrants without a name have their numbers', async () => {
  await loadTexts('tournaments');
  assert.equal(entrantName({ ...entrant(3), name: '' }), 'Player no. 3');
  assert.equal(entrantName({ ...entrant(3), name: '', computer: 'club' }), 'Max');
  assert.equal(entrantName({ ...entrant(10), name: '', computer: 'club' }), 'Ada (2)');
  assert.equal(entrantName(entrant(3)), 'P3');
});

test('three stand on the podium, a pair in one place, and those who share the first have won', async () => {
  await loadTexts('tournaments');
  const places = [4, 1, undefined, 3, 1];
  const all = places.map((place, i) => entrant(i + 1, place));
  const first = podiumOf(all);
  assert.deepEqual(
    first.map(({ n }) => n),
    [2, 5, 4],
  );
  assert.equal(winnersWords(first, all), 'P2 & P5 share the first place');
  const pairs = [{ ...entrant(1, 1), partner: 2 }, { ...entrant(2, 1), partner: 1 }, entrant(3, 2)];
  assert.deepEqual(
    podiumOf(pairs).map(({ n }) => n),
    [1, 3],
  );
  assert.equal(winnersWords(podiumOf(pairs), pairs), 'P1 & P2 win');
  assert.deepEqual(podiumOf([entrant(1)]), []);
});

test('the time is counted until the start, until players must have come, and until an arena ends', () => {
  const coming = { ...head(0), phase: /** @type {const} */ ('coming'), starts_ms: 5000 };
  assert.deepEqual(countdownOf({ head: coming }, 2000), { what: 'begins', left_ms: 3000 });
  assert.deepEqual(countdownOf({ head: coming }, 9000), { what: 'begins', left_ms: 0 });
  const running = { ...head(1), come_by_ms: 5000 };
  const matches = [match(1, [1], [2])];
  assert.deepEqual(countdownOf({ head: running, matches }, 0), { what: 'come', left_ms: 5000 });
  assert.equal(countdownOf({ head: running, matches: [match(1, [1])] }, 0), null);
  assert.equal(countdownOf({ head: running, matches }, 5000), null);
  const arena = { ...head(1), ends_ms: 7000 };
  assert.deepEqual(countdownOf({ head: arena }, 1000), { what: 'ends', left_ms: 6000 });
  assert.equal(countdownOf({ head: arena }, 7000), null);
  const ended = { ...running, phase: /** @type {const} */ ('ended') };
  assert.equal(countdownOf({ head: ended, matches }, 0), null);
});

/** @typedef {import('../../static/js/protocol.js').TournamentMatch} TournamentMatch */

test('where all tables have the same deals, shares and margins decide, and not points', async () => {
  await loadTexts('tournaments');
  const boards = { ...head(2), boards: 4 };
  assert.deepEqual(figureNames(boards), ['Share', 'Margin']);
  const one = { ...entrant(1, 1), share: 6130, margin: -1250 };
  assert.deepEqual(figuresOf(one, boards, false), ['61.3%', '−12.5']);
  assert.deepEqual(figuresOf({ ...one, margin: undefined }, boards, false), ['61.3%', '0']);
  // Before the first round has ended there is nothing to compare.
  assert.deepEqual(figuresOf(entrant(1), boards, false), ['', '']);
  assert.deepEqual(figureNames(head(2)), ['Points', 'Difference', 'Opponents']);
  const played = { ...entrant(1, 1), points: 4, difference: 35, buchholz: 6 };
  assert.deepEqual(figuresOf(played, head(2), false), ['4', '+35', '6']);
  assert.deepEqual(figuresOf({ ...played, knockout: 2 }, head(2), true), ['2 · 4', '+35', '6']);
  const facts = factsWords({ ...boards, notation: 'Five-Up 1000 · opening' });
  assert.match(facts, /^Swiss · duplicate · Five-Up · 4 boards · /);
  assert.doesNotMatch(facts, /1000/);
});

test('a match without a winner is a tie, or both have lost', async () => {
  await loadTexts('tournaments');
  const words = (/** @type {object} */ result) => {
    const decided = { ...match(1, [1], [2]), result: { winner: null, ...result } };
    return resultWords(/** @type {TournamentMatch} */ (decided), []);
  };
  const points = [20, 35];
  assert.equal(words({ source: 'played', points, tie: true }), 'tie · 20\u00a0–\u00a035');
  assert.equal(
    words({ source: 'forfeited', points }),
    'nobody wins · 20\u00a0–\u00a035 · by forfeit',
  );
  assert.equal(words({ source: 'forfeited' }), 'nobody wins · by forfeit');
  assert.equal(
    words({ source: 'decided', tie: true, note: 'x' }),
    'tie · decided by the organiser: x',
  );
});

test('a match that is over is not being played, and has no result yet', async () => {
  await loadTexts('tournaments');
  const over = { ...match(1, [1], [2]), over: true };
  const { tournament } = after(whole, changed({ matches: [over] }));
  assert.ok(tournament);
  assert.deepEqual(undecided(tournament), []);
  assert.equal(resultWords(over, tournament.entrants), 'ended, the result follows');
  assert.equal(boardsWords(over), '');
  const result = { winner: 0, points: [70, 45], source: 'played', boards: [15, -5, 0, null] };
  const decided = /** @type {TournamentMatch} */ ({ ...match(1, [1], [2]), result });
  assert.equal(resultWords(decided, tournament.entrants), 'P1 wins · 70\u00a0–\u00a045');
  assert.equal(boardsWords(decided), 'By board: +15 · −5 · 0 · –');
});

test('matches that are being played come first, those of the leaders before the others', () => {
  const result = { winner: 0, source: 'played' };
  const matches = [
    { ...match(2, [1], [2]), number: 1, result },
    { ...match(2, [3], [4]), number: 2 },
    { ...match(2, [5], [6]), number: 3 },
    { ...match(2, [7]), number: 4 },
  ];
  const places = [1, 2, 6, 5, 7, 3, 4];
  const entrants = places.map((place, i) => entrant(i + 1, place));
  const message = { ...whole, head: head(2), entrants, matches };
  const shown = after(/** @type {ServerMessage} */ (message)).tournament;
  assert.ok(shown);
  assert.deepEqual(
    leadersFirst(shown).map(({ number }) => number),
    [3, 2, 1, 4],
  );
});

test('places follow from any numbers, and are left out behind players who are level', () => {
  assert.deepEqual(placesOf([1, 2, 3]), [1, 2, 3]);
  assert.deepEqual(placesOf([1, 2, 2, 3]), [1, 2, 2, 4]);
  assert.deepEqual(placesOf([4, 0, 2, 2]), [3, 0, 1, 1]);
  assert.deepEqual(placesOf([0, 0]), [0, 0]);
});

test('a table of several names all who play there, and their points in the order of the places', () => {
  const entrants = [1, 2, 3, 4].map((n) => entrant(n));
  const table = match(1, [1], [2], [3], [4]);
  assert.equal(matchWords(table, entrants), 'P1, P2, P3, & P4');
  assert.equal(resultWords(table, entrants), 'playing');
  const result = { winner: null, points: [40, 0, 12, 12], places: [3, 0, 1, 1] };
  const played = /** @type {const} */ ({ ...result, source: 'played' });
  assert.equal(
    resultWords({ ...table, result: played }, entrants),
    'P3 & P4 share the first place · P3\u00a012, P4\u00a012, P1\u00a040',
  );
  const { tournament } = after(whole, changed({ matches: [table] }));
  assert.ok(tournament);
  assert.equal(undecided(tournament).length, 1);
  const shown = { ...tournament, head: { ...head(1), format: /** @type {const} */ ('tables') } };
  assert.deepEqual(decidable(shown, null), [table]);
});
