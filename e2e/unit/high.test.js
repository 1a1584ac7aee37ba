import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addGame, gameOf } from '../../static/js/games/index.js';
import { offersOf, sideOf, standing } from '../../static/js/select.js';
import { tableFromSnapshot, withUpdate } from '../../static/js/table/fold.js';
import { INITIAL_UI } from '../../static/js/table/ui.js';
import { tileOf } from '../../static/js/tiles/steps.js';
import * as high from '../games/high/game.js';
import * as views from '../games/high/views.js';
import { TILES } from './rounds.js';
import { room, snapshot, TABLE } from './samples.js';

/** @typedef {import('../games/high/game.js').Event} Event */
/** @typedef {import('../games/high/game.js').View} View */
/** @typedef {import('../../static/js/games/contract.js').GameViews} GameViews */
/** @typedef {import('../../static/js/state.js').Table} Table */

addGame('high', high);

const SEATINGS = ['two', 'three', 'four', 'partners', 'five', 'six', 'seven', 'eight'];
const COUNTS = { two: 2, three: 3, four: 4, partners: 4, five: 5, six: 6, seven: 7, eight: 8 };
const HELD = 3;
const TARGET = 4;

/** As things are numbered: by the higher half, and then by the lower. @param {string} a @param {string} b */
const byHighest = (a, b) => a.localeCompare(b);

/** The tiles in another order for each round. @param {number} seed */
const shuffled = (seed) =>
  TILES.map((tile, i) => ({ tile, at: ((i + 1) * (seed * 34 + 7)) % 29 }))
    .sort((a, b) => a.at - b.at)
    .map(({ tile }) => tile);

/** A match as its server has it: it tells each viewer what they may know. @param {string} seating */
function matchOf(seating) {
  const count = COUNTS[/** @type {keyof typeof COUNTS} */ (seating)];
  const seats = Array.from({ length: count }, (_, seat) => seat);
  const names = seats.map((seat) => ({ name: `Player ${seat + 1}`, ready: true, host: false }));
  const rules = { high: { seating, target: TARGET } };
  const kept = /** @type {any} */ ({ ...room(), seating, rules, seats: names });
  const side = (/** @type {number} */ seat) => sideOf(kept, seat);
  /** @type {string[][]} */
  let hands = seats.map(() => []);
  /** @type {{ seat: number, tile: string }[]} */
  let trick = [];
  /** @type {Event[]} */
  let history = [];
  let leader = 0;
  const stands = {
    ply: 0,
    round: 0,
    turn: /** @type {number | undefined} */ (undefined),
    scores: Array.from({ length: new Set(seats.map(side)).size }, () => 0),
    round_scores: /** @type {number[][]} */ ([]),
    over: false,
    winner: /** @type {number | undefined} */ (undefined),
  };
  const said = () => structuredClone({ leader, trick, hand_sizes: hands.map((one) => one.length) });
  const plays = (/** @type {number} */ seat) => (stands.turn === seat ? hands[seat] : []);

  /** @returns {Event[]} */
  function finishTrick() {
    const pips = trick.map(({ tile }) => Number(tile[0]) + Number(tile[2]));
    leader = trick[pips.indexOf(Math.max(...pips))].seat;
    stands.scores[side(leader)] += 1;
    stands.turn = leader;
    /** @type {Event} */
    const took = { type: 'took', seat: leader, side: side(leader) };
    return hands.every((hand) => hand.length === 0) ? [took, ...finishRound()] : [took];
  }

  /** @returns {Event[]} */
  function finishRound() {
    stands.turn = undefined;
    stands.round_scores.push([...stands.scores]);
    const most = Math.max(...stands.scores);
    const best = stands.scores.flatMap((points, one) => (points === most ? [one] : []));
    if (most < TARGET || best.length > 1) return [{ type: 'round_over' }];
    stands.over = true;
    [stands.winner] = best;
    return [{ type: 'round_over' }, { type: 'match_over', winner: best[0] }];
  }

  return {
    seats,
    stands,
    side,
    hand: (/** @type {number} */ seat) => hands[seat],
    deal() {
      stands.round += 1;
      const tiles = shuffled(stands.round * 8 + count);
      hands = seats.map((seat) => tiles.slice(HELD * seat, HELD * (seat + 1)));
      trick = [];
      stands.turn = leader;
      history = [{ type: 'dealt', leader }];
      return history;
    },
    play(/** @type {string} */ tile) {
      const seat = /** @type {number} */ (stands.turn);
      assert.ok(hands[seat].includes(tile));
      hands[seat] = hands[seat].filter((one) => one !== tile);
      trick = trick.length === count ? [] : trick;
      trick.push({ seat, tile });
      stands.ply += 1;
      stands.turn = (seat + 1) % count;
      /** @type {Event[]} */
      const events = [{ type: 'played', seat, tile }];
      if (trick.length === count) events.push(...finishTrick());
      history = [...history, ...events];
      return events;
    },
    /** What a viewer knows who comes now. @param {number | null} seat */
    shownTo(seat) {
      const own = seat === null ? {} : { own: { hand: hands[seat], plays: plays(seat) } };
      const view = stands.round > 0 && { high: { ...said(), history, ...own } };
      return /** @type {any} */ ({
        ...snapshot(),
        v: stands.round + stands.ply,
        room: kept,
        standing: structuredClone(stands),
        view: view || null,
        me: { ...snapshot().me, seat },
      });
    },
    /** What a viewer is told of some events. @param {number | null} seat @param {Event[]} events */
    toldOf(seat, events) {
      const begins = events[0].type === 'dealt';
      const hasPlayed = events.some((event) => event.type === 'played' && event.seat === seat);
      const own = seat !== null && {
        ...((begins || hasPlayed) && { hand: hands[seat] }),
        ...(plays(seat).length > 0 && { plays: plays(seat) }),
      };
      return /** @type {any} */ ({
        type: 'update',
        table: TABLE,
        v: stands.round + stands.ply,
        standing: structuredClone(stands),
        change: { high: { events, ...(begins && { begins }), ...said() } },
        ...(own && Object.keys(own).length > 0 && { own: { high: own } }),
      });
    },
  };
}

/** The table as a viewer sees it from now on. @param {any} facts @returns {Table} */
const tableOf = (facts) => ({ ...facts, ui: INITIAL_UI });

/** What a view tells, without the order of its keys, and without what is left out. @param {Table} table */
function plain({ view }) {
  const { own, ...all } = /** @type {View} */ (view);
  return { ...all, own: own ?? null };
}

/** @param {View[]} frames @param {View} after @param {Event[]} events */
function checkFrames(frames, after, events) {
  assert.equal(frames.length, events.length);
  assert.equal(frames.at(-1), after);
  const all = after.history;
  for (const [i, frame] of frames.entries()) {
    assert.deepEqual(frame.history, all.slice(0, all.length - events.length + i + 1));
    const held = frame.hand_sizes.reduce((sum, n) => sum + n, 0);
    const laid = frame.history.filter(({ type }) => type === 'played').length;
    assert.equal(held + laid, HELD * frame.hand_sizes.length);
    assert.equal(
      frame.trick.length,
      laid === 0 ? 0 : ((laid - 1) % frame.hand_sizes.length) + 1,
      'the trick stays until the next one begins',
    );
    if (frame !== after) assert.equal(high.over(frame), null);
  }
}

for (const seating of SEATINGS) {
  test(`a match of seating ${seating} is played to its end`, () => {
    const match = matchOf(seating);
    const viewers = [...match.seats, null];
    let tables = viewers.map((seat) => tableOf(tableFromSnapshot(null, match.shownTo(seat))));

    /** Tells all viewers of some events. @param {Event[]} events */
    function tell(events) {
      tables = tables.map((table, i) => {
        const now = tableOf(withUpdate(table, match.toldOf(viewers[i], events)));
        const anew = tableOf(tableFromSnapshot(null, match.shownTo(viewers[i])));
        assert.deepEqual(plain(now), plain(anew), 'the same as a viewer who comes now');
        const [before, view] = [table, now].map((one) => /** @type {any} */ (one.view));
        checkFrames(gameOf(now.room).frames(before, view, events), view, events);
        return now;
      });
    }

    /** The seat on turn plays what it is offered; the others are offered nothing. */
    function move() {
      const turn = /** @type {number} */ (match.stands.turn);
      const offers = tables.map((table) => offersOf(table));
      const plays = offers[turn].map(({ steps }) => tileOf(steps));
      assert.deepEqual(plays, match.hand(turn));
      for (const [i, list] of offers.entries()) if (i !== turn) assert.deepEqual(list, []);
      const offer = offers[turn][match.stands.ply % plays.length];
      const { play } = /** @type {any} */ (offer.move).high;
      const only = high.unasked(/** @type {View} */ (tables[turn].view));
      assert.equal(only !== null, plays.length === 1);
      tell(match.play(play));
    }

    while (!match.stands.over) {
      assert.ok(match.stands.round < 40);
      tell(match.deal());
      while (match.stands.turn !== undefined) move();
      const [table] = tables;
      const view = /** @type {View} */ (table.view);
      const { scores, round_scores } = standing(table);
      const before = round_scores.at(-2) ?? scores.map(() => 0);
      assert.deepEqual(
        scores.map((_, side) => high.tricksOf(view, side)),
        scores.map((points, side) => points - before[side]),
      );
      assert.equal(high.over(view)?.type, match.stands.over ? 'match_over' : 'round_over');
      const dealt = high.dealt(view, 0);
      assert.equal(dealt?.events.length, HELD * match.seats.length);
      assert.deepEqual(dealt?.left?.flat(), []);
    }
    const [table] = tables;
    const { scores, winner } = standing(table);
    assert.equal(scores[winner ?? -1], Math.max(...scores));
    const told = high.sentences(table.view?.history ?? [], table.room, 0);
    assert.equal(told.length, table.view?.history.length);
    assert.match(told.at(-1)?.text ?? '', /^The match goes to /);
  });
}

test('the replay of a round shows who held and played what', () => {
  const match = matchOf('three');
  /** @type {any[]} */
  const steps = [];
  const keep = (/** @type {Event[]} */ events) => {
    const { leader, trick } = match.shownTo(null).view.high;
    const hands = match.seats.map((seat) => [...match.hand(seat)]);
    steps.push({ standing: {}, position: { high: { events, leader, trick, hands } } });
  };
  keep(match.deal());
  const first = match.hand(0)[1];
  keep(match.play(first));
  keep(match.play(match.hand(1)[0]));
  const round = /** @type {any} */ ({ steps });
  assert.equal(high.position(round, 2).trick.length, 2);
  assert.deepEqual(high.position(round, 1).hand_sizes, [2, 3, 3]);
  assert.equal(high.position(round, 2).history.length, 3);
  assert.deepEqual(high.happened(round, 0), [{ type: 'dealt', leader: 0 }]);
  assert.deepEqual(
    high.hands(round, 1)[0].map(({ held }) => held),
    [true, false, true],
  );
});

test('a transcript tells how the tiles lay, and who played which', () => {
  const order = Array.from({ length: 28 }, (_, thing) => thing);
  const transcript = [
    'rules High Tile 5',
    `deal leads 0: ${order.join(' ')}`,
    '0 plays 1-0',
    '1 plays 2-2',
    '1 takes the trick for 1',
    `deal leads 1: ${order.toReversed().join(' ')}`,
  ].join('\n');
  const [first, second] = high.dealing().rounds(transcript);
  assert.deepEqual(first.events, ['0 1-0', '1 2-2']);
  assert.deepEqual(first.deals, [TILES.toSorted(byHighest)]);
  assert.deepEqual(second.deals, [TILES.toSorted(byHighest).reverse()]);
});

test('what draws the game answers all that the page asks', () => {
  // The compiler compares them.
  /** @type {GameViews} */
  const { open, boardView, positionView } = views;
  for (const one of [open, boardView, positionView]) assert.equal(typeof one, 'function');
});

test('the heaviest tile takes a trick, of equal ones the first', () => {
  const trick = (/** @type {string[]} */ ...tiles) => tiles.map((tile, seat) => ({ seat, tile }));
  assert.equal(high.heaviest(trick('6-4', '5-5', '6-3')), 0);
  assert.equal(high.heaviest(trick('0-0', '6-6')), 1);
  assert.equal(high.heaviest([]), -1);
});
