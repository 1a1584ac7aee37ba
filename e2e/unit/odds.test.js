/** The page of odds says what counting all hands and playing rounds give. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  HANDS_WITH,
  oddsOfHolding,
  oddsOfNone,
  ROUND_ENDS,
  ROUNDS_PLAYED,
} from '../../static/js/games/line/odds.js';
import { randomOf } from '../random.js';

/** The double-six set. @type {[number, number][]} */
const TILES = Array.from({ length: 7 }, (_, high) =>
  Array.from({ length: high + 1 }, (_, low) => /** @type {[number, number]} */ ([high, low])),
).flat();

/** Visits every set of some tiles. @param {[number, number][]} tiles @param {number} size @param {(hand: [number, number][]) => void} visit */
function eachHand(tiles, size, visit) {
  /** @type {[number, number][]} */
  const hand = [];
  /** @param {number} from */
  function extend(from) {
    if (hand.length === size) return visit(hand);
    for (let i = from; i <= tiles.length - (size - hand.length); i += 1) {
      hand.push(tiles[i]);
      extend(i + 1);
      hand.pop();
    }
  }
  extend(0);
}

/** @param {[number, number]} tile @param {number} pips */
const has = ([high, low], pips) => high === pips || low === pips;

test('the odds of a hand are those of all hands', () => {
  const held = Array(8).fill(0);
  const doubles = Array(8).fill(0);
  const found = { missing: 0, four: 0, five: 0 };
  let all = 0;
  eachHand(TILES, 7, (hand) => {
    const counts = [0, 0, 0, 0, 0, 0, 0];
    let own = 0;
    for (const [high, low] of hand) {
      counts[high] += 1;
      if (low === high) own += 1;
      else counts[low] += 1;
    }
    const most = Math.max(...counts);
    all += 1;
    held[counts[5]] += 1;
    doubles[own] += 1;
    if (counts.includes(0)) found.missing += 1;
    if (most >= 4) found.four += 1;
    if (most >= 5) found.five += 1;
  });
  assert.equal(all, 1_184_040);
  assert.deepEqual(doubles, held);
  for (const [n, hands] of held.entries()) {
    assert.ok(Math.abs(oddsOfHolding(n) - hands / all) < 1e-12, `${n} of a number`);
  }
  for (const name of /** @type {const} */ (['missing', 'four', 'five'])) {
    assert.equal(HANDS_WITH[name], Number((found[name] / all).toFixed(4)), name);
  }
});

test('the odds that the next player has none of a number are those of all hands', () => {
  for (const n of [1, 3, 6]) {
    const held = TILES.filter((tile) => has(tile, 5)).slice(0, n);
    const others = TILES.filter((tile) => !has(tile, 5)).slice(0, 7 - n);
    const unseen = TILES.filter((tile) => !held.includes(tile) && !others.includes(tile));
    let [none, all] = [0, 0];
    eachHand(unseen, 7, (hand) => {
      all += 1;
      if (!hand.some((tile) => has(tile, 5))) none += 1;
    });
    assert.ok(Math.abs(oddsOfNone(n) - none / all) < 1e-12, `${n} held`);
  }
});

/**
 * Plays a round as the page says, and tells whether a player went out, and with a tile that fitted both ends.
 * @param {{ players: number, draws: boolean }} game
 * @param {() => number} random
 */
function playRound({ players, draws }, random) {
  const tiles = [...TILES];
  for (let i = tiles.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [tiles[i], tiles[j]] = [tiles[j], tiles[i]];
  }
  const hands = Array.from({ length: players }, () => tiles.splice(0, 7));
  /** @type {number[]} */
  let ends = [];
  let passes = 0;
  for (let turn = 0; passes < players; turn = (turn + 1) % players) {
    const hand = hands[turn];
    const fits = (/** @type {[number, number]} */ tile) =>
      ends.length === 0 || ends.some((end) => has(tile, end));
    while (draws && tiles.length > 0 && !hand.some(fits)) hand.push(...tiles.splice(0, 1));
    const [tile] = hand.filter(fits).sort((a, b) => b[0] + b[1] - a[0] - a[1]);
    passes = tile ? 0 : passes + 1;
    if (!tile) continue;
    hand.splice(hand.indexOf(tile), 1);
    const isBoth = ends.length > 0 && ends.every((end) => has(tile, end));
    const isSame = ends[0] === ends[1] && tile[0] !== tile[1];
    if (hand.length === 0) return { out: true, both: isBoth && !isSame };
    if (ends.length === 0) ends = [...tile];
    else {
      const places = [0, 1].filter((at) => has(tile, ends[at]));
      const at = places[Math.floor(random() * places.length)];
      ends[at] = tile[0] === ends[at] ? tile[1] : tile[0];
    }
  }
  return { out: false, both: false };
}

test('rounds end as often as the page says', () => {
  for (const { preset, players, out, blocked, both } of ROUND_ENDS) {
    const random = randomOf(1);
    const game = { players, draws: preset === 'Draw' };
    const found = { out: 0, both: 0 };
    for (let i = 0; i < ROUNDS_PLAYED; i += 1) {
      const end = playRound(game, random);
      found.out += Number(end.out);
      found.both += Number(end.both);
    }
    const shares = [found.out, ROUNDS_PLAYED - found.out, found.both].map((n) =>
      Number((n / ROUNDS_PLAYED).toFixed(2)),
    );
    assert.deepEqual([out, blocked, both], shares, preset);
  }
});
