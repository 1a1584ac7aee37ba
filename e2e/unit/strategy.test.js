/** The advice on how to play: its positions can come up, and what is said of them is true. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULTS, fullOptions } from '../../static/js/format/options.js';
import {
  CLOSED,
  chainOf,
  FIRST_PASS,
  LOCKED,
  POSITIONS,
} from '../../static/js/games/line/positions.js';
import { adviceFor, strategyInWords } from '../../static/js/games/line/strategy.js';
import { pipSum } from '../../static/js/tiles/pips.js';
import { FIVE_UP } from './line.js';
import { halves, isDouble, leadOf, replayed, withTile } from './oracle.js';

/** @import { Position, PositionName } from '../../static/js/games/line/positions.js' */
/** @import { LineOptions } from '../../static/js/protocol.js' */
/** @import { Arms } from './oracle.js' */

/** @param {number} most the highest number of the set */
const tilesTo = (most) =>
  Array.from({ length: most + 1 }, (_, high) =>
    Array.from({ length: high + 1 }, (_, low) => `${high}-${low}`),
  ).flat();

/** @param {Position} position */
const setOf = ({ set }) => tilesTo(set === 'double_nine' ? 9 : 6);
/** @param {string} tile @param {number} pips */
const has = (tile, pips) => halves(tile).includes(pips);
/** @param {Arms} arms */
const endsOf = (arms) => [...arms.values()].map(({ pips }) => pips);

/** The tiles that the player on turn doesn't see. @param {Position} position */
function unseen(position) {
  const seen = [...chainOf(position).laid.map(({ tile }) => tile), ...position.hand];
  return setOf(position).filter((tile) => !seen.includes(tile));
}

/** The arms after a play such as "4-1 b". @param {Position} position @param {string} [play] */
function after(position, play = position.best) {
  const [tile, arm] = play.split(' ');
  if (position.turns.length === 0) return leadOf(tile);
  return withTile(replayed(chainOf(position)), tile, arm, position.spinner);
}

/** What is left of the hand. @param {Position} position */
const rest = ({ hand, best }) => hand.filter((tile) => tile !== best.split(' ')[0]);

/**
 * Each seat's tiles left and the numbers that it lacks since it passed or drew, and who is on turn. The
 * leader is seat 0.
 * @param {Position} position
 */
function seatsOf({ turns, seats, dealt }) {
  const left = Array(seats).fill(dealt);
  const lacks = Array.from({ length: seats }, () => new Set());
  /** @type {Arms} */
  let arms = new Map();
  let turn = 0;
  for (const text of turns) {
    const at = turn % seats;
    const drawn = /^draws (\d)$/.exec(text);
    if (text === 'pass' || drawn) for (const pips of endsOf(arms)) lacks[at].add(pips);
    left[at] += Number(drawn?.[1] ?? 0);
    if (drawn) continue;
    turn += 1;
    if (text === 'pass') continue;
    left[at] -= 1;
    const [arm, tile] = text.split(' ');
    const isDrawn = turns[turns.indexOf(text) - 1]?.startsWith('draws');
    const held = (isDrawn ? [] : halves(tile ?? arm)).filter((pips) => lacks[at].has(pips));
    assert.deepEqual(held, [], `seat ${at} didn't have ${text}`);
    arms = tile === undefined ? leadOf(arm) : withTile(arms, tile, arm, '5-5');
  }
  return { left, lacks, turn: turn % seats };
}

const all = /** @type {[PositionName, Position][]} */ (Object.entries(POSITIONS));

for (const [name, position] of all) {
  test(`the position "${name}" can come up, and the best tile fits`, () => {
    const { hand, best, turns } = position;
    const chain = chainOf(position);
    const tiles = [...chain.laid.map(({ tile }) => tile), ...hand];
    assert.equal(new Set(tiles).size, tiles.length);
    assert.deepEqual(
      tiles.filter((tile) => !setOf(position).includes(tile)),
      [],
    );
    const { left, lacks, turn } = seatsOf(position);
    assert.equal(hand.length, left[turn]);
    assert.ok(hand.every((tile) => halves(tile).every((pips) => !lacks[turn].has(pips))));
    assert.ok(hand.includes(best.split(' ')[0]));
    after(position);
    if (turns.length === 0) return assert.deepEqual(chain.ends, []);
    const arms = replayed(chain);
    const open = chain.ends.map(({ arm, pips }) => [arm, pips]);
    const sides = chain.spinner ? ['c', 'd'].map((arm) => [arm, 5]) : [];
    const outer = [...arms].map(([arm, { pips }]) => [arm, pips]);
    assert.deepEqual(open, [...outer, ...sides]);
  });
}

/** What the ends count, in a layout in which the spinner, if it has one, lies inside. @param {Arms} arms */
function countOf(arms) {
  const outer = [...arms.values()];
  const alone = outer.every(({ tile }) => tile === outer[0].tile);
  const sum = outer.map(({ pips, tile }) => (isDouble(tile) && !alone ? 2 * pips : pips));
  return sum.reduce((one, other) => one + other, 0);
}

/** @param {number} count */
function pointsOf(count) {
  const fives = count % 5 === 0 ? count / 5 : 0;
  return { pips: 5 * fives, fives, threes: fives + (count % 3 === 0 ? count / 3 : 0) };
}

/**
 * The points that each tile would make after a play, at its best end.
 * @param {Arms} arms
 * @param {string[]} tiles
 * @param {'fives' | 'threes'} unit
 */
function answersTo(arms, tiles, unit) {
  return tiles.flatMap((tile) => {
    const fitting = [...arms].filter(([, { pips }]) => has(tile, pips));
    const made = fitting.map(([arm]) => pointsOf(countOf(withTile(arms, tile, arm)))[unit]);
    const points = Math.max(0, ...made);
    return points > 0 ? [{ tile, points }] : [];
  });
}

test('every count that is shown is right, and nothing else in the hand would make more', () => {
  for (const [name, position] of all) {
    const { counted, hand } = position;
    if (!counted) continue;
    const arms = after(position);
    const alone = position.turns.length === 0;
    assert.deepEqual(
      counted.terms,
      [...arms].map(([arm, { pips, tile }]) => ({ arm, pips, double: !alone && isDouble(tile) })),
      name,
    );
    assert.equal(counted.total, countOf(arms), name);
    assert.deepEqual(counted.points, pointsOf(counted.total), name);
    const unit = ['fifteen', 'first_nine'].includes(name) ? 'threes' : 'fives';
    const before = alone ? null : replayed(chainOf(position));
    const others = before
      ? answersTo(before, hand, unit).map(({ points }) => points)
      : hand.map((tile) => pointsOf(countOf(leadOf(tile)))[unit]);
    assert.equal(Math.max(...others, counted.points[unit]), counted.points[unit], name);
  }
});

test('the answers that are named are those that there are, and the best tile leaves the fewest', () => {
  const { first_five, safe, quiet, first_nine } = POSITIONS;
  /** @param {Position} position @param {string} play @param {'fives' | 'threes'} unit */
  const answers = (position, play, unit) =>
    answersTo(after(position, play), unseen(position), unit);
  for (const [position, unit, best, other] of /** @type {const} */ ([
    [first_five, 'fives', ['3-2', 0], ['4-1', 1]],
    [safe, 'fives', ['4-0 a', 0], ['3-1 b', 3]],
    [quiet, 'threes', ['3-2 b', 3], ['6-4 a', 7]],
  ])) {
    assert.equal(position.best, best[0]);
    for (const [play, n] of [best, other]) {
      assert.equal(answers(position, play, unit).length, n, play);
    }
  }
  const others = answers(safe, '3-1 b', 'fives');
  assert.deepEqual(
    others.map(({ tile }) => tile),
    ['3-3', '4-2', '6-3'],
  );
  for (const [play, most] of /** @type {const} */ ([
    ['5-4', 2],
    ['6-3', 8],
  ])) {
    const points = answers(first_nine, play, 'threes').map((one) => one.points);
    assert.equal(Math.max(...points), most, play);
  }
});

test('what is said of first tiles and of counts holds', () => {
  const tiles = tilesTo(6);
  /** @param {string} lead @param {'fives' | 'threes'} unit */
  const answers = (lead, unit) =>
    answersTo(
      leadOf(lead),
      tiles.filter((tile) => tile !== lead),
      unit,
    );
  const scoring = tiles.filter((tile) => pointsOf(countOf(leadOf(tile))).fives > 0);
  assert.deepEqual(scoring, ['3-2', '4-1', '5-0', '5-5', '6-4']);
  const named = ['6-4', '5-5', '3-2'].map((lead) => answers(lead, 'fives').map(({ tile }) => tile));
  assert.deepEqual(named, [['6-1'], ['5-0'], []]);
  const keeping = tiles.filter((tile) => {
    const [high, low] = halves(tile);
    return (isDouble(tile) ? high : high - low) % 5 === 0;
  });
  assert.deepEqual(keeping, ['0-0', '5-0', '5-5', '6-1']);
  const most = (/** @type {string} */ lead) =>
    Math.max(...answers(lead, 'threes').map(({ points }) => points));
  assert.deepEqual([most('5-4'), most('6-3'), most('6-6')], [2, 8, 8]);
  const ends = Array.from({ length: 7 }, (_, pips) => [
    { of: pips, worth: pips },
    { of: pips, worth: 2 * pips, double: true },
  ]).flat();
  // There is only one double of a number.
  const pairs = ends.flatMap((one) =>
    ends
      .filter((other) => one.of !== other.of || !one.double || !other.double)
      .map((other) => [one, other]),
  );
  const counts = new Set(pairs.map(([one, other]) => one.worth + other.worth));
  assert.deepEqual(
    [...counts].filter((count) => pointsOf(count).threes > 0).sort((one, other) => one - other),
    [3, 5, 6, 9, 10, 12, 15, 18, 20],
  );
  const fifteens = pairs.filter(([one, other]) => one.worth + other.worth === 15);
  const doubles = fifteens.flat().filter((end) => end.double);
  assert.deepEqual(new Set(doubles.map(({ of }) => of)), new Set([5, 6]));
  assert.equal(doubles.length, fifteens.length);
});

test('where the advice is to close, no tile fits any more', () => {
  for (const position of [POSITIONS.lock, POSITIONS.closing_side]) {
    const open = endsOf(after(position));
    const tiles = [...unseen(position), ...rest(position)];
    assert.ok(tiles.every((tile) => open.every((pips) => !has(tile, pips))));
  }
  const { lock, closing_side } = POSITIONS;
  const mean = pipSum(unseen(lock)) / unseen(lock).length;
  const { left } = seatsOf(lock);
  assert.deepEqual({ own: pipSum(rest(lock)), theirs: Math.round(mean * left[0]) }, LOCKED);
  const others = pipSum(unseen(closing_side));
  const seats = seatsOf(closing_side);
  const of = (/** @type {number} */ seat) =>
    (others * seats.left[(seats.turn + seat) % 4]) / unseen(closing_side).length;
  const own = pipSum(rest(closing_side));
  assert.deepEqual(CLOSED, {
    own,
    others,
    theirs: Math.round(of(1) + of(3)),
    ours: Math.round(own + of(2)),
    next: Math.round(of(1)),
  });
});

test('where all others are said to pass, they do, and the own hand goes on', () => {
  for (const name of /** @type {const} */ (['both', 'cross', 'everybody'])) {
    const position = POSITIONS[name];
    const open = endsOf(after(position));
    assert.ok(
      unseen(position).every((tile) => open.every((pips) => !has(tile, pips))),
      name,
    );
    const last = rest(position);
    assert.ok(
      last.some((tile) => open.every((pips) => has(tile, pips))),
      name,
    );
    if (name === 'everybody') continue;
    // The last tile fits both ends, or is a double on both.
    assert.equal(last.length, 1);
    assert.equal(isDouble(last[0]), name === 'cross');
  }
});

test('where the next player is said to pass or draw again, they lack both ends', () => {
  for (const name of /** @type {const} */ (['passes', 'force', 'passed', 'nine_passed'])) {
    const position = POSITIONS[name];
    const { lacks, turn } = seatsOf(position);
    const next = lacks[(turn + 1) % position.seats];
    assert.ok(
      endsOf(after(position)).every((pips) => next.has(pips)),
      name,
    );
  }
});

test('what is said of numbers in hand and elsewhere is so', () => {
  /** @param {string[]} tiles @param {number} pips */
  const withPips = (tiles, pips) => tiles.filter((tile) => has(tile, pips)).length;
  const { suits, many, lead, count, double, first_pass, passes, ten, nine_doubles } = POSITIONS;
  assert.deepEqual([withPips(rest(suits), 5), withPips(unseen(suits), 5)], [3, 3]);
  assert.equal(new Set(rest(many).flatMap(halves)).size, 7);
  assert.equal(withPips(rest(lead), 4), 3);
  assert.deepEqual([withPips(rest(count), 1), withPips(unseen(count), 1)], [2, 0]);
  assert.deepEqual(
    unseen(double).filter((tile) => has(tile, 2)),
    ['2-1'],
  );
  assert.equal(withPips(first_pass.hand, 5), 5);
  assert.equal(withPips(rest(passes), 4), 2);
  assert.equal(withPips(rest(ten), 8), 4);
  assert.equal(withPips(rest(nine_doubles), 8), 1);
});

test('an average tile weighs what is said', () => {
  for (const [most, mean] of [
    [6, 6],
    [9, 9],
  ]) {
    const tiles = tilesTo(most);
    assert.equal(pipSum(tiles), mean * tiles.length);
  }
});

test('a first double makes the next player pass alone as often as is said', () => {
  /** @param {number} n @param {number} k @returns {number} */
  const choose = (n, k) => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
  for (const [held, once] of [
    [5, FIRST_PASS.five],
    [4, FIRST_PASS.four],
  ]) {
    const lacking = 21 - (7 - held);
    // The next hand has none of the number, and the partner's has one.
    const chance = (choose(lacking, 7) - choose(lacking, 14)) / choose(21, 7);
    assert.ok(Math.abs(1 / chance - once) < 0.1, `${held}: ${chance}`);
  }
});

/** @type {Record<string, Partial<LineOptions>>} */
const GAMES = {
  'Five-Up': {},
  Muggins: { spinner: false, point_unit: 'fives', calls: 'muggins' },
  'Fives and Threes': {
    ...{ variant: 'fives_and_threes', spinner: false, target: 61 },
    ...{ exact_target: true, going_out_point: true },
  },
  Draw: { variant: 'draw', spinner: false },
  Block: { variant: 'block', spinner: false },
  'Party Block': { variant: 'block', spinner: false, seating: 'partners', hand_size: 5 },
};

const PAIRS = /** @type {const} */ ({ variant: 'block', spinner: false, seating: 'partners' });
const NONE = DEFAULTS.finish;
const ONES = { plain: 1, double: 1, both: 1, double_both: 1, blocked: 1 };

/** @type {Record<string, Partial<LineOptions>>} */
const OF_THE_WORLD = {
  'Spanish Pairs': { ...PAIRS, hands: 'all' },
  'Latin Pairs': PAIRS,
  Quinientos: {
    ...{ ...PAIRS, hands: 'all', finish: { ...NONE, both: 100 } },
    ...{ double_blank: 100, round_bonus: [100, 75, 50, 25] },
  },
  'Dominican Pairs': {
    ...{ ...PAIRS, hands: 'all', blocked_winner: 'blocker', finish: { ...NONE, both: 25 } },
    passes: { lead_double: 25, lead_other: 50, next: 0, all: 25 },
  },
  'Six-Love': {
    ...{ ...PAIRS, hands: 'none', finish: ONES, love: 'one_all', target: 6 },
    ...{ blocked_winner: 'lightest_seat', next_lead: 'winning_side' },
  },
  'Cut-Throat, two': { ...PAIRS, seating: 'two', hand_size: 14, hands: 'none', finish: ONES },
  'Cut-Throat, three': {
    ...{ ...PAIRS, seating: 'three', hand_size: 9, tile_set: 'no_double_blank' },
    ...{ hands: 'none', finish: ONES, love: 'yes' },
  },
  'Cut-Throat, four': { ...PAIRS, seating: 'four', hands: 'none', finish: ONES },
  Cochon: { ...PAIRS, seating: 'three', hands: 'none', finish: ONES },
  'Brazilian Pairs': {
    ...{ ...PAIRS, hands: 'none', redeal_doubles: 4 },
    finish: { plain: 1, double: 2, both: 3, double_both: 4, blocked: 1 },
  },
  'Cuban Double-Nine': { ...PAIRS, hand_size: 10, tile_set: 'double_nine' },
  Kozel: { ...PAIRS, entry: 13, target: 101 },
};

for (const [game, changes] of Object.entries({ ...GAMES, ...OF_THE_WORLD })) {
  test(`${game}: four to seven pieces of advice, many of them drawn`, () => {
    const options = { ...FIVE_UP, ...changes };
    const names = adviceFor(fullOptions(options));
    assert.equal(new Set(names).size, names.length);
    assert.ok(names.length >= 4 && names.length <= 7, names.join());
    const drawn = names.filter((name) => name in POSITIONS);
    assert.ok(2 * drawn.length >= names.length - 1, names.join());
    for (const { heading, lines, figures } of strategyInWords(options)) {
      const texts = [heading, ...lines, ...figures.map(({ caption }) => caption)];
      for (const text of texts) assert.doesNotMatch(text, /\{|undefined|NaN|strategy\./);
    }
  });
}

test('every piece of advice is given in some game', () => {
  const games = Object.values({ ...GAMES, ...OF_THE_WORLD });
  const given = new Set(
    games.flatMap((changes) => adviceFor(fullOptions({ ...FIVE_UP, ...changes }))),
  );
  assert.deepEqual(
    all.map(([name]) => name).filter((name) => !given.has(name)),
    [],
  );
});
