import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkRound } from '../../static/js/fair/check.js';
import {
  agreedHash,
  bytesOf,
  commitmentOf,
  headOf,
  hex,
  orderOf,
} from '../../static/js/fair/scheme.js';
import { boundBy } from '../../static/js/fair/section.js';
import { together, viewOf } from '../../static/js/fair/shown.js';
import { headline, isWon, overPhase } from '../../static/js/format/over.js';
import { fetchGame } from '../../static/js/games/index.js';
import {
  beside,
  DIRECTIONS,
  diamondAt,
  numberOn,
  openHalves,
  placedOf,
  placeName,
  placeOf,
  SIZE,
  squareName,
  squareOf,
  TRACK,
} from '../../static/js/games/race/board.js';
import { dealing } from '../../static/js/games/race/dealing.js';
import * as race from '../../static/js/games/race/game.js';
import { gainsOf, sharesOf } from '../../static/js/games/race/worth.js';
import { loadTexts } from '../../static/js/i18n/index.js';
import { offersOf } from '../../static/js/select.js';
import { pick } from '../../static/js/table/choose.js';
import { tableFromSnapshot, withUpdate } from '../../static/js/table/fold.js';
import { INITIAL_UI, uiAfterUpdate } from '../../static/js/table/ui.js';
import { asTheyCame } from '../../static/js/tiles/orders.js';
import { tilesOf } from '../../static/js/tiles/sets.js';
import { tileStep } from '../../static/js/tiles/steps.js';
import { heldTiles } from '../../static/js/tiles/views/hand.js';
import { raceMatch, shuffled } from './race_match.js';
import { room } from './samples.js';

/** @import { Game } from '../../static/js/games/contract.js' */
/** @import { RaceEvent, RaceMove } from '../../static/js/protocol.js' */
/** @import { Table } from '../../static/js/state.js' */
/** @import { View } from '../../static/js/games/race/fold.js' */

await Promise.all([fetchGame('race'), loadTexts('match')]);

const LAW = readFileSync('crates/rules/RULES-RINGWAY.md', 'utf8');

/** A block of the page of rules. @param {string} name */
const blockOf = (name) => new RegExp(`\`\`\`${name}\n([^\`]*)\`\`\``).exec(LAW)?.[1].trim() ?? '';

/** The rows of the page of rules whose number begins with a letter. @param {string} letter */
const rowsOf = (letter) =>
  [...LAW.matchAll(new RegExp(`^\\| (${letter}\\d+) \\|(.*)\\|$`, 'gm'))].map(([, no, rest]) => [
    no,
    ...rest.split('|').map((cell) => cell.trim()),
  ]);

/** The table as a viewer sees it. @param {any} facts @returns {Table} */
const tableOf = (facts) => ({ ...facts, ui: INITIAL_UI });

/** @param {Table} table */
const raceView = ({ view }) => /** @type {View} */ (/** @type {unknown} */ (view));

/** What a view tells, without what is left out. @param {Table} table */
const plain = ({ view }) => JSON.parse(JSON.stringify({ ...view, own: view?.own ?? null }));

/** The names of those who play. @param {string[]} names */
const roomOf = (...names) =>
  /** @type {any} */ ({
    ...room(),
    rules: { race: { seating: 'two', target: 100, after_double: 'far_end' } },
    seats: names.map((name) => ({ name })),
  });

test('the game answers all that the page asks', () => {
  // The compiler compares them.
  /** @type {Game} */
  const game = race;
  assert.equal(typeof game.fold, 'function');
});

test('the board and the track are those of the rules', () => {
  const rows = blockOf('board')
    .split('\n')
    .map((row) => row.split(' '));
  assert.equal(rows.length, SIZE);
  rows.forEach((signs, row) => {
    signs.forEach((sign, column) => {
      assert.equal(diamondAt({ row, column }), Number(sign) || 0, `${row} ${column}`);
    });
  });
  const numbers = blockOf('track')
    .split('\n')
    .flatMap((line) => line.split(': ')[1].split(' ').map(Number));
  assert.deepEqual(TRACK, numbers);
  assert.deepEqual([0, 1, 100, 101, 107].map(numberOn), [null, 1, 0, 1, 0]);
});

test('placements have one name', () => {
  for (const tile of ['6-4', '3-3', '1-0']) {
    for (const square of ['1A', '8H', '15O', '10J']) {
      for (const way of DIRECTIONS) {
        const high = squareOf(square);
        assert.equal(squareName(high), square);
        const name = `${tile} on ${placeName(tile, high, beside(high, way))}`;
        const { halves, ...placed } = placedOf(name);
        const isTurned = tile === '3-3' && (way === 'left' || way === 'up');
        const first = isTurned ? beside(high, way) : high;
        assert.deepEqual(halves[0], { ...first, pips: Number(tile[0]) });
        assert.equal(placeOf(name), `${placed.square} ${placed.direction}`);
        if (!isTurned) assert.equal(placed.direction, way);
        else assert.ok(['right', 'down'].includes(placed.direction));
      }
    }
  }
});

test('after a double its far ends are open', () => {
  const board = ['6-3 on 8H left', '3-3 on 8E right'];
  assert.deepEqual(openHalves(board, 'far_end').map(squareName), ['8E']);
  assert.deepEqual(openHalves(board, 'either_end').map(squareName), ['8E', '8F']);
  assert.deepEqual(openHalves(['1-1 on 8H right'], 'far_end').map(squareName), ['8H', '8I']);
  // A double that joined has none.
  const ring = ['6-3 on 8H left', '6-5 on 8I right', '5-3 on 7J up', '4-3 on 6H right'];
  const joined = [...ring, '4-3 on 6G left', '3-3 on 7F down'];
  assert.deepEqual(openHalves(joined, 'far_end'), []);
});

for (const [no, before, who, gives] of rowsOf('S')) {
  test(`what a placement gives: ${no} of the rules`, () => {
    const [, seat, place] = /^(\d): (.*)$/.exec(who) ?? [];
    const gains = gainsOf(before.split(' ').map(Number), Number(seat), place);
    const told = gains.map(({ side, points, reason }) => `${side}: ${points} ${reason}`);
    assert.equal(told.join(', ') || 'nothing', gives);
  });
}

test('all examples of scoring were read', () => assert.equal(rowsOf('S').length, 13));

test('shares add up the gains of each side', () => {
  assert.deepEqual(sharesOf(gainsOf([6, 4], 0, '6-6 on 6N right')), [
    { side: 0, diamond: 8, track: 3 },
  ]);
});

test('the match of the rules is read from its transcript', () => {
  const transcript = blockOf('transcript');
  const [round, other] = dealing().rounds(transcript);
  assert.equal(other, undefined);
  assert.equal(round.deals.length, 1);
  assert.equal(round.deals[0].length, 56);
  assert.deepEqual(round.events.slice(0, 4), ['1 draws', '1 2-2', '0 draws', '0 2-0']);
  assert.deepEqual(round.drawn[0], { seat: 1, tile: '2-2' });
  // Drawn in the order of the boneyard, which lies behind two hands of three.
  assert.deepEqual(
    round.drawn.map(({ tile }) => tile),
    round.deals[0].slice(6, 6 + round.drawn.length),
  );
  assert.equal(round.end, 'won');
  const again = transcript
    .replace('deal leads 1:', 'deal again:')
    .replace(/\n.*/, (first) => `${first}${first.replace('again', 'leads 0')}`);
  const [twice] = dealing().rounds(again);
  assert.equal(twice.deals.length, 2);
  assert.equal(twice.events[0], 'redeal');
  const shared = dealing().rounds(transcript.replace('side 1 wins', 'sides 0 1 share'));
  assert.equal(shared[0].end, 'won');
  assert.deepEqual(dealing().rounds('rules Ringway 25'), []);
});

test('a deal in which two seats hold the lightest tile is thrown in', () => {
  const { isThrownIn } = dealing();
  const thrown = (/** @type {string[][]} */ ...hands) => isThrownIn?.(hands, 1, null);
  assert.equal(thrown(['1-0', '5-5', '2-2'], ['6-6', '1-0', '3-3']), true);
  assert.equal(thrown(['1-0', '1-0', '2-2'], ['6-6', '2-0', '3-3']), false);
  // 2-2 is lighter than 3-1.
  assert.equal(thrown(['3-1', '5-5', '6-6'], ['3-1', '2-2', '6-5']), false);
});

/** @param {View[]} frames @param {View} after @param {readonly RaceEvent[]} events */
function checkFrames(frames, after, events) {
  assert.equal(frames.length, events.length);
  assert.equal(frames.at(-1), after);
  for (const frame of frames) {
    const { history, board, hand_sizes, pits, boneyard, standing } = frame;
    assert.deepEqual(history, after.history.slice(0, history.length));
    const laid = history.flatMap((event) => (event.type === 'placed' ? [event.place] : []));
    assert.deepEqual(board, laid);
    const all = [...hand_sizes, ...pits].reduce((sum, n) => sum + n, 0);
    assert.equal(all + boneyard + board.length, 56);
    const scores = standing.scores.map((_, side) =>
      history.reduce(
        (sum, event) => (event.type === 'scored' && event.side === side ? sum + event.points : sum),
        0,
      ),
    );
    assert.deepEqual(standing.scores, scores);
    if (frame !== after) assert.equal(race.over(frame), null);
  }
  assert.equal(
    frames.length > 0 && frames[0].history.length,
    after.history.length - events.length + 1,
  );
}

/**
 * Plays a match to its end: each viewer is told of each move.
 * @param {ReturnType<typeof raceMatch>} match
 * @param {(offers: number, ply: number) => number} choose
 */
function played(match, choose) {
  const viewers = [...match.seats, null];
  let tables = viewers.map((seat) => tableOf(tableFromSnapshot(null, match.shownTo(seat))));
  let shown = viewers.map((_, i) => viewOf(tables[i]));

  /** @param {readonly RaceEvent[]} events */
  function tell(events) {
    tables = tables.map((table, i) => {
      const now = tableOf(withUpdate(table, match.toldOf(viewers[i], events)));
      const anew = tableOf(tableFromSnapshot(null, match.shownTo(viewers[i])));
      assert.deepEqual(plain(now), plain(anew), 'the same as a viewer who comes now');
      checkFrames(race.frames(null, raceView(now), events), raceView(now), events);
      return now;
    });
    shown = tables.map((table, i) => {
      const seen = viewOf(table);
      return seen && together(shown[i], seen);
    });
  }

  tell(match.deal());
  while (!match.stands.over) {
    assert.ok(match.stands.ply < 80);
    const turn = /** @type {number} */ (match.stands.turn);
    const offers = tables.map((table) => offersOf(table));
    for (const [i, list] of offers.entries()) if (i !== turn) assert.deepEqual(list, []);
    const mine = offers[turn];
    const { places, pits } = match.own(turn);
    const isMore = raceView(tables[turn]).more === true;
    assert.equal(mine.length, places.length + pits.length + Number(isMore));
    assert.ok(mine.length > 0);
    assert.equal(race.unasked(raceView(tables[turn])) !== null, mine.length === 1);
    const { move } = mine[choose(mine.length, match.stands.ply)];
    tell(match.take(/** @type {{ race: RaceMove }} */ (move).race));
  }
  return { tables, shown };
}

for (const count of [2, 3, 4]) {
  for (const target of [50, null]) {
    test(`a match of ${count} to ${target ?? 'the last tile'} is played to its end`, () => {
      for (const seed of [3, 14, 15]) {
        const match = raceMatch(count, { target, order: shuffled(seed) });
        const { tables, shown } = played(match, (n, ply) => (ply * 7 + seed) % n);
        const [table] = tables;
        const view = raceView(table);
        const over = race.over(view);
        assert.equal(over?.type, 'match_over');
        assert.equal(over?.hands.length, count);
        for (const [seat, one] of shown.entries()) {
          assert.equal(one === null, seat === count);
          assert.equal(one?.contradicted, undefined);
          assert.equal(one?.late, undefined);
        }
        const told = race.sentences(view.history, table.room, 0);
        assert.equal(
          told.reduce((sum, { used }) => sum + used, 0),
          view.history.length,
        );
        for (const { text } of told) assert.match(text, /^[^{}]+[.!]$/);
        assert.match(told.at(-1)?.text ?? '', /win|share/);
        assert.ok(race.outcome(view, table.room, 0).length > 0);
      }
    });
  }
}

test('the deal of a match with copies is checked, and what is wrong in it is found', async () => {
  const secret = bytesOf('5'.repeat(64));
  const rules = { race: { seating: 'two', target: 100, after_double: 'far_end' } };
  const agreed = await agreedHash(/** @type {any} */ ({ rules, computers: [null, null] }));
  const seed = '6'.repeat(64);
  const promise = {
    commitment: hex(await commitmentOf(bytesOf(seed))),
    head: { size: 0, root: '0'.repeat(64) },
  };
  const fairness = /** @type {any} */ ({
    scheme: 1,
    table: '0'.repeat(32),
    match: 1,
    agreed,
    commitment: hex((await headOf(secret, 1)) ?? new Uint8Array()),
    seats: [
      { promise, seed },
      { promise: null, seed: null },
    ],
  });
  const bound = await boundBy(fairness);
  assert.ok(bound);
  /** The deals until nobody else holds the lightest tile. @type {number[][]} */
  const deals = [];
  const { isThrownIn } = dealing();
  let isAgain = true;
  while (isAgain) {
    const order = await orderOf(secret, {
      terms: bound.terms,
      round: 1,
      seeds: [bytesOf(seed)],
      things: 56,
      purpose: 'deal',
      attempt: deals.length,
    });
    const tiles = tilesOf(order, 2);
    isAgain = isThrownIn?.([tiles.slice(0, 3), tiles.slice(3, 6)], 1, null) ?? false;
    deals.push(order);
  }
  assert.equal(deals.length, 1);
  const proof = { ...fairness, rounds: [{ round: 1, secret: hex(secret), deals }] };
  const match = raceMatch(2, { order: deals[0] });
  const { shown } = played(match, (n, ply) => (ply * 5) % n);
  const note = /** @type {any} */ ({ told: true, seed, agreed: { computers: [null, null] } });
  /** @param {any} seen */
  async function found(seen) {
    const { checks } = await checkRound(proof, 1, rules, { note, shown: seen, before: null });
    const of = (/** @type {string} */ what) => checks.find((one) => one.what === what)?.result;
    return ['order', 'redeals', 'hand', 'played', 'rules', 'own'].map(of);
  }
  for (const seen of shown.slice(0, 2)) {
    assert.deepEqual(await found(seen), ['good', 'good', 'good', 'good', 'good', 'good']);
    const other = structuredClone(/** @type {any} */ (seen));
    other.own.at(-1).splice(0, 1, '9-9');
    assert.deepEqual((await found(other))[2], 'bad');
    const thrice = structuredClone(/** @type {any} */ (seen));
    const play = thrice.events.find((/** @type {string} */ event) => /^0 \d/.test(event));
    thrice.events.push(play, play);
    assert.deepEqual((await found(thrice))[3], 'bad');
  }
});

test('three equal tiles of a hand are more than there are', () => {
  const match = raceMatch(2);
  match.deal();
  const table = tableOf(tableFromSnapshot(null, match.shownTo(1)));
  const { own } = raceView(table);
  assert.ok(own);
  const drawn = own.hand.length - 3;
  own.hand = ['6-4', '6-4', ...own.hand.slice(2)];
  const isTwice = viewOf(table)?.contradicted;
  own.hand = ['6-4', '6-4', '6-4', ...own.hand.slice(3)];
  assert.deepEqual([drawn >= 0, isTwice, viewOf(table)?.contradicted], [true, undefined, true]);
});

test('of equal tiles the one that was touched is chosen', () => {
  const own = { hand: ['6-4', '1-0', '6-4'], pit: [], places: ['6-4 on 8H left'], pits: [] };
  const table = tableWith({ own });
  table.ui = { ...INITIAL_UI, picked: [tileStep('6-4')] };
  const chosen = (/** @type {number} */ touched) =>
    heldTiles(table, own.hand, touched).map((held) => held.chosen);
  assert.deepEqual(
    heldTiles(table, own.hand, 0).map(({ copy }) => copy),
    [0, 0, 1],
  );
  assert.deepEqual(chosen(0), [true, false, false]);
  assert.deepEqual(chosen(1), [false, false, true]);
  const [only] = heldTiles(table, ['6-4'], 1);
  assert.equal(only.chosen, true, 'the other one is gone');
});

test('equal tiles of a hand keep their places', () => {
  assert.deepEqual(asTheyCame(['6-4', '1-0', '6-4'], []), ['6-4', '1-0', '6-4']);
  assert.deepEqual(asTheyCame(['1-0', '6-4', '5-5'], ['6-4', '1-0', '6-4']), ['1-0', '6-4', '5-5']);
  assert.deepEqual(asTheyCame(['6-4', '6-4'], ['1-0', '6-4']), ['6-4', '6-4']);
});

/** A table of two at which seat 0 is to play. @param {Partial<View>} view @param {number[]} [scores] */
function tableWith(view, scores = [0, 0]) {
  const match = raceMatch(2);
  match.deal();
  const table = tableOf(tableFromSnapshot(null, match.shownTo(0)));
  const standing = { .../** @type {any} */ (table.view).standing, turn: 0, scores };
  const own = { hand: [], pit: [], places: [], pits: [] };
  const more = {};
  table.view = /** @type {any} */ ({ ...table.view, own, ...more, standing, ...view });
  return table;
}

const SURE = { kind: 'sure', id: 'yes' };

test('a placement is picked by tile and place, and asked about', () => {
  const places = ['6-4 on 8H left', '6-4 on 8H right', '5-1 on 8H up'];
  const own = { hand: ['6-4', '5-1', '6-4'], pit: [], places, pits: [] };
  const offers = offersOf(tableWith({ own }));
  assert.deepEqual(
    offers.map(({ move }) => move),
    places.map((place) => ({ race: { place } })),
  );
  let { picked, offer } = pick(offers, [], tileStep('6-4'));
  assert.equal(offer, null);
  ({ picked, offer } = pick(offers, picked, { kind: 'place', id: '8H right' }));
  assert.deepEqual([picked.length, offer], [2, null], 'the only one that is left is asked about');
  // To pick it again is to put it back.
  assert.deepEqual(pick(offers, picked, { kind: 'place', id: '8H right' }).picked.length, 1);
  ({ offer } = pick(offers, picked, SURE));
  assert.deepEqual(offer?.move, { race: { place: places[1] } });
  // Also where a tile has one place alone.
  const one = pick(offers, [], tileStep('5-1'));
  assert.deepEqual([one.picked, one.offer], [[tileStep('5-1')], null]);
  assert.equal(pick(offers, one.picked, tileStep('5-1')).offer, null);
});

test('a stop is one step, and a tile for the pit is asked about', () => {
  const board = ['3-3 on 8H right'];
  const places = ['4-3 on 8G left'];
  const own = { hand: ['4-3'], pit: [], places, pits: [] };
  const offers = offersOf(tableWith({ own, board, more: true }));
  const stop = pick(offers, [tileStep('4-3')], { kind: 'stop', id: 'yes' });
  assert.deepEqual(stop.offer?.move, { race: 'stop' });
  const pits = { hand: ['1-0', '2-0'], pit: [], places: [], pits: ['1-0', '2-0'] };
  const table = tableWith({ own: pits, board });
  const choices = offersOf(table);
  const { picked, offer } = pick(choices, [], tileStep('1-0'));
  assert.equal(offer, null);
  assert.deepEqual(pick(choices, picked, SURE).offer?.move, { race: { pit: '1-0' } });
  assert.match(race.line(raceView(table), table), /pit/);
});

test('what was picked for a tile is not picked for its other copy', () => {
  const own = { hand: ['6-4', '6-4'], pit: [], places: ['6-4 on 8H left'], pits: [] };
  const before = tableWith({ own });
  before.ui = { ...INITIAL_UI, picked: [tileStep('6-4'), { kind: 'place', id: '8H left' }] };
  const next = { ...own, hand: ['6-4'], places: ['6-4 on 8F left'] };
  const now = tableWith({ own: next });
  assert.deepEqual(uiAfterUpdate(before, now).picked, []);
  assert.deepEqual(uiAfterUpdate(before, before).picked.length, 2);
});

test('the points of a placement are told with the tile', () => {
  const places = ['6-1 on 6M left', '6-1 on 8I right'];
  const own = { hand: ['6-1'], pit: [], places, pits: [] };
  const table = tableWith({ own, board: ['1-0 on 8H left'] }, [1, 1]);
  assert.deepEqual(
    offersOf(table).map(({ points }) => points),
    [5, 3],
  );
  table.ui = { ...INITIAL_UI, picked: [tileStep('6-1'), { kind: 'place', id: '6M left' }] };
  assert.equal(
    race.line(raceView(table), table),
    'Place 6-1 on 6M, to the left? you 2 for the diamond and 3 on the track, Player 2 3 on the track.',
  );
});

test('a placement and what it gives is one sentence', () => {
  /** @type {RaceEvent[]} */
  const events = [
    { type: 'dealt', leader: 0, lightest: '1-0' },
    { type: 'drew', seat: 0 },
    { type: 'placed', seat: 0, place: '6-1 on 6M left' },
    { type: 'scored', side: 0, points: 2, reason: 'diamond' },
    { type: 'scored', side: 0, points: 3, reason: 'track' },
    { type: 'scored', side: 1, points: 3, reason: 'track' },
    { type: 'drew', seat: 1 },
    { type: 'pitted', seat: 1 },
    { type: 'placed', seat: 0, place: '6-6 on 6N right' },
    { type: 'stopped', seat: 0 },
    { type: 'won', sides: [0, 1] },
  ];
  const at = roomOf('Ana', 'Ben');
  const said = race.sentences(events, at);
  assert.deepEqual(
    said.map(({ text }) => text),
    [
      'Ana has the lightest tile, 1-0, and leads.',
      'Ana puts 6-1 on 6M: 2 for the diamond and 3 on the track, Ben 3 on the track.',
      'Ben puts a tile into the pit.',
      'Ana puts 6-6 on 6N.',
      'Ana stops.',
      'Ana & Ben share the win.',
    ],
  );
  assert.deepEqual(
    said.map(({ used }) => used),
    [2, 5, 1, 1, 1, 1],
  );
  assert.deepEqual(
    said.map(({ scores }) => scores),
    [false, true, false, false, false, false],
  );
  const [, own] = race.sentences(events, at, 1);
  assert.equal(
    own.text,
    'Ana puts 6-1 on 6M: 2 for the diamond and 3 on the track, you 3 on the track.',
  );
  // What is left of a placement of which the page says itself that it was made.
  const [rest] = race.sentences(events.slice(5, 7), at);
  assert.deepEqual([rest.text, rest.used], ['Points: Ben 3 on the track.', 2]);
  assert.deepEqual(race.sentences([{ type: 'drew', seat: 0 }], at), []);
  const [drew] = race.sentences([{ type: 'drew', seat: 0, tile: '5-5' }], at);
  assert.equal(drew.text, 'Ana draws 5-5.');
});

test('several sides share a win', () => {
  /** @type {RaceEvent[]} */
  const history = [{ type: 'blocked' }, { type: 'won', sides: [0, 1] }];
  const table = tableWith({ history, shown: { hands: [[], []], pits: [[], []], boneyard: [] } });
  Object.assign(table.view?.standing ?? {}, { turn: null, over: true, winner: null });
  table.room = { ...table.room, status: 'over', ending: { type: 'played', winner: null } };
  const over = overPhase(table);
  assert.ok(over);
  assert.equal(headline(table, over), 'You & Player 2 share the win');
  assert.equal(isWon(table, over), true);
  assert.equal(race.cue(history[1], table), 'win');
});

test('the board is read by row and column', () => {
  const board = ['6-3 on 8H left', '5-3 on 6G down', '3-3 on 9F right'];
  /** @type {RaceEvent[]} */
  const history = board.map((place) => ({ type: 'placed', seat: 1, place }));
  const table = tableWith({ board, history, more: true });
  assert.equal(
    race.aloud('board', table, []),
    'On the board, 3 tiles: 5-3 on 6G, down; 6-3 on 8H, to the left; 3-3 on 9F, to the right. ' +
      'The last by Player 2: 3-3 on 9F, to the right. The next tile must touch 3-3 at 9F.',
  );
  const scored = tableWith({ hand_sizes: [3, 2], boneyard: 10 }, [9, 0]);
  assert.match(
    race.aloud('scores', scored, []),
    /^Player 1 9, on a 5; Player 2 0, off the track\./,
  );
});

test('an expert’s advice is told with what it gives', () => {
  const reason = { points: 5, others: 3, stands_on: 6 };
  const nothing = { points: 0, others: 0, stands_on: null };
  const place = '6-1 on 6M left';
  assert.equal(
    race.advice({ chosen: { place }, reason }),
    'The expert: 6-1 on 6M, to the left. It gives you 5 points. Of the others, one gets 3 points. You then stand on a 6.',
  );
  assert.equal(
    race.advice({ chosen: { place }, reason: nothing }),
    'The expert: 6-1 on 6M, to the left. It gives you 0 points.',
  );
  assert.equal(race.advice({ chosen: 'stop', reason }), 'The expert: stop here.');
  assert.equal(race.advice({ chosen: { pit: '3-1' }, reason }), 'The expert: 3-1 into the pit.');
  assert.deepEqual(race.advised({ chosen: { place }, reason }), [
    tileStep('6-1'),
    { kind: 'place', id: '6M left' },
  ]);
});

test('the replay of a game shows who held, placed and drew what', () => {
  const steps = /** @type {any[]} */ ([
    {
      events: [
        { type: 'dealt', leader: 0, lightest: '1-0' },
        { type: 'drew', seat: 0, tile: '6-4' },
      ],
      board: [],
      hands: [
        ['1-0', '6-4', '5-5', '6-4'],
        ['2-0', '3-3', '4-4'],
      ],
      pits: [[], []],
      boneyard: ['6-6', '5-1'],
    },
    {
      events: [
        { type: 'placed', seat: 0, place: '6-4 on 8H left' },
        { type: 'drew', seat: 1, tile: '6-6' },
        { type: 'pitted', seat: 1, tile: '3-3' },
      ],
      board: ['6-4 on 8H left'],
      hands: [
        ['1-0', '5-5', '6-4'],
        ['2-0', '4-4', '6-6'],
      ],
      pits: [[], ['3-3']],
      boneyard: ['5-1'],
    },
  ]).map((position) => ({ standing: {}, position: { race: { leader: 0, ...position } } }));
  const round = /** @type {any} */ ({ steps });
  const now = race.position(round, 1);
  assert.deepEqual([now.hand_sizes, now.pits, now.boneyard], [[3, 3], [0, 1], 1]);
  assert.equal(now.history.length, 5);
  assert.equal(race.happened(round, 1).length, 3);
  const held = race
    .hands(round, 1)
    .map((hand) => hand.map(({ tile, held }) => `${tile}${held ? '' : '×'}`));
  assert.deepEqual(held, [
    ['1-0', '6-4×', '5-5', '6-4'],
    ['2-0', '3-3×', '4-4', '6-6'],
  ]);
});
