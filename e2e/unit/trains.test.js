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
import {
  explanation,
  headline,
  isWon,
  overPhase,
  pointsShown,
  sideTotals,
} from '../../static/js/format/over.js';
import { continuedSentences, sentencesAbout } from '../../static/js/format/sentences.js';
import { fetchGame, fetchHouseRules, hasHouseRules } from '../../static/js/games/index.js';
import { dealing, engineOf } from '../../static/js/games/trains/dealing.js';
import * as trains from '../../static/js/games/trains/game.js';
import { STOP } from '../../static/js/games/trains/offers.js';
import { trainsOf, treeOf } from '../../static/js/games/trains/tracks.js';
import { loadTexts } from '../../static/js/i18n/index.js';
import { offersOf } from '../../static/js/select.js';
import { pick } from '../../static/js/table/choose.js';
import { tableFromSnapshot, withUpdate } from '../../static/js/table/fold.js';
import { INITIAL_UI } from '../../static/js/table/ui.js';
import { tilesOf } from '../../static/js/tiles/sets.js';
import { tileStep } from '../../static/js/tiles/steps.js';
import { CHICKENFOOT, chance, MEXICAN_TRAIN, tilesWithout, trainsMatch } from './trains_match.js';
import { halves, isDouble } from './trains_oracle.js';

/** @import { Game } from '../../static/js/games/contract.js' */
/** @import { TrainsEvent, TrainsOptions, View } from '../../static/js/games/trains/types.js' */
/** @import { Table } from '../../static/js/state.js' */

await Promise.all([fetchGame('trains'), loadTexts('match')]);

const LAW = readFileSync('crates/rules/RULES-TRAINS.md', 'utf8');

/** The table as a viewer sees it. @param {any} facts @returns {Table} */
const tableOf = (facts) => ({ ...facts, ui: INITIAL_UI });

/** @param {Table} table */
const seen = ({ view }) => /** @type {View} */ (/** @type {unknown} */ (view));

/** What a view tells, without what is left out. @param {Table} table */
function plain({ view }) {
  const own = view?.own ? { ...view.own, offers: view.own.offers ?? [] } : null;
  return JSON.parse(JSON.stringify({ ...view, own }));
}

/** How many tiles are somewhere. @param {View} view */
const tilesIn = ({ table: { hand_sizes = [], boneyard = 0 }, played }) =>
  hand_sizes.reduce((sum, n) => sum + n, 0) + boneyard + played.length;

test('the game answers all that the page asks', () => {
  // The compiler compares them.
  /** @type {Game} */
  const game = trains;
  assert.equal(typeof game.fold, 'function');
});

/** @param {readonly View[]} frames @param {View} after @param {readonly TrainsEvent[]} events @param {View | null} before */
function checkFrames(frames, after, events, before) {
  assert.equal(frames.length, events.length);
  assert.equal(frames.at(-1), after);
  for (const [i, frame] of frames.entries()) {
    const { history, played, table, standing } = frame;
    assert.equal(history.length, after.history.length - events.length + i + 1);
    assert.deepEqual(
      played.map(({ tile }) => tile),
      history.flatMap((event) => (event.type === 'played' ? [event.tile] : [])),
    );
    assert.equal(tilesIn(frame), tilesIn(after));
    const markers = new Set(/** @type {number[]} */ ([]));
    for (const event of history) {
      if (event.type === 'opened') markers.add(event.seat);
      if (event.type === 'closed') markers.delete(event.seat);
    }
    assert.deepEqual(table.markers ?? [], [...markers].sort());
    if (frame === after) continue;
    assert.equal(trains.over(frame), null);
    assert.notEqual(standing.turn, null);
    const isCounted = history.some(({ type }) => type === 'totals');
    const scores = isCounted ? after.standing.scores : before?.standing.scores;
    if (scores?.length) assert.deepEqual(standing.scores, scores);
  }
}

/** The trains or the tree as they are drawn, by what was laid. @param {View} view @param {TrainsOptions} options */
function checkTracks(view, options) {
  const { engine, doubles = [], markers = [] } = view.table;
  if (engine === undefined) {
    assert.deepEqual([trainsOf(view), treeOf(view)], [[], []]);
    return;
  }
  const [hub] = halves(engine);
  const may = new Set((view.own?.offers ?? []).flatMap(({ on }) => on));
  if (options.game === 'mexican_train') {
    const list = trainsOf(view);
    assert.deepEqual(
      list.map(({ on }) => on),
      [...(view.table.hand_sizes ?? []).map((_, seat) => String(seat)), 'm'],
    );
    for (const train of list) {
      let end = hub;
      for (const { tile, to, number } of train.tiles) {
        assert.equal(view.played[number - 1].tile, tile);
        assert.deepEqual([end, to].sort(), [...halves(tile)].sort());
        end = to;
      }
      assert.equal(train.end, end);
      assert.equal(train.canPlay, may.has(train.on));
      assert.equal(train.isMarked, train.owner !== null && markers.includes(train.owner));
      const last = train.tiles.at(-1)?.tile;
      if (train.isOpenDouble) assert.ok(last && isDouble(last) && !train.isDead);
    }
    assert.equal(list.filter(({ isOldest }) => isOldest).length, Math.min(1, doubles.length));
    assert.equal(
      list.reduce((sum, { tiles }) => sum + tiles.length, 0),
      view.played.length,
    );
    return;
  }
  const tree = treeOf(view);
  assert.equal(tree.length, view.played.length + 1);
  for (const { number, tile, parent, to, children, missing, isFree, canPlay } of tree) {
    const under = parent === null ? null : tree[parent];
    if (under) {
      assert.deepEqual([under.to, to].sort(), [...halves(tile)].sort());
      assert.ok(under.children.includes(number));
    }
    assert.equal(isFree, !isDouble(tile) && children.length === 0);
    assert.equal(canPlay, may.has(String(number)));
    const needs = number === 0 ? options.arms : 3;
    if (missing > 0) assert.equal(missing, needs - children.length);
    if (canPlay) assert.ok(isFree || missing > 0);
  }
  assert.ok(tree.filter(({ missing }) => missing > 0).length <= 1);
}

/** What may be done is offered, by steps that lead to it. @param {Table} table @param {ReturnType<typeof trainsMatch>} match @param {number} turn */
function checkOffers(table, match, turn) {
  const list = offersOf(table);
  const { offers, stop } = match.own(turn);
  const plays = offers.flatMap(({ tile, on }) => on.map((one) => ({ tile, on: one })));
  assert.deepEqual(
    list.map(({ move }) => move),
    [...(stop ? ['stop'] : []), ...plays.map((play) => ({ play }))].map((move) => ({
      trains: move,
    })),
  );
  assert.ok(list.length > 0);
  for (const { tile, on } of offers) {
    const first = pick(list, [], tileStep(tile));
    if (on.length === 1) assert.deepEqual(first.offer?.steps[0], tileStep(tile));
    else assert.equal(first.offer, null);
    for (const id of on) {
      const { offer } = pick(list, [tileStep(tile)], { kind: 'place', id });
      assert.deepEqual(offer?.move, { trains: { play: { tile, on: id } } });
    }
  }
  if (stop) assert.deepEqual(pick(list, [], STOP).offer?.move, { trains: 'stop' });
  const only = trains.unasked(seen(table));
  assert.deepEqual(only?.offer.move ?? null, list.length === 1 ? list[0].move : null);
  assert.match(trains.line(seen(table), table), /^[^{}]+$/);
  return list;
}

/**
 * Plays a match to its end: each viewer is told of each move.
 * @param {TrainsOptions} options
 * @param {number} seed
 */
function playedOut(options, seed) {
  const match = trainsMatch(options, seed);
  const random = chance(seed + 1);
  const viewers = [...match.seats, null];
  let tables = viewers.map((seat) => tableOf(tableFromSnapshot(null, match.shownTo(seat))));
  /** What each viewer has seen of each round. @type {any[][]} */
  const shown = viewers.map(() => []);
  /** @type {TrainsEvent[]} */
  const all = [];

  /** @param {readonly TrainsEvent[]} events */
  function tell(events) {
    all.push(...events);
    tables = tables.map((table, i) => {
      const now = tableOf(withUpdate(table, match.toldOf(viewers[i], events)));
      const anew = tableOf(tableFromSnapshot(null, match.shownTo(viewers[i])));
      assert.deepEqual(plain(now), plain(anew), 'the same as a viewer who comes now');
      const before = table.view && seen(table);
      checkFrames(trains.frames(before, seen(now), events), seen(now), events, before);
      checkTracks(seen(now), options);
      return now;
    });
    const at = match.stands.round - 1;
    if (at < 0) return;
    for (const [i, table] of tables.entries()) {
      const one = viewOf(table);
      if (one) shown[i][at] = together(shown[i][at] ?? null, one);
    }
  }

  tell(match.drawLots());
  while (!match.stands.over) {
    if (match.isOver()) {
      tell(match.deal());
      continue;
    }
    const turn = /** @type {number} */ (match.stands.turn);
    for (const [i, table] of tables.entries())
      if (i !== turn) assert.deepEqual(offersOf(table), []);
    const list = checkOffers(tables[turn], match, turn);
    const { move } = list[random(list.length)];
    tell(match.take(/** @type {any} */ (move).trains));
  }
  return { match, tables, shown, all };
}

/** Options of all kinds, with enough tiles for a round that isn't over at once. @type {Record<string, Partial<TrainsOptions>>} */
const KINDS = {
  'of Mexican Train': {},
  'with whole trains': { first_turn: 'whole_train' },
  'with free second tiles': {
    first_turn: 'whole_train',
    double_turn: 'free_second',
    last_double: 'must_cover',
  },
  'with own trains first': { own_first: 'for_all', last_double: 'must_cover' },
  'with plain doubles': { own_first: 'for_mexican', double_turn: 'none', double_blank: 0 },
  'of Chickenfoot': { game: 'chickenfoot' },
  'of Chickenfoot with six arms': { game: 'chickenfoot', arms: 6 },
};

const SEATINGS = /** @type {const} */ (['two', 'three', 'four', 'five', 'six', 'seven', 'eight']);

/** The tiles of a hand, from two seats on. */
const HANDS = [12, 11, 10, 7, 12, 10, 10];

/** What has happened in all matches. @type {Set<string>} */
const happened = new Set();

for (const [kind, changes] of Object.entries(KINDS)) {
  test(`matches ${kind} are played to their end by two to eight`, () => {
    const isPlain = Object.keys(changes).every((name) => name === 'game');
    for (const [i, seating] of SEATINGS.entries()) {
      if (!isPlain && i % 3 > 0) continue;
      const isLarge = i > 3;
      const tile_set = isLarge ? 'double_twelve' : 'double_nine';
      const hand_size = HANDS[i];
      const options = { ...MEXICAN_TRAIN, ...changes, seating, tile_set, hand_size };
      const { match, tables, shown, all } = playedOut(/** @type {any} */ (options), 31 * i + 7);
      const [table] = tables;
      const view = seen(table);
      const over = trains.over(view);
      assert.equal(over?.type, 'match_over');
      assert.deepEqual(
        over?.counts,
        match.stands.scores.map(
          (sum, seat) => sum - (match.stands.round_scores.at(-2)?.[seat] ?? 0),
        ),
      );
      // Each round was shown as it was dealt.
      const rounds = dealing(table.room).rounds(match.transcript());
      assert.equal(rounds.length, options.rounds);
      for (const [seat, one] of shown.entries()) {
        assert.equal(one.length, seat === match.seats.length ? 0 : options.rounds);
        for (const [at, { events, contradicted, late, own, end }] of one.entries()) {
          assert.deepEqual([contradicted, late], [undefined, undefined]);
          assert.deepEqual(events, rounds[at].events);
          assert.equal(end, rounds[at].end);
          const [order] = rounds[at].deals;
          const dealt = order.slice(seat * options.hand_size, (seat + 1) * options.hand_size);
          const drawn = rounds[at].drawn.filter((draw) => draw.seat === seat);
          assert.deepEqual(own.flat().sort(), [...dealt, ...drawn.map(({ tile }) => tile)].sort());
        }
      }
      const told = trains.sentences(view.history, table.room, 0, view);
      assert.equal(
        told.reduce((sum, { used }) => sum + used, 0),
        view.history.length,
      );
      for (const { text } of told) assert.match(text, /^[^{}]+[.!]$/);
      for (const { type } of all) happened.add(type);
      for (const what of /** @type {const} */ (['board', 'hand', 'scores']))
        assert.match(trains.aloud(what, table, trains.hand(view)), /^[^{}]+\.$/);
    }
  });
}

test('everything but a call of time has happened in them', () => {
  const types = 'blocked closed dealt drew lots opened out passed played stopped totals won';
  assert.equal([...happened].sort().join(' '), types);
});

test('a call of time is told, and two who win together', () => {
  const { room } = tableWith(MEXICAN_TRAIN, {});
  /** @type {TrainsEvent[]} */
  const events = [{ type: 'time_called' }, { type: 'won', seats: [0, 2] }];
  assert.deepEqual(
    trains.sentences(events, room, 2).map(({ text }) => text),
    ['Time is up: this round is the last.', 'Player 1 & You share the win.'],
  );
});

test('a replay shows what was shown at the table', () => {
  for (const options of [{ ...MEXICAN_TRAIN }, { ...CHICKENFOOT }]) {
    const match = trainsMatch(options, 5);
    const random = chance(9);
    match.drawLots();
    match.deal();
    const views = [match.shownTo(null).view.trains];
    const held = [match.seats.map((seat) => match.own(seat).hand)];
    while (!match.isOver()) {
      const { offers } = match.own(/** @type {number} */ (match.stands.turn));
      const { tile, on } = offers[random(offers.length)];
      match.take({ play: { tile, on: on[random(on.length)] } });
      views.push(match.shownTo(null).view.trains);
      held.push(match.seats.map((seat) => match.own(seat).hand));
    }
    const [round] = match.replay();
    assert.equal(round.steps.length, views.length);
    for (const [step, told] of views.entries()) {
      const { shown, own, history, ...now } = trains.position(round, step);
      const { history: live, shown: _, ...rest } = told;
      assert.deepEqual(now, rest);
      assert.deepEqual(
        history.map(({ type }) => type),
        live.map((/** @type {TrainsEvent} */ { type }) => type),
      );
      assert.deepEqual(shown?.hands, held[step]);
      assert.equal(own, null);
      const had = trains.hands(round, step);
      for (const [seat, hand] of had.entries()) {
        assert.deepEqual(
          hand.filter((one) => one.held).map(({ tile }) => tile),
          held[step][seat],
        );
        const laid = hand.filter((one) => !one.held).map(({ tile }) => tile);
        const played = now.played.filter((one) => one.seat === seat).map(({ tile }) => tile);
        assert.deepEqual(laid.sort(), played.sort());
      }
    }
    assert.deepEqual(trains.happened(round, 0)[0].type, 'lots');
  }
});

test('the round of the rules is read from its transcript', () => {
  const text = /```transcript\n([^`]*)```/.exec(LAW)?.[1] ?? '';
  const options = { ...MEXICAN_TRAIN, seating: /** @type {const} */ ('two'), hand_size: 4 };
  const deal = dealing({ rules: { trains: options } });
  assert.deepEqual([deal.things, deal.held, deal.lacking?.(1)], [54, 4, '9-9']);
  const [round, other] = deal.rounds(text);
  assert.equal(other, undefined);
  assert.equal(round.deals.length, 1);
  assert.deepEqual([...round.deals[0]].sort(), tilesWithout(9, '9-9').sort());
  assert.deepEqual(round.events.slice(0, 4), ['lots 5-1 9-3', '1 draws', '0 9-7', '1 draws']);
  // Drawn in the order of the boneyard, which lies behind two hands of four.
  assert.deepEqual(
    round.drawn.map(({ tile }) => tile),
    round.deals[0].slice(8, 8 + round.drawn.length),
  );
  assert.equal(round.end, 'domino');
  const [blocked] = deal.rounds(text.replace('0 goes out:', 'blocked:'));
  assert.equal(blocked.end, 'tied');
  const two = deal.rounds(`${text}deal 8-8 begins 0: 12-5 9-9\n0 plays 12-5 on m to 5`);
  assert.deepEqual(two[1], { events: ['0 12-5'], deals: [['12-5', '9-9']], drawn: [] });
  assert.deepEqual(deal.rounds('rules Chickenfoot 10'), []);
});

test('engines go down from the highest double', () => {
  const engines = [1, 2, 13].map((round) => engineOf({ tile_set: 'double_twelve' }, round));
  assert.deepEqual(engines, ['12-12', '11-11', '0-0']);
  assert.equal(engineOf({ tile_set: 'double_nine' }, 4), '6-6');
  const things = dealing({ rules: { trains: { ...CHICKENFOOT, tile_set: 'double_twelve' } } });
  assert.equal(things.things, 90);
});

test('the deal of a round without its engine is checked, and what is wrong in it is found', async () => {
  const secret = bytesOf('5'.repeat(64));
  /** @type {TrainsOptions} */
  const options = { ...MEXICAN_TRAIN, seating: 'two' };
  const rules = { trains: options };
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
  const of = { terms: bound.terms, round: 1, seeds: [bytesOf(seed)], things: 54, attempt: 0 };
  const [lots, order] = await Promise.all([
    orderOf(secret, { ...of, purpose: 'lots' }),
    orderOf(secret, { ...of, purpose: 'deal' }),
  ]);
  const proof = { ...fairness, rounds: [{ round: 1, secret: hex(secret), lots, deals: [order] }] };
  const tiles = tilesOf(order, 1, '9-9');
  const drawn = tilesOf(lots, 1, '9-9').slice(0, 2);
  const seenEvents = [`lots ${drawn.join(' ')}`, `0 ${tiles[0]}`, '1 draws'];
  const shown = {
    table: fairness.table,
    match: 1,
    round: 1,
    seat: 1,
    v: 1,
    own: [tiles.slice(6, 12), [tiles[12]]],
    events: seenEvents,
  };
  const note = /** @type {any} */ ({ told: true, seed, agreed: { computers: [null, null] } });
  /** @param {any} one */
  async function found(one) {
    const { checks } = await checkRound(proof, 1, rules, { note, shown: one, before: null });
    return ['order', 'redeals', 'hand', 'played'].map(
      (what) => checks.find((check) => check.what === what)?.result,
    );
  }
  assert.deepEqual(await found(shown), ['good', 'good', 'good', 'good']);
  const other = { ...shown, own: [tiles.slice(6, 12), [tiles[13]]] };
  assert.deepEqual((await found(other))[2], 'bad');
  const lied = { ...shown, events: [seenEvents[0], `1 ${tiles[0]}`, '1 draws'] };
  assert.deepEqual((await found(lied))[3], 'bad');
});

/**
 * A table of three with a position.
 * @param {TrainsOptions} options
 * @param {Partial<View>} view
 * @param {Partial<View['standing']>} [standing]
 */
function tableWith(options, view, standing = {}) {
  const match = trainsMatch({ ...options, seating: 'three' });
  match.drawLots();
  match.deal();
  const table = tableOf(tableFromSnapshot(null, match.shownTo(0)));
  const before = seen(table);
  table.view = /** @type {any} */ ({
    ...before,
    own: { hand: ['6-1', '5-2'] },
    ...view,
    standing: { ...before.standing, turn: 0, ...standing },
  });
  return table;
}

/** @param {string} laid such as "0: 9-8 on 0 to 8" */
const laidBy = (laid) =>
  laid.split(', ').map((one) => {
    const [, seat, tile, on, to] = /^(\d): (\S+) on (\S+) to (\d+)$/.exec(one) ?? [];
    return { seat: Number(seat), tile, on, to: Number(to) };
  });

const TABLE = { engine: '9-9', hand_sizes: [2, 5, 6], boneyard: 20 };

test('what is asked on a turn is said with its reason', () => {
  const says = (/** @type {Table} */ table) => trains.line(seen(table), table);
  const played = laidBy('0: 9-6 on 0 to 6, 1: 9-3 on 1 to 3, 1: 3-3 on 1 to 3');
  const covers = { hand: ['3-1', '6-1'], offers: [{ tile: '3-1', on: ['1'] }] };
  const bound = { ...TABLE, state: /** @type {const} */ ('cover'), doubles: ['1'] };
  const cover = tableWith(MEXICAN_TRAIN, { table: bound, played, own: covers });
  assert.equal(says(cover), '3-3 must be covered first (Player 2’s train)');
  cover.view = /** @type {any} */ ({ ...cover.view, history: [{ type: 'drew', seat: 0 }] });
  assert.match(says(cover), /^You draw 6-1\. 3-3 must/);
  cover.ui = { ...INITIAL_UI, picked: [tileStep('3-1')] };
  assert.equal(says(cover), 'Where does 3-1 go?');
  const free = tableWith(MEXICAN_TRAIN, {
    table: { ...TABLE, state: 'free', markers: [2] },
    played: played.slice(0, 2),
    own: { hand: ['9-6', '9-1'], offers: [{ tile: '9-6', on: ['0', 'm', '2'] }] },
  });
  assert.equal(
    says(free),
    'Your turn. Open to you: your train (6), Player 3’s train (9), the Mexican train (9)',
  );
  free.me = { ...free.me, seat: 2 };
  assert.equal(
    says(free),
    'Your turn. Open to you: your train (9), Player 1’s train (6), the Mexican train (9)',
  );
  const many = tableWith(MEXICAN_TRAIN, {
    table: { ...TABLE, state: 'free', markers: [1, 2] },
    own: { hand: ['9-1'], offers: [{ tile: '9-1', on: ['0', 'm', '1', '2'] }] },
  });
  assert.equal(says(many), 'Your turn. Open to you: your train (9), Player 2’s train (9), 2 more');
  const begin = tableWith(
    { ...MEXICAN_TRAIN, first_turn: 'whole_train' },
    {
      table: { ...TABLE, state: 'first', first_turns: [0, 1, 2] },
      played: [],
      own: { hand: ['9-6'], offers: [{ tile: '9-6', on: ['0'] }] },
    },
  );
  assert.equal(says(begin), 'Begin your train with a 9');
  begin.view = /** @type {any} */ ({
    ...begin.view,
    played: played.slice(0, 1),
    own: { hand: ['6-1'], offers: [{ tile: '6-1', on: ['0'] }], stop: true },
  });
  assert.equal(says(begin), 'Go on with your train, or stop: a 6 fits');
  const foot = tableWith(CHICKENFOOT, {
    table: { ...TABLE, state: 'foot', fill: { on: '2', missing: 2 } },
    played: laidBy('0: 9-6 on 0 to 6, 1: 6-6 on 1 to 6, 2: 6-5 on 2 to 5'),
    own: { hand: ['6-1'], offers: [{ tile: '6-1', on: ['2'] }] },
  });
  assert.equal(says(foot), 'Put a toe on the foot 6-6: 2 still missing');
  assert.equal(
    trains.aloud('board', foot, []),
    'The engine is 9-9. The foot 6-6 needs 2 more toes. Free ends: 5 at 6-5.',
  );
});

test('a cover, an opened train and a foot are told as what they are', () => {
  const played = laidBy('0: 9-6 on 0 to 6, 1: 9-3 on 1 to 3, 1: 3-3 on 1 to 3, 2: 3-1 on 1 to 1');
  /** @type {TrainsEvent[]} */
  const history = [
    { type: 'dealt', engine: '9-9', beginner: 0 },
    ...played.slice(0, 3).map((one) => ({ type: /** @type {const} */ ('played'), ...one })),
    { type: 'drew', seat: 1 },
    { type: 'opened', seat: 1 },
    { type: 'passed', seat: 1 },
    { type: 'played', ...played[3] },
    { type: 'drew', seat: 0 },
    { type: 'passed', seat: 0 },
  ];
  const table = tableWith(MEXICAN_TRAIN, { table: TABLE, played, history });
  const said = sentencesAbout(history, table.room, 0, table.view);
  assert.deepEqual(
    said.map(({ text }) => text),
    [
      'The engine is 9-9; you begin.',
      'You play 9-6 on your train.',
      'Player 2 plays 9-3 on their own train.',
      'Player 2 plays 3-3 on their own train. 3-3 must be covered.',
      'Player 2 draws.',
      'Player 2 can’t play: their train is open.',
      'Player 3 covers 3-3 with 3-1.',
      'You draw 5-2.',
      'You pass.',
    ],
  );
  // What was told of a part of them stays.
  const before = { events: history.slice(0, 6), said: said.slice(0, 6) };
  const more = continuedSentences(before, history, table.room, 0, table.view);
  assert.deepEqual(more, said);
  assert.equal(trains.note(seen(table), 1, table.room).text, 'drew · 2 tiles · 3-3 · train open');
  assert.equal(trains.note(seen(table), 2, table.room).text, '3-1 → Player 2');
  assert.equal(trains.note(seen(table), 0, table.room).text, 'drew · passes');
  const toes = laidBy('0: 9-6 on 0 to 6, 1: 6-6 on 1 to 6, 2: 6-5 on 2 to 5');
  const feet = tableWith(CHICKENFOOT, { table: TABLE, played: toes });
  const events = toes.map((one) => ({ type: /** @type {const} */ ('played'), ...one }));
  assert.deepEqual(
    sentencesAbout(events, feet.room, null, feet.view).map(({ text }) => text),
    [
      'Player 1 plays 9-6 on 9-9. The hub 9-9 needs 3 more tiles.',
      'Player 2 plays 6-6 on 9-6. The foot 6-6 needs 3 more toes.',
      'Player 3 plays 6-5 on 6-6. The foot 6-6 needs 2 more toes.',
    ],
  );
});

test('a double whose pips all lie asks for nothing', () => {
  const nines = tilesWithout(9, '9-9').filter((tile) => halves(tile).includes(4) && tile !== '4-4');
  const played = [...nines.map((tile) => `0: ${tile} on m to 4`), '0: 4-4 on m to 4'];
  const table = tableWith(MEXICAN_TRAIN, { table: TABLE, played: laidBy(played.join(', ')) });
  const last = { type: /** @type {const} */ ('played'), ...seen(table).played[nines.length] };
  const [{ text }] = sentencesAbout([last], table.room, null, table.view);
  assert.equal(text, 'Player 1 plays 4-4 on the Mexican train.');
});

test('the trains are read aloud with their ends and what stands on them', () => {
  const played = laidBy('0: 9-6 on 0 to 6, 1: 9-3 on 1 to 3, 1: 3-3 on 1 to 3');
  const table = tableWith(MEXICAN_TRAIN, {
    table: { ...TABLE, markers: [1], doubles: ['1'], dead: ['2'] },
    played,
    own: { hand: ['3-1'], offers: [{ tile: '3-1', on: ['1'] }] },
  });
  assert.equal(
    trains.aloud('board', table, []),
    'The engine is 9-9. Your train: ends with 6 after 1 tile, closed. ' +
      'Player 2’s train: ends with 3 after 2 tiles, open, its double must be covered, you may play here. ' +
      'Player 3’s train: not begun, takes 9, closed, ended, nothing fits any more. ' +
      'The Mexican train: not begun, takes 9.',
  );
  assert.equal(
    trains.aloud('hand', table, ['3-1']),
    'Your hand, 1 tile: 3-1. You can play 3-1. Player 2’s train: 3-1.',
  );
  assert.match(
    trains.aloud('scores', table, []),
    /^Round 1 of 2, the fewest points win\. Player 1: 0 points, 2 tiles; .* boneyard: 20 tiles\.$/,
  );
});

/** The matches of the page of rules: points by round, totals, places. */
const MATCHES = [...LAW.matchAll(/^\| (M\d) \|[^|]*\| ([\d:, ]+) \| ([\d:]+) \| ([\d:]+) \|$/gm)];

test('the fewest points have the first place, and ties go back through the rounds', () => {
  assert.equal(MATCHES.length, 6);
  for (const [, no, points, totals, places] of MATCHES) {
    const numbers = (/** @type {string} */ text) => text.split(':').map(Number);
    /** @type {number[][]} */
    const sums = [];
    for (const round of points.split(', ').map(numbers))
      sums.push(round.map((n, seat) => n + (sums.at(-1)?.[seat] ?? 0)));
    const scores = numbers(totals);
    assert.deepEqual(sums.at(-1), scores);
    const view = /** @type {any} */ ({ standing: { scores, round_scores: sums } });
    assert.deepEqual(trains.places(view), numbers(places), no);
  }
});

/** A table of three whose round is over. @param {TrainsEvent} end @param {Partial<View['standing']>} standing @param {TrainsEvent[]} [more] */
function tableAfter(end, standing, more = []) {
  const hands = [['6-1'], [], ['0-0', '2-1']];
  const history = [end, ...more];
  const shown = { hands, boneyard: [] };
  const table = tableWith(MEXICAN_TRAIN, { history, shown }, { turn: null, ...standing });
  if (standing.over) table.room = { ...table.room, status: 'over' };
  return table;
}

test('the end of a round and of a match is told by places', () => {
  const round_scores = [[7, 0, 53]];
  /** @type {TrainsEvent} */
  const out = { type: 'out', seat: 1, points: [7, 0, 53] };
  const round = tableAfter(out, { scores: [7, 0, 53], round_scores });
  const over = overPhase(round);
  assert.ok(over);
  assert.deepEqual([over.type, over.winner, over.counts], ['round_over', 1, [7, 0, 53]]);
  assert.equal(headline(round, over), 'Player 2 wins round 1');
  assert.deepEqual(pointsShown(round, over), []);
  assert.deepEqual(explanation(round, over), [
    'Player 2 goes out.',
    'Points of the round: You 7, Player 2 0, Player 3 53.',
  ]);
  assert.deepEqual(
    sideTotals(round).map(({ name, place, points }) => [place, name, points]),
    [
      [1, 'Player 2', 0],
      [2, 'You', 7],
      [3, 'Player 3', 53],
    ],
  );
  const blocked = tableAfter(
    { type: 'blocked', points: [7, 0, 53] },
    { scores: [7, 0, 53], round_scores },
  );
  const end = overPhase(blocked);
  assert.equal(end && headline(blocked, end), 'Round 1 is blocked');
  const final = tableAfter(
    out,
    {
      scores: [20, 20, 80],
      round_scores: [
        [13, 20, 27],
        [20, 20, 80],
      ],
      over: true,
      winner: 1,
      round: 2,
    },
    [{ type: 'won', seats: [1] }],
  );
  const match = overPhase(final);
  assert.ok(match);
  assert.equal(headline(final, match), 'Player 2 wins the match');
  assert.deepEqual(explanation(final, match).slice(2), [
    'Equal totals: the later round with fewer points decides.',
  ]);
  const shared = tableAfter(
    { type: 'blocked', points: [5, 5, 50] },
    { scores: [5, 5, 50], round_scores: [[5, 5, 50]], over: true },
    [{ type: 'won', seats: [0, 1] }],
  );
  const both = overPhase(shared);
  assert.ok(both);
  assert.equal(headline(shared, both), 'You & Player 2 share the win');
  assert.equal(isWon(shared, both), true);
  assert.equal(trains.cue({ type: 'won', seats: [0, 1] }, shared), 'win');
});

test('the rules that differ from family to family are read out', async () => {
  assert.equal(hasHouseRules('trains'), true);
  assert.equal(hasHouseRules('line'), false);
  assert.equal(hasHouseRules('unknown'), false);
  const says = (/** @type {Partial<TrainsOptions>} */ changes) =>
    fetchHouseRules(/** @type {any} */ ({ rules: { trains: { ...MEXICAN_TRAIN, ...changes } } }));
  assert.deepEqual(await says({ first_turn: 'whole_train', rounds: 7 }), [
    '7 rounds, from 9-9 down to 3-3: the fewest points win.',
    'Each player begins with 6 tiles.',
    'Your first turn is your whole train.',
    'You may play on the Mexican train and on open trains from the start.',
    'Doubles must be covered.',
    'You may go out with a double.',
    '0-0 in your hand counts 50 points.',
  ]);
  const plain = await says({ double_turn: 'none', rounds: 1, own_first: 'for_all' });
  assert.equal(plain[0], '1 round, with 9-9: the fewest points win.');
  assert.ok(plain.includes('A double is a tile like all others.'));
  assert.ok(!plain.some((rule) => rule.includes('go out')));
  assert.deepEqual((await says({ game: 'chickenfoot', arms: 6 })).slice(2), [
    'The engine is filled first, with 6 tiles.',
    'Each double takes three toes before play goes on elsewhere.',
    '0-0 in your hand counts 50 points.',
  ]);
});

test('an expert’s advice is told with its reasons', () => {
  const room = {
    rules: { trains: { ...MEXICAN_TRAIN, seating: 'two' } },
    seats: [{ name: 'Ana' }, { name: 'Ben' }],
  };
  const view = { table: {}, played: [], standing: { turn: 0 } };
  const nothing = {
    ...{ points: 13, out: false, covers: false, closes: false },
    ...{ follower: null, chain: 0, chain_after: 0, fewest: 5 },
  };
  const says = (/** @type {any} */ chosen, /** @type {object} */ reason) =>
    trains.advice(
      /** @type {any} */ ({ chosen, reason: { ...nothing, ...reason } }),
      /** @type {any} */ (view),
      /** @type {any} */ (room),
    );
  const play = (/** @type {string} */ on) => ({ play: { tile: '7-6', on } });
  assert.equal(
    says(play('m'), { chain: 3, chain_after: 3 }),
    'The expert plays 7-6 → the Mexican train. Your own chain of 3 tiles stays as it is. It gets rid of 13 points.',
  );
  assert.equal(
    says(play('0'), { closes: true, chain: 3, chain_after: 2, fewest: 2 }),
    'The expert plays 7-6 → your train. It closes your train. Your train goes on. A player is nearly out: it gets rid of 13 points.',
  );
  assert.equal(
    says(play('1'), { out: true }),
    'The expert plays 7-6 → Ben’s train. It is your last tile.',
  );
  assert.equal(
    says({ play: { tile: '7-7', on: 'm' } }, { covers: true, follower: '7-2' }),
    'The expert plays 7-7 → the Mexican train. It covers the double. 7-2 can follow it. It gets rid of 13 points.',
  );
  assert.equal(says('stop', {}), 'The expert stops here.');
  assert.deepEqual(
    trains.advised(/** @type {any} */ ({ chosen: play('m') })).map(({ id }) => id),
    ['7-6', 'm'],
  );
});
